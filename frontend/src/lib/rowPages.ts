import { bounded } from './sets'

/** A run of rows of a long list, of which some may be missing. */
export interface RowPage<T> {
  rows: readonly (T | undefined)[]
  /** How many rows are here. */
  held: number
  /** Of an earlier revision: shown until newer rows come. */
  old: boolean
}

/** Pages by their number. */
export type RowPages<T> = ReadonlyMap<number, RowPage<T>>

export const pageRows = 100

export const pageOf = (row: number) => Math.floor(row / pageRows)

export function rowAt<T>(pages: RowPages<T>, row: number): T | undefined {
  return pages.get(pageOf(row))?.rows[row % pageRows]
}

/** Takes over rows from row `from` on; of too many pages those that are not wanted go, the longest kept first. */
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
    for (let k = 0; k < count; k++) merged[(from + i + k) % pageRows] = rows[i + k]
    next.delete(no)
    next.set(no, {
      rows: merged,
      held: merged.reduce<number>((n, r) => n + (r === undefined ? 0 : 1), 0),
      old: before?.old ?? false,
    })
    touched.push(no)
    i += count
  }
  return bounded(next, limit, (no) => !wanted.includes(no) && !touched.includes(no))
}

/** Marks pages as of an earlier revision, or one page as fresh. */
export function outdated<T>(pages: RowPages<T>): RowPages<T> {
  return new Map([...pages].map(([no, page]) => [no, { ...page, old: true }]))
}

export function renewed<T>(pages: RowPages<T>, no: number): RowPages<T> {
  const page = pages.get(no)
  return page?.old ? new Map(pages).set(no, { ...page, old: false }) : pages
}

/** Whether every row of a page is here and fresh. */
export function complete<T>(pages: RowPages<T>, no: number, total: number): boolean {
  const page = pages.get(no)
  return page !== undefined && !page.old && page.held >= Math.min(pageRows, total - no * pageRows)
}

/** The first row of a page that is to be fetched. */
export function firstMissing<T>(pages: RowPages<T>, no: number): number {
  const page = pages.get(no)
  if (!page || page.old) return no * pageRows
  for (let i = 0; i < pageRows; i++) if (page.rows[i] === undefined) return no * pageRows + i
  return no * pageRows
}

/** The pages to fetch for rows on screen: those in view, then what lies ahead, then what lies behind. */
export function pagesFor(from: number, to: number, dir: 1 | -1, total: number): number[] {
  const first = pageOf(Math.max(0, from))
  const last = Math.max(first, pageOf(Math.max(from, to - 1, 0)))
  const pages = Array.from({ length: last - first + 1 }, (_, i) => first + i)
  pages.push(dir > 0 ? last + 1 : first - 1, dir > 0 ? first - 1 : last + 1)
  return pages.filter((no) => no === 0 || (no > 0 && no * pageRows < total))
}
