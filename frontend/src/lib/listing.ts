import { placeOf, type ListMode, type Outline } from './outline'

/** The row of a list that stands for all that was carried over from the run before. */
export const carriedRow = -2

/** What there is of a branch to list. */
export interface Listed {
  outline: Outline
  /** Rows the outline does not know yet are counted as well. */
  total: number
  /** Quiet rows are on the list. */
  meta: boolean
  /** How many rows at the beginning were carried over, and whether they are on the list. */
  carriedRows: number
  carriedOpen: boolean
}

/** Which rows of a branch are on its list in each way of reading it. */
export class Listing {
  constructor(private readonly of: Listed | null) {}

  /** The rows of a way of reading, in order; carriedRow is the first where something was carried over. */
  rows(mode: ListMode): number[] {
    if (!this.of) return []
    const { outline, total, meta, carriedRows, carriedOpen } = this.of
    const rows = outline.shown(mode, meta)
    // Rows the outline does not know yet are shown.
    for (let row = outline.total; row < total; row++) rows.push(row)
    if (carriedRows === 0) return rows
    return [carriedRow, ...(carriedOpen ? rows : rows.slice(placeOf(rows, carriedRows)))]
  }

  /** Whether a turn begins after a row, at another one at the latest. */
  turnBegins(after: number, row: number): boolean {
    for (let i = row; i > after; i--) if (this.of?.outline.startsTurn(i)) return true
    return false
  }

  /** The row of a list to go to for a row: for one that is not on it the row above, or the next one where a turn begins between them. */
  nearest(row: number, list: readonly number[]): number {
    const place = placeOf(list, row)
    const next = list[place]
    if (next === row) return row
    const above = list[place - 1]
    return above === undefined || (next !== undefined && this.turnBegins(above, row)) ? (next ?? row) : above
  }
}
