/** What a row of the timeline is marked as; the bits of the outline's second byte. */
export const marks = {
  prompt: 1,
  error: 2,
  edit: 4,
  label: 8,
  compaction: 16,
  round: 32,
  call: 64,
  meta: 128,
} as const

export type Mark = keyof typeof marks

/** How much of a branch is listed: everything, prompts and what each turn ended with, or tools only. */
export type ListMode = 'read' | 'skim' | 'steps'

/** How many rows have each mark. */
export type Counts = Record<Mark, number>

export const noMarks: Counts = {
  prompt: 0,
  error: 0,
  edit: 0,
  label: 0,
  compaction: 0,
  round: 0,
  call: 0,
  meta: 0,
}

const heightUnit = 4

/** Every row of a branch in two bytes: how high it will be and what it is marked as. */
export class Outline {
  readonly total: number

  constructor(private readonly bytes: Uint8Array) {
    this.total = bytes.length >> 1
  }

  /** The outline with what is known now of the rows from one on: a branch only grows at its end. */
  grown(from: number, bytes: Uint8Array): Outline {
    const all = new Uint8Array(2 * from + bytes.length)
    all.set(this.bytes.subarray(0, 2 * from))
    all.set(bytes, 2 * from)
    return new Outline(all)
  }

  /** The row of the last prompt, 0 when there is none. */
  get lastPrompt(): number {
    return Math.max(0, this.next(this.total, -1, 'prompt'))
  }

  /** The height a row will have, in pixels at the usual text size. */
  heightPx(row: number): number {
    return Math.max(1, this.bytes[2 * row] ?? 8) * heightUnit
  }

  /** Whether a turn begins at a row: a prompt, a round of a run, and the first row begin one. */
  startsTurn(row: number): boolean {
    return row === 0 || this.has(row, 'prompt') || this.has(row, 'round')
  }

  has(row: number, mark: Mark): boolean {
    return ((this.bytes[2 * row + 1] ?? 0) & marks[mark]) !== 0
  }

  /** How many rows from one on have a mark. */
  count(mark: Mark, from = 0): number {
    let n = 0
    for (let row = from; row < this.total; row++) if (this.has(row, mark)) n++
    return n
  }

  /** How many rows have each mark, in one go over all of them. */
  counts(): Counts {
    const of = new Uint32Array(256)
    for (let i = 1; i < this.bytes.length; i += 2) {
      const bits = this.bytes[i] ?? 0
      of[bits] = (of[bits] ?? 0) + 1
    }
    const rows = (bit: number) => of.reduce((n, count, bits) => n + ((bits & bit) !== 0 ? count : 0), 0)
    return {
      prompt: rows(marks.prompt),
      error: rows(marks.error),
      edit: rows(marks.edit),
      label: rows(marks.label),
      compaction: rows(marks.compaction),
      round: rows(marks.round),
      call: rows(marks.call),
      meta: rows(marks.meta),
    }
  }

  /** The next row with a mark after (or before) a row, -1 when there is none. */
  next(row: number, dir: 1 | -1, mark: Mark): number {
    for (let i = row + dir; i >= 0 && i < this.total; i += dir) if (this.has(i, mark)) return i
    return -1
  }

  /** The rows of a round that are among ascending ones: the first of the next round that has any, or of the one before; -1 when there is none. */
  nextRound(row: number, dir: 1 | -1, among: readonly number[]): number {
    for (let begin = this.next(row, dir, 'round'); begin >= 0; begin = this.next(begin, dir, 'round')) {
      const first = among[placeOf(among, begin)]
      const end = this.next(begin, 1, 'round')
      if (first !== undefined && (end < 0 || first < end) && (first - row) * dir > 0) return first
    }
    return -1
  }

  /** How many rows with a mark stand at or before a row. */
  place(row: number, mark: Mark): number {
    let n = 0
    for (let i = 0; i <= row && i < this.total; i++) if (this.has(i, mark)) n++
    return n
  }

  /** The rows a way of reading lists, in order; quiet rows where they are asked for. */
  shown(mode: ListMode, meta: boolean): number[] {
    if (mode === 'skim') return this.#skimmed()
    const rows: number[] = []
    for (let row = 0; row < this.total; row++) {
      if (mode === 'steps' ? this.has(row, 'call') : meta || !this.has(row, 'meta')) rows.push(row)
    }
    return rows
  }

  /** Prompts and what each turn ended with: its last row that is not a quiet one. */
  #skimmed(): number[] {
    const rows: number[] = []
    let last = -1
    const end = () => {
      if (last >= 0 && rows.at(-1) !== last) rows.push(last)
      last = -1
    }
    for (let row = 0; row < this.total; row++) {
      if (this.startsTurn(row)) end()
      if (this.has(row, 'prompt')) {
        if (last >= 0) end()
        rows.push(row)
      } else if (!this.has(row, 'meta')) last = row
    }
    end()
    return rows
  }
}

/** The place of a row among shown ones: its own, else that of the next one; sorted holds ascending rows. */
export function placeOf(sorted: readonly number[], row: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const mid = (low + high) >> 1
    if ((sorted[mid] ?? 0) < row) low = mid + 1
    else high = mid
  }
  return low
}
