import type { Api, Body } from '../api/api'
import { toApiError, type ApiError } from '../api/errors'
import type { FileRecord } from '../api/types'
import {
  complete,
  firstMissing,
  outdated,
  pageRows,
  pagesFor,
  renewed,
  rowAt,
  withRows,
  type RowPages,
} from '../lib/rowPages'
import { emptyMap, emptySet, toggled, withAll } from '../lib/sets'
import { clamp } from '../lib/window'
import type { OpenSession } from './session.svelte'

const keptPages = 60

/** The records of the branch on screen as they stand in the file, and where the reader is among them. */
export class Records {
  total = $state(0)
  failed = $state.raw<ApiError | null>(null)
  /** The record the keys act on. */
  cursor = $state(0)
  /** Where to scroll; replaced for each jump. */
  target = $state.raw<{ index: number; align: 'nearest' } | { index: number; px: number }>({
    index: 0,
    px: 0,
  })
  /** Where the record the keys act on stands in the window, in pixels; undefined while it is not drawn. */
  chosenPx: (() => number | undefined) | undefined
  /** The first record in view. */
  top = 0
  /** How many fit on the screen. */
  pageLines = 20
  #open = $state.raw<ReadonlySet<number>>(emptySet())
  #pages = $state.raw<RowPages<FileRecord>>(emptyMap())
  #wanted: number[] = []
  #asking = false
  /** Answers of an earlier branch or of an earlier question are let go. */
  #asked = 0

  constructor(
    private readonly api: Api,
    readonly session: OpenSession,
    /** A record was gone to. */
    private readonly chosen: (record: FileRecord) => void,
  ) {}

  at(index: number): FileRecord | undefined {
    return rowAt(this.#pages, index)
  }

  /** Shows the branch with the record of an entry so far below the top of the window; "" is its beginning. */
  async begin(entry: string, px = 0): Promise<void> {
    this.#asked++
    this.#pages = emptyMap()
    this.#open = emptySet()
    this.#asking = false
    this.total = 0
    const at = await this.#find(entry)
    this.cursor = Math.max(0, at)
    this.target = { index: this.cursor, px }
  }

  /** Shows the record of an entry, opened. */
  async open(entry: string, anew: boolean): Promise<void> {
    if (anew) await this.begin(entry)
    else if (!(await this.goTo(entry))) return
    this.#open = withAll(this.#open, [this.cursor])
  }

  /** The branch grew, or what is known of its records may be another thing. */
  async refresh(): Promise<void> {
    if (this.total === 0) return
    this.#asked++
    this.#asking = false
    this.#pages = outdated(this.#pages)
    await this.#find('')
    this.#pump()
  }

  /** Goes to the record of an entry; answers whether it is on the branch. */
  async goTo(entry: string): Promise<boolean> {
    const at = await this.#find(entry)
    if (at >= 0) {
      this.cursor = at
      this.target = { index: at, align: 'nearest' }
    }
    return at >= 0
  }

  step(by: number): void {
    this.move(this.cursor + by)
  }

  /** Goes to a record and selects its entry. */
  move(index: number): void {
    this.cursor = clamp(index, 0, Math.max(0, this.total - 1))
    this.target = { index: this.cursor, align: 'nearest' }
    this.choose(this.cursor)
  }

  /** The reader points at a record. */
  choose(index: number): void {
    this.cursor = index
    const record = this.at(index)
    if (record) this.chosen(record)
  }

  isOpen(index: number): boolean {
    return this.#open.has(index)
  }

  toggle(index = this.cursor): void {
    this.#open = toggled(this.#open, index)
  }

  /** The record as it stands in the file, whole or some pieces of it. */
  raw(index: number, range?: { from: number; pieces: number }): Promise<Body> {
    const { handle: session, revision, leaf } = this.session
    return this.api.record({ session, revision, leaf, index, ...range })
  }

  /** Says which records are in view. */
  want(from: number, to: number): void {
    this.#wanted = pagesFor(from, to, from < this.top ? -1 : 1, this.total)
    this.top = from
    this.#pump()
  }

  retry(): void {
    this.failed = null
    if (this.total === 0) void this.begin('')
    else this.#pump()
  }

  async #find(entry: string): Promise<number> {
    const asked = this.#asked
    try {
      const answer = await this.#ask(0, pageRows, entry)
      return asked === this.#asked ? answer.at : -1
    } catch (cause) {
      if (asked === this.#asked) this.failed = toApiError(cause)
      return -1
    }
  }

  async #ask(from: number, count: number, at: string) {
    const asked = this.#asked
    const { handle: session, leaf } = this.session
    const answer = await this.api.records({ session, leaf, from, count, at })
    if (asked === this.#asked) {
      this.failed = null
      this.total = answer.total
      const first = answer.records[0]?.index ?? 0
      this.#pages = withRows(this.#pages, first, answer.records, keptPages, this.#wanted)
    }
    return answer
  }

  #pump(): void {
    const no = this.#wanted.find((page) => !complete(this.#pages, page, this.total))
    if (no === undefined || this.#asking || this.failed) return
    void this.#load(no)
  }

  async #load(no: number): Promise<void> {
    const asked = this.#asked
    this.#asking = true
    try {
      const from = firstMissing(this.#pages, no)
      const { records } = await this.#ask(from, (no + 1) * pageRows - from, '')
      if (asked === this.#asked && records.length > 0) this.#pages = renewed(this.#pages, no)
    } catch (cause) {
      if (asked === this.#asked) this.failed = toApiError(cause)
    }
    if (asked !== this.#asked) return
    this.#asking = false
    this.#pump()
  }
}
