import { toApiError, type ApiError } from '../api/errors'
import type { Row, RowsAnswer, Turn } from '../api/types'
import {
  complete,
  firstMissing,
  outdated,
  pageOf,
  pageRows,
  pagesFor,
  renewed,
  rowAt,
  withRows,
  type RowPages,
} from '../lib/rowPages'
import { kept } from '../lib/same'
import { emptyMap, withEntries } from '../lib/sets'

const keptPages = 60
const atOnce = 2

/** Asks for rows of one branch; at is an entry the answer must contain. */
export type AskRows = (q: { from: number; count: number; at: string }) => Promise<RowsAnswer>

/** The rows of one branch, fetched in pages as they are wanted; an answer may hold fewer rows than asked for. */
export class Rows {
  total = $state(0)
  /** What a resumed run took over from the run before, in words, and in how many rows at the beginning. */
  carried = $state('')
  carriedRows = $state(0)
  /** Why rows cannot be had; asking goes on with retry(). */
  failed = $state.raw<ApiError | null>(null)
  #pages = $state.raw<RowPages<Row>>(emptyMap())
  #turns = $state.raw<ReadonlyMap<number, Turn>>(emptyMap())
  #wanted: number[] = []
  /** The pages that are being asked for. */
  #asking = new Map<number, Promise<void>>()
  #revision = 0
  /** The revision of the session that total is of. */
  #known = 0
  /** The branch is known to have no rows: there is nothing to ask for. */
  #empty = false
  #waiting: { row: number; done: (row: Row | undefined) => void }[] = []

  constructor(private readonly ask: AskRows) {}

  at(row: number): Row | undefined {
    return rowAt(this.#pages, row)
  }

  turn(index: number): Turn | undefined {
    return this.#turns.get(index)
  }

  /** Says which rows are on screen: they are fetched first, then what lies ahead, then what lies behind. */
  want(from: number, to: number, dir: 1 | -1): void {
    // What is waited for is asked for whatever is on screen meanwhile.
    const waited = this.#waiting.map(({ row }) => pageOf(row))
    this.#wanted = [...new Set([...waited, ...pagesFor(from, to, dir, this.total)])]
    this.#pump()
  }

  /** The row once it is here; undefined when it cannot be had. */
  ready(row: number): Promise<Row | undefined> {
    const held = this.at(row)
    if (held || row < 0 || (this.total > 0 && row >= this.total)) return Promise.resolve(held)
    return new Promise((done) => {
      this.#waiting.push({ row, done })
      const no = pageOf(row)
      if (!this.#wanted.includes(no)) this.#wanted.unshift(no)
      this.#pump()
    })
  }

  /** The row of an entry, -1 when it is not on this branch. */
  async find(entry: string): Promise<number> {
    for (const page of this.#pages.values()) {
      const row = page.rows.find((r) => r?.entry === entry && r.main)
      if (row) return row.index
    }
    const revision = this.#revision
    const answer = await this.ask({ from: 0, count: pageRows, at: entry })
    if (revision === this.#revision && answer.at >= 0) this.take(answer)
    return answer.at
  }

  /** Takes over an answer that was asked for elsewhere. */
  take(answer: RowsAnswer): void {
    if (answer.revision >= this.#known) {
      this.#known = answer.revision
      this.total = answer.total
    }
    this.carried = answer.carried
    this.carriedRows = answer.carriedRows
    this.#empty = answer.total === 0
    this.#pages = withRows(this.#pages, answer.from, answer.rows, keptPages, this.#wanted)
    this.#turns = withEntries(
      this.#turns,
      answer.turns.map((t) => [t.index, kept(this.#turns.get(t.index), t)]),
    )
    this.#settle()
  }

  /** The session changed: what is here stays on screen until newer rows have come. */
  outdate(): void {
    this.#again(() => true)
  }

  /**
   * The branch grew: of the rows that were here its end may have changed, calls of its last turn without a result, and
   * rows made of events, whose records may have come since.
   */
  grew(lastPrompt: number): void {
    const end = this.total - 1
    this.#again(
      (row, i) => i >= end || row.provisional || (i >= lastPrompt && row.kind === 'call' && !row.hasResult),
    )
  }

  /** Settles when nothing is being asked for. */
  async quiet(): Promise<void> {
    while (this.#asking.size > 0) await Promise.all(this.#asking.values())
  }

  #again(mayChange: (row: Row, index: number) => boolean): void {
    this.#revision++
    this.#empty = false
    this.#asking.clear()
    this.#pages = outdated(this.#pages, mayChange)
    this.failed = null
    this.#pump()
  }

  retry(): void {
    this.failed = null
    this.#pump()
  }

  #pump(): void {
    if (this.failed || this.#empty) return
    for (const no of this.#wanted) {
      if (this.#asking.size >= atOnce) return
      if (!this.#asking.has(no) && !complete(this.#pages, no, this.total))
        this.#asking.set(no, this.#load(no))
    }
  }

  async #load(no: number): Promise<void> {
    const revision = this.#revision
    const end = (no + 1) * pageRows
    try {
      let from = firstMissing(this.#pages, no)
      while (from < end) {
        const answer = await this.ask({ from, count: end - from, at: '' })
        if (revision !== this.#revision) return
        from += answer.rows.length
        const whole = from >= Math.min(end, answer.total)
        if (whole) this.#pages = renewed(this.#pages, no)
        this.take(answer)
        // The reader has gone elsewhere: the rest of this page can wait.
        if (whole || answer.rows.length === 0 || !this.#wanted.includes(no)) break
      }
    } catch (cause) {
      if (revision === this.#revision) this.failed = toApiError(cause)
    }
    if (revision !== this.#revision) return
    this.#asking.delete(no)
    if (this.failed) this.#settle()
    this.#pump()
  }

  #settle(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const w of waiting) {
      const row = this.at(w.row)
      if (row || this.failed || w.row >= this.total) w.done(row)
      else this.#waiting.push(w)
    }
  }
}
