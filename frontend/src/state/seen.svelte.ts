import type { Api, Body } from '../api/api'
import { toApiError, type ApiError } from '../api/errors'
import type {
  ContextAnswer,
  ContextLine,
  ContextLinesAnswer,
  ContextMessageAnswer,
  ContextPlace,
} from '../api/types'
import { pageRows } from '../lib/rowPages'
import { emptySet, toggled } from '../lib/sets'
import { clamp } from '../lib/window'
import { Paged, type Run } from './paged.svelte'
import type { OpenSession } from './session.svelte'

/** The list on screen: what the model saw at an entry or, with a base, what changed since that one. */
export interface Shown {
  summary: ContextAnswer
  base: ContextPlace | undefined
  total: number
}

/** The choices of what to compare with. */
export type Since = 'lastPrompt' | 'lastReply' | 'beforeCompaction'

/** What the model saw at an entry of a session. */
export class Seen {
  /** The entry it is asked about, and the one it is compared with, "" for none. */
  at = $state('')
  base = $state('')
  /** Selecting an entry changes what is compared with, not what is compared. */
  comparing = $state(false)
  /** What was on screen stays while another answer is on its way. */
  shown = $state.raw<Shown | undefined>()
  /** The line the keyboard is at. */
  cursor = $state(0)
  /** Bumped when the line of the keyboard is to be brought into view. */
  moved = $state(0)
  /** How many lines fit on the screen. */
  pageLines = 20
  #open = $state.raw<ReadonlySet<string>>(emptySet())
  #lines = new Paged<ContextLine>(
    (from, count) => this.#ask(from, count),
    () => this.shown?.total ?? 0,
  )
  /** The question that was asked last. */
  #asked = 0
  #begun = false
  /** The entry what is on screen was asked about. */
  #of = ''

  constructor(
    readonly api: Api,
    readonly session: OpenSession,
  ) {}

  /** Why it cannot be told, or not told anew. */
  get failed(): ApiError | undefined {
    return this.#lines.failed
  }

  /** The branch on screen went on since, and no entry of it is selected. */
  get further(): boolean {
    const { selected, leaf } = this.session
    return selected === '' && !this.comparing && this.at !== '' && leaf !== this.at
  }

  /** The view is on screen: it begins at the selection, else at the end of the branch. */
  begin(): void {
    this.#begun = true
    if (!this.comparing) this.at = this.session.selected || this.session.leaf
    const { shown } = this
    if (this.#of !== this.at || (shown?.base?.key ?? '') !== this.base) this.#clear()
    void this.#load()
  }

  /** The view is left; what is on screen then is asked for anew. */
  end(): void {
    this.#begun = false
  }

  /** An entry was selected. */
  follow(key: string): void {
    if (this.comparing) this.base = key
    else this.at = key
    if (this.#begun) void this.#load()
  }

  /** The session grew: what was seen stays, but a reply may report of it now how much it was. */
  async refresh(): Promise<void> {
    const tokens = this.shown?.summary.tokens
    if (this.#begun && (tokens === undefined || tokens.recorded < tokens.total)) await this.#load()
  }

  /** The file is another one: its entries are not there any more. */
  forget(): void {
    this.comparing = false
    this.base = ''
    this.at = this.session.leaf
    this.#open = emptySet()
    if (this.#begun) void this.#load()
  }

  /** Compares with the entry that is selected next. */
  compare(): void {
    this.comparing = true
    this.base = ''
  }

  /** Whether there is such an entry to compare with. */
  can(which: Since): boolean {
    return (this.shown?.summary[which] ?? '') !== ''
  }

  compareSince(which: Since): void {
    const base = this.shown?.summary[which] ?? ''
    if (base === '') return
    this.comparing = true
    this.base = base
    void this.#load()
  }

  swap(): void {
    if (this.base === '') return
    ;[this.at, this.base] = [this.base, this.at]
    void this.#load()
  }

  /** Ends comparing; what was compared is selected again. */
  endComparing(): void {
    if (!this.comparing) return
    this.comparing = false
    this.base = ''
    if (this.session.selected !== '') this.session.select(this.at, { from: 'keys' })
    else void this.#load()
  }

  retry(): void {
    void this.#load()
  }

  line(index: number): ContextLine | undefined {
    return this.#lines.at(index)
  }

  isOpen(line: ContextLine): boolean {
    return this.#open.has(lineKey(line))
  }

  toggle(line = this.line(this.cursor)): void {
    if (line !== undefined && line.kind !== 'out' && line.kind !== 'in')
      this.#open = toggled(this.#open, lineKey(line))
  }

  step(by: number): void {
    this.goTo(this.cursor + by)
  }

  page(dir: 1 | -1): void {
    this.step(dir * this.pageLines)
  }

  goTo(index: number): void {
    this.cursor = clamp(index, 0, Math.max(0, (this.shown?.total ?? 0) - 1))
    this.moved++
  }

  /** Says which lines are in view. */
  want(from: number, to: number, dir: 1 | -1): void {
    this.#lines.want(from, to, dir)
  }

  /** The entries that were left out on a line. */
  left(index: number, from: number): Promise<ContextLinesAnswer> {
    return this.api.contextLines({ ...this.#shownQuery(), base: '', left: index, from, count: pageRows })
  }

  /** What a message says; where it fell out it is one of the context before. */
  message(line: ContextLine): Promise<ContextMessageAnswer> {
    return this.api.contextMessage(this.#messageQuery(line))
  }

  /** The system prompt in force. */
  prompt(): Promise<ContextMessageAnswer> {
    const { session, at } = this.#shownQuery()
    return this.api.contextMessage({ session, at, message: -1 })
  }

  /** A block of a message: pieces of it, or the whole. */
  said(
    line: ContextLine | undefined,
    block: number,
    revision: number,
    part?: { from: number; pieces: number },
  ): Promise<Body> {
    const query =
      line === undefined ? { ...this.#shownQuery(), message: -1 } : { ...this.#messageQuery(line) }
    return this.api.said({ ...query, block, revision, ...part })
  }

  #shownQuery() {
    return { session: this.session.handle, at: this.shown?.summary.at.key ?? '' }
  }

  #messageQuery(line: ContextLine) {
    const query = { ...this.#shownQuery(), message: line.message }
    return this.fell(line) && this.shown?.base !== undefined ? { ...query, at: this.shown.base.key } : query
  }

  /** Whether a line is among those that fell out. */
  fell(line: ContextLine): boolean {
    return this.shown?.base !== undefined && line.index < this.#second
  }

  /** Where the list of what came in begins. */
  #second = 0

  /** Nothing of what was seen is on screen. */
  #clear(): void {
    this.shown = undefined
    this.cursor = 0
  }

  async #load(): Promise<void> {
    const asked = ++this.#asked
    const { at: of, base } = this
    const session = this.session.handle
    if (of === '') return
    try {
      // The last row of a branch stands for its end: for the edits behind it as well.
      const at = (await this.session.about(of))?.last ?? of
      if (asked !== this.#asked) return
      const [summary, lines, before] = await Promise.all([
        this.api.context({ session, at }),
        this.api.contextLines({ session, at, base, from: 0, count: pageRows }),
        base === '' ? undefined : this.api.context({ session, at: base }),
      ])
      if (asked !== this.#asked) return
      const [fellOut] = lines.lines
      this.#second = base === '' ? 0 : (fellOut?.count ?? 0) + 1
      // What changed is another list than what was seen: it begins at its first line.
      const another = (this.shown?.base === undefined) !== (before === undefined)
      this.#of = of
      this.shown = { summary, base: before?.at, total: lines.total }
      this.cursor = another ? 0 : clamp(this.cursor, 0, Math.max(0, lines.total - 1))
      this.#lines.begin({ from: 0, rows: lines.lines })
    } catch (cause) {
      if (asked === this.#asked) this.#lines.failed = toApiError(cause)
    }
  }

  async #ask(from: number, count: number): Promise<Run<ContextLine>> {
    const base = this.shown?.base?.key ?? ''
    const answer = await this.api.contextLines({ ...this.#shownQuery(), base, from, count })
    return { from: answer.from, rows: answer.lines }
  }
}

/** Names a line: an entry gives several where a compaction kept the system prompt. */
export function lineKey(line: ContextLine): string {
  return `${line.kind} ${line.entry} ${line.word} ${line.why} ${line.by}`
}
