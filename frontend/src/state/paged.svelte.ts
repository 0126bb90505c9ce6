import { toApiError, type ApiError } from '../api/errors'
import {
  firstMissing,
  outdated,
  pageOf,
  pageRows,
  pagesFor,
  rowAt,
  withRows,
  type RowPages,
} from '../lib/rowPages'
import { emptyMap } from '../lib/sets'

const keptPages = 60
const atOnce = 2

/** Rows of a list, from one on. */
export interface Run<T> {
  from: number
  rows: readonly T[]
}

/** The rows of a long list, fetched in pages as they are wanted; an answer may hold fewer rows than asked for. */
export class Paged<T, Answer extends Run<T> = Run<T>> {
  /** Why rows cannot be had; no more are asked for until retry(), or until the list changes. */
  failed = $state.raw<ApiError | undefined>()
  #pages = $state.raw<RowPages<T>>(emptyMap())
  /** The pages that are on screen, then those around them. */
  #near: readonly number[] = []
  /** Who waits for which row, the last one first. */
  #waiting: { row: number; done: (row: T | undefined) => void }[] = []
  /** The pages that are being asked for. */
  #asking = new Map<number, Promise<void>>()
  /** Pages of which nothing came, though there should be rows. */
  #barren = new Set<number>()
  /** Answers about an earlier list are let go. */
  #list = 0

  constructor(
    private readonly ask: (from: number, count: number) => Promise<Answer>,
    /** How many rows the list has, undefined while that is not known. */
    private readonly count: () => number | undefined,
    /** Takes over what an answer tells beside its rows. */
    private readonly learn: (answer: Answer) => void = () => undefined,
  ) {}

  at(row: number): T | undefined {
    return rowAt(this.#pages, row)
  }

  /** The first row like this of those that are here. */
  held(like: (row: T) => boolean): T | undefined {
    for (const { rows } of this.#pages.values()) {
      const found = rows.find((row) => row !== undefined && like(row))
      if (found !== undefined) return found
    }
    return undefined
  }

  /** The row once it is here, wherever the reader is; undefined when it cannot be had. */
  ready(row: number): Promise<T | undefined> {
    const held = this.at(row)
    if (held !== undefined || !this.#mayCome(row)) return Promise.resolve(held)
    return new Promise((done) => {
      this.#waiting.unshift({ row, done })
      this.#pump()
    })
  }

  /** Says which rows are on screen: they are fetched first, then what lies ahead, then what lies behind. */
  want(from: number, to: number, dir: 1 | -1): void {
    this.wantPages(pagesFor(from, to, dir, this.count() ?? 0))
  }

  /** Says which pages are wanted, the most wanted first. */
  wantPages(pages: readonly number[]): void {
    this.#near = pages
    this.#pump()
  }

  /** Takes over an answer. */
  take(answer: Answer): void {
    this.learn(answer)
    this.#put(answer)
  }

  /** Takes over an answer to what was asked besides, unless the list changes meanwhile. */
  async bring<A extends Answer>(asked: Promise<A>): Promise<A> {
    const list = this.#list
    const answer = await asked
    if (list === this.#list) this.take(answer)
    return answer
  }

  /** Begins another list with the rows of it that are known. */
  begin(known: Run<T> = { from: 0, rows: [] }): void {
    this.#begin(emptyMap(), known)
  }

  /** The list has changed: what is here stays on screen until newer rows have come, which are asked for where rows may have changed. */
  renew(known: Run<T> = { from: 0, rows: [] }, mayChange?: (row: T, index: number) => boolean): void {
    this.#begin(outdated(this.#pages, mayChange), known)
  }

  /** Asks again after a failure. */
  retry(): void {
    this.failed = undefined
    this.#pump()
  }

  /** Settles when nothing is being asked for. */
  async quiet(): Promise<void> {
    while (this.#asking.size > 0) await Promise.all(this.#asking.values())
  }

  #begin(pages: RowPages<T>, known: Run<T>): void {
    this.#list++
    this.#asking.clear()
    this.#barren.clear()
    this.failed = undefined
    this.#pages = pages
    this.#put(known)
    this.#pump()
  }

  #put({ from, rows }: Run<T>): void {
    this.#pages = withRows(this.#pages, from, rows, keptPages, this.#wanted())
    this.#settle()
  }

  /** What is waited for comes first. */
  #wanted(): number[] {
    return [...new Set([...this.#waiting.map(({ row }) => pageOf(row)), ...this.#near])]
  }

  #missing(no: number): number | undefined {
    return firstMissing(this.#pages, no, this.count() ?? Infinity)
  }

  #mayCome(row: number): boolean {
    return row >= 0 && row < (this.count() ?? Infinity) && !this.#barren.has(pageOf(row))
  }

  #pump(): void {
    for (const no of this.#wanted()) {
      if (this.#asking.size >= atOnce || this.failed !== undefined) return
      const asks = !this.#asking.has(no) && !this.#barren.has(no) && this.#missing(no) !== undefined
      if (asks) this.#asking.set(no, this.#load(no))
    }
  }

  async #load(no: number): Promise<void> {
    const list = this.#list
    try {
      let from = this.#missing(no)
      // The reader may go elsewhere meanwhile: the rest of this page can wait.
      while (from !== undefined && !this.#barren.has(no) && this.#wanted().includes(no)) {
        await this.bring(this.ask(from, (no + 1) * pageRows - from))
        if (list !== this.#list) return
        const next = this.#missing(no)
        if (next === from) this.#barren.add(no)
        from = next
      }
    } catch (cause) {
      if (list === this.#list) this.failed = toApiError(cause)
    }
    if (list !== this.#list) return
    this.#asking.delete(no)
    this.#settle()
    this.#pump()
  }

  /** Tells those who wait for rows of what came, and of what will not come. */
  #settle(): void {
    const waiting = this.#waiting
    this.#waiting = waiting.filter(({ row }) => this.#waits(row))
    for (const { row, done } of waiting) if (!this.#waits(row)) done(this.at(row))
  }

  #waits(row: number): boolean {
    return this.at(row) === undefined && this.failed === undefined && this.#mayCome(row)
  }
}
