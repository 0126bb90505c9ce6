import type { Api, Body } from '../api/api'
import { toApiError, type ApiError } from '../api/errors'
import type { FileRecord } from '../api/types'
import { pageRows } from '../lib/rowPages'
import { emptySet, toggled, withAll } from '../lib/sets'
import { clamp } from '../lib/window'
import { Paged, type Run } from './paged.svelte'
import type { OpenSession } from './session.svelte'

/** The records of the branch on screen as they stand in the file, and where the reader is among them. */
export class Records {
  total = $state(0)
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
  #list = new Paged<FileRecord, Run<FileRecord> & { total: number }>(
    (from, count) => this.#ask(from, count, ''),
    () => this.total || undefined,
    ({ total }) => (this.total = total),
  )
  /** What was asked about an earlier branch is let go. */
  #begun = 0
  /** Where the reader went last counts, whichever answer comes last. */
  #gone = 0

  constructor(
    private readonly api: Api,
    readonly session: OpenSession,
    /** A record was gone to. */
    private readonly chosen: (record: FileRecord) => void,
  ) {}

  /** Why records cannot be had; asking goes on with retry(). */
  get failed(): ApiError | undefined {
    return this.#list.failed
  }

  at(index: number): FileRecord | undefined {
    return this.#list.at(index)
  }

  /**
   * Shows the branch with the record of an entry so far below the top of the window; "" is its beginning. Answers
   * whether it did: the reader may be elsewhere by then.
   */
  async begin(entry: string, px = 0): Promise<boolean> {
    this.#begun++
    const gone = ++this.#gone
    this.#list.wantPages([])
    this.#list.begin()
    this.#open = emptySet()
    this.total = 0
    this.cursor = 0
    const at = await this.#find(entry)
    if (at === undefined || gone !== this.#gone) return false
    this.cursor = Math.max(0, at)
    this.target = { index: this.cursor, px }
    return true
  }

  /** Shows the record of an entry, opened. */
  async open(entry: string, anew: boolean): Promise<void> {
    const there = await (anew ? this.begin(entry) : this.goTo(entry))
    if (there) this.#open = withAll(this.#open, [this.cursor])
  }

  /** The branch grew, or what is known of its records may be another thing. */
  async refresh(): Promise<void> {
    if (this.total === 0) return
    this.#list.renew()
    await this.#list.quiet()
  }

  /** Goes to the record of an entry; answers whether it did: that may be on no branch here, or the reader elsewhere by then. */
  async goTo(entry: string): Promise<boolean> {
    const gone = ++this.#gone
    const at = (await this.#find(entry)) ?? -1
    if (at < 0 || gone !== this.#gone) return false
    this.cursor = at
    this.target = { index: at, align: 'nearest' }
    return true
  }

  step(by: number): void {
    this.move(this.cursor + by)
  }

  /** Goes to a record and selects its entry. */
  move(index: number): void {
    if (this.total === 0) return
    this.cursor = clamp(index, 0, this.total - 1)
    this.target = { index: this.cursor, align: 'nearest' }
    this.choose(this.cursor)
  }

  /** The reader points at a record. */
  choose(index: number): void {
    this.#gone++
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
    this.#list.want(from, to, from < this.top ? -1 : 1)
    this.top = from
  }

  retry(): void {
    if (this.total === 0) void this.begin('')
    else this.#list.retry()
  }

  /** Where the record of an entry is, -1 when it is not on the branch; undefined when another branch is shown meanwhile. */
  async #find(entry: string): Promise<number | undefined> {
    const begun = this.#begun
    try {
      const { at } = await this.#list.bring(this.#ask(0, pageRows, entry))
      return begun === this.#begun ? at : undefined
    } catch (cause) {
      if (begun !== this.#begun) return undefined
      this.#list.failed = toApiError(cause)
      return -1
    }
  }

  async #ask(from: number, count: number, at: string) {
    const { handle: session, leaf } = this.session
    const answer = await this.api.records({ session, leaf, from, count, at })
    return { ...answer, from: answer.records[0]?.index ?? from, rows: answer.records }
  }
}
