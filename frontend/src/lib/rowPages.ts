import { kept } from './same'
import { bounded } from './sets'

/** A run of rows of a long list, of which some may be missing. */
export interface RowPage<T> {
  rows: readonly (T | undefined)[]
  /** So many rows from the first on are here and fresh: others are missing, or shown until newer ones come. */
  fresh: number
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
    const first = (from + i) % pageRows
    const fresh = before?.fresh ?? 0
    next.delete(no)
    next.set(no, { rows: merged, fresh: first <= fresh ? Math.max(fresh, first + count) : fresh })
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
    [...pages].map(([no, { rows, fresh }]) => {
      const first = rows.findIndex((row, i) => row !== undefined && mayChange(row, no * pageRows + i))
      return [no, { rows, fresh: first < 0 ? fresh : Math.min(fresh, first) }]
    }),
  )
}

/** The first row of a page that is missing or of an earlier revision, undefined where there is none. */
export function firstMissing<T>(pages: RowPages<T>, no: number, total: number): number | undefined {
  const row = no * pageRows + (pages.get(no)?.fresh ?? 0)
  return row < Math.min((no + 1) * pageRows, total) ? row : undefined
}

/** The pages to fetch for rows on screen: those in view, then what lies ahead, then what lies behind. */
export function pagesFor(from: number, to: number, dir: 1 | -1, total: number): number[] {
  const first = pageOf(Math.max(0, from))
  const last = Math.max(first, pageOf(Math.max(from, to - 1, 0)))
  const pages = Array.from({ length: last - first + 1 }, (_, i) => first + i)
  pages.push(dir > 0 ? last + 1 : first - 1, dir > 0 ? first - 1 : last + 1)
  return pages.filter((no) => no === 0 || (no > 0 && no * pageRows < total))
}
