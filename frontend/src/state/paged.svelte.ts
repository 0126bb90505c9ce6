import { toApiError, type ApiError } from '../api/errors'
import {
  complete,
  firstMissing,
  outdated,
  pageOf,
  pageRows,
  renewed,
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
export class Paged<T> {
  /** Why rows cannot be had; no more are asked for until the list begins anew. */
  failed = $state.raw<ApiError | undefined>()
  #pages = $state.raw<RowPages<T>>(emptyMap())
  #wanted: readonly number[] = []
  #asking = new Set<number>()
  /** Pages of which nothing came, though there should be rows. */
  #barren = new Set<number>()
  /** Answers about an earlier list are let go. */
  #list = 0

  constructor(
    private readonly ask: (from: number, count: number) => Promise<Run<T>>,
    private readonly total: () => number,
  ) {}

  at(row: number): T | undefined {
    return rowAt(this.#pages, row)
  }

  /** Says which pages are wanted, the most wanted first. */
  want(pages: readonly number[]): void {
    this.#wanted = pages
    this.#pump()
  }

  /** Begins another list with the rows of it that are known. */
  begin(known: Run<T> = { from: 0, rows: [] }): void {
    this.#begin(emptyMap(), known)
  }

  /** The list has changed: what is here stays on screen until newer rows have come. */
  renew(known: Run<T> = { from: 0, rows: [] }): void {
    this.#begin(outdated(this.#pages), known)
  }

  #begin(pages: RowPages<T>, { from, rows }: Run<T>): void {
    this.#list++
    this.#asking.clear()
    this.#barren.clear()
    this.failed = undefined
    const no = pageOf(from)
    const whole = from === no * pageRows && from + rows.length >= Math.min((no + 1) * pageRows, this.total())
    const taken = withRows(pages, from, rows, keptPages, this.#wanted)
    this.#pages = whole ? renewed(taken, no) : taken
    this.#pump()
  }

  #pump(): void {
    for (const no of this.#wanted) {
      if (this.#asking.size >= atOnce || this.failed !== undefined) return
      const here = no * pageRows >= this.total() || complete(this.#pages, no, this.total())
      if (!here && !this.#asking.has(no) && !this.#barren.has(no)) void this.#load(no)
    }
  }

  async #load(no: number): Promise<void> {
    const list = this.#list
    const end = Math.min((no + 1) * pageRows, this.total())
    this.#asking.add(no)
    try {
      let from = firstMissing(this.#pages, no)
      // The reader may go elsewhere meanwhile: the rest of this page can wait.
      while (from < end && this.#wanted.includes(no)) {
        const { from: first, rows } = await this.ask(from, end - from)
        if (list !== this.#list) return
        this.#pages = withRows(this.#pages, first, rows, keptPages, this.#wanted)
        if (rows.length === 0) break
        from = first + rows.length
      }
      if (from >= end) this.#pages = renewed(this.#pages, no)
      else if (this.#wanted.includes(no)) this.#barren.add(no)
    } catch (cause) {
      if (list === this.#list) this.failed = toApiError(cause)
    }
    if (list !== this.#list) return
    this.#asking.delete(no)
    this.#pump()
  }
}
