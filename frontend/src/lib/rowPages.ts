import { kept } from './same'
import { bounded } from './sets'

/** A run of rows of a long list, of which some may be missing. */
export interface RowPage<T> {
  rows: readonly (T | undefined)[]
  /** How many rows are here. */
  held: number
  /** Rows from this one on are of an earlier revision: shown until newer ones come. */
  freshTo: number
}

/** Pages by their number. */
export type RowPages<T> = ReadonlyMap<number, RowPage<T>>

export const pageRows = 100

export const pageOf = (row: number) => Math.floor(row / pageRows)

export function rowAt<T>(pages: RowPages<T>, row: number): T | undefined {
  return pages.get(pageOf(row))?.rows[row % pageRows]
}

/** Takes over rows from row `from` on, of those that are as before the ones that are here; of too many pages those that are not wanted go, the longest kept first. */
export function withRows<T>(
  pages: RowPages<T>,
  from: number,
  rows: readonly T[],
  limit: number,
  wanted: readonly number[],
): RowPages<T> {
  const next = new Map(pages)
  const touched: number[] = []
  for (let i = 0; i < rows.length;) {
    const no = pageOf(from + i)
    const count = Math.min(rows.length - i, (no + 1) * pageRows - from - i)
    const before = pages.get(no)
    const merged: (T | undefined)[] = before ? before.rows.slice() : []
    for (let k = 0; k < count; k++) {
      const at = (from + i + k) % pageRows
      merged[at] = kept(merged[at], rows[i + k])
    }
    next.delete(no)
    next.set(no, {
      rows: merged,
      held: merged.reduce<number>((n, r) => n + (r === undefined ? 0 : 1), 0),
      freshTo: before?.freshTo ?? pageRows,
    })
    touched.push(no)
    i += count
  }
  return bounded(next, limit, (no) => !wanted.includes(no) && !touched.includes(no))
}

/** Marks rows as of an earlier revision: on each page from the first one on that may have changed. */
export function outdated<T>(
  pages: RowPages<T>,
  mayChange: (row: T, index: number) => boolean = () => true,
): RowPages<T> {
  return new Map(
    [...pages].map(([no, page]) => {
      const first = page.rows.findIndex(
        (row, i) => i < page.freshTo && row !== undefined && mayChange(row, no * pageRows + i),
      )
      return [no, first < 0 ? page : { ...page, freshTo: first }]
    }),
  )
}

/** Marks a page as fresh. */
export function renewed<T>(pages: RowPages<T>, no: number): RowPages<T> {
  const page = pages.get(no)
  return page && page.freshTo < pageRows ? new Map(pages).set(no, { ...page, freshTo: pageRows }) : pages
}

/** Whether every row of a page is here and fresh. */
export function complete<T>(pages: RowPages<T>, no: number, total: number): boolean {
  const page = pages.get(no)
  const rows = Math.min(pageRows, total - no * pageRows)
  return page !== undefined && page.held >= rows && page.freshTo >= rows
}

/** The first row of a page that is to be fetched. */
export function firstMissing<T>(pages: RowPages<T>, no: number): number {
  const page = pages.get(no)
  const missing = Array.from({ length: pageRows }, (_, i) => i).find(
    (i) => page === undefined || i >= page.freshTo || page.rows[i] === undefined,
  )
  return no * pageRows + (missing ?? 0)
}

/** The pages to fetch for rows on screen: those in view, then what lies ahead, then what lies behind. */
export function pagesFor(from: number, to: number, dir: 1 | -1, total: number): number[] {
  const first = pageOf(Math.max(0, from))
  const last = Math.max(first, pageOf(Math.max(from, to - 1, 0)))
  const pages = Array.from({ length: last - first + 1 }, (_, i) => first + i)
  pages.push(dir > 0 ? last + 1 : first - 1, dir > 0 ? first - 1 : last + 1)
  return pages.filter((no) => no === 0 || (no > 0 && no * pageRows < total))
}
