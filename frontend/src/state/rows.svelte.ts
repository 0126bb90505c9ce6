import { toApiError, type ApiError } from '../api/errors'
import type { Row, RowsAnswer, Turn } from '../api/types'

const pageRows = 100
const keptPages = 60
const atOnce = 2

/** Asks for rows of one branch; at is an entry the answer must contain. */
export type AskRows = (q: { from: number; count: number; at: string }) => Promise<RowsAnswer>

interface Page {
  rows: (Row | undefined)[]
  /** How many rows are here. */
  held: number
  /** Rows of an earlier revision: shown until newer ones come. */
  old: boolean
}

/** The rows of one branch, fetched in pages as they are wanted; an answer may hold fewer rows than asked for. */
export class Rows {
  total = $state(0)
  /** Why rows cannot be had; asking goes on with retry(). */
  failed = $state.raw<ApiError | null>(null)
  #pages = $state.raw<ReadonlyMap<number, Page>>(new Map())
  #turns = $state.raw<ReadonlyMap<number, Turn>>(new Map())
  #wanted: number[] = []
  #asking = new Set<number>()
  #revision = 0
  #waiting: { row: number; done: (row: Row | undefined) => void }[] = []

  constructor(private readonly ask: AskRows) {}

  at(row: number): Row | undefined {
    return this.#pages.get(Math.floor(row / pageRows))?.rows[row % pageRows]
  }

  turn(index: number): Turn | undefined {
    return this.#turns.get(index)
  }

  /** Says which rows are on screen: they are fetched first, then what lies ahead, then what lies behind. */
  want(from: number, to: number, dir: 1 | -1): void {
    const first = Math.floor(Math.max(0, from) / pageRows)
    const last = Math.floor(Math.max(from, to - 1, 0) / pageRows)
    const wanted: number[] = []
    for (let page = first; page <= last; page++) wanted.push(page)
    wanted.push(dir > 0 ? last + 1 : first - 1, dir > 0 ? first - 1 : last + 1)
    this.#wanted = wanted.filter((page) => page >= 0 && (page === 0 || page * pageRows < this.total))
    this.#pump()
  }

  /** The row once it is here; undefined when it cannot be had. */
  ready(row: number): Promise<Row | undefined> {
    const held = this.at(row)
    if (held || row < 0 || (this.total > 0 && row >= this.total)) return Promise.resolve(held)
    return new Promise((done) => {
      this.#waiting.push({ row, done })
      const page = Math.floor(row / pageRows)
      if (!this.#wanted.includes(page)) this.#wanted.unshift(page)
      this.#pump()
    })
  }

  /** The row of an entry, -1 when it is not on this branch. */
  async find(entry: string): Promise<number> {
    for (const page of this.#pages.values()) {
      const row = page.rows.find((r) => r?.entry === entry)
      if (row) return row.index
    }
    const revision = this.#revision
    const answer = await this.ask({ from: 0, count: pageRows, at: entry })
    if (revision === this.#revision) this.take(answer)
    return answer.at
  }

  /** Takes over an answer that was asked for elsewhere. */
  take(answer: RowsAnswer): void {
    const pages = new Map(this.#pages)
    const fresh = new Set<number>()
    answer.rows.forEach((row, i) => {
      const index = answer.from + i
      const no = Math.floor(index / pageRows)
      let page = pages.get(no)
      if (!fresh.has(no)) {
        page = page ? { ...page, rows: page.rows.slice() } : { rows: [], held: 0, old: false }
        fresh.add(no)
        pages.delete(no)
        pages.set(no, page)
      }
      if (!page) return
      if (!page.rows[index % pageRows]) page.held++
      page.rows[index % pageRows] = row
    })
    for (const no of pages.keys()) {
      if (pages.size <= keptPages) break
      if (!this.#wanted.includes(no) && !fresh.has(no)) pages.delete(no)
    }
    this.total = answer.total
    this.#pages = pages
    this.#turns = new Map([...this.#turns, ...answer.turns.map((t) => [t.index, t] as const)])
    this.#settle()
  }

  /** The session changed: what is here stays on screen until newer rows have come. */
  outdate(): void {
    this.#revision++
    this.#asking.clear()
    this.#pages = new Map([...this.#pages].map(([no, page]) => [no, { ...page, old: true }]))
    this.failed = null
    this.#pump()
  }

  retry(): void {
    this.failed = null
    this.#pump()
  }

  #complete(no: number): boolean {
    const page = this.#pages.get(no)
    return page !== undefined && !page.old && page.held >= Math.min(pageRows, this.total - no * pageRows)
  }

  #pump(): void {
    if (this.failed) return
    for (const no of this.#wanted) {
      if (this.#asking.size >= atOnce) return
      if (!this.#asking.has(no) && !this.#complete(no)) void this.#load(no)
    }
  }

  async #load(no: number): Promise<void> {
    const revision = this.#revision
    this.#asking.add(no)
    const end = (no + 1) * pageRows
    try {
      for (let from = no * pageRows; from < end;) {
        const answer = await this.ask({ from, count: end - from, at: '' })
        if (revision !== this.#revision) return
        const done = from + answer.rows.length
        const page = this.#pages.get(no)
        if (page?.old) {
          const whole = done >= Math.min(end, answer.total)
          this.#pages = new Map(this.#pages).set(no, { ...page, old: !whole })
        }
        this.take(answer)
        if (answer.rows.length === 0 || done >= answer.total) break
        from = done
        if (!this.#wanted.includes(no)) break
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
