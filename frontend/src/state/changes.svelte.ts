import type { Api } from '../api/api'
import { toApiError, type ApiError } from '../api/errors'
import type { ChangeAnswer, ChangedRow, ChangesAnswer, ChangesPart } from '../api/types'
import { lineOf, linesIn, placeAt, spansOf, type LinePlace } from '../lib/changedLines'
import { pageRows } from '../lib/rowPages'
import { bounded, emptyMap, emptySet, toggled, withEntry } from '../lib/sets'
import { clamp } from '../lib/window'
import { Paged, type Run } from './paged.svelte'
import { answerOf, loading, type Remote } from './remote'
import type { OpenSession } from './session.svelte'

const keptDetails = 60
/** What a session that grows has changed is worked out no more often: it reads what was written. */
const everyMs = 2000

export const changesParts = ['files', 'undone', 'outside', 'elsewhere'] as const

/** A line of the list. */
export interface ChangesPlace extends LinePlace {
  part: ChangesPart
}

/** What was done to a file, for the row it was asked for. */
interface Detail {
  row: ChangedRow
  change: Remote<ChangeAnswer>
}

/** What the branch on screen changed. */
export class Changes {
  /** What was on screen stays while another answer is on its way. */
  shown = $state.raw<ChangesAnswer | undefined>()
  /** The certainty that is shown alone, "command" for the commands, "" for all. */
  only = $state('')
  /** Which of the folded parts are open. */
  unfolded = $state.raw<ReadonlySet<ChangesPart>>(emptySet())
  /** The line the keyboard is at, and the hunk of it, -1 for the line itself. */
  cursor = $state.raw<ChangesPlace>({ part: 'files', n: 0 })
  hunk = $state(-1)
  /** Bumped when the line of the keyboard is to be brought into view. */
  moved = $state(0)
  /** How many lines fit on the screen. */
  pageLines = 20
  /** What is not in the patch that was copied, or doubtful there; nothing was copied where none is. */
  left = $state.raw<{ text: string[]; total: number; none: boolean } | undefined>()
  #open = $state.raw<ReadonlySet<string>>(emptySet())
  #details = $state.raw<ReadonlyMap<string, Detail>>(emptyMap())
  #parts: Record<ChangesPart, Paged<ChangedRow>> = {
    files: this.#paged('files'),
    undone: this.#paged('undone'),
    outside: this.#paged('outside'),
    elsewhere: this.#paged('elsewhere'),
  }
  /** The branch that is shown, and the one that is being worked out. */
  #leaf = ''
  #coming = ''
  #asked = 0
  /** Keys that wait until the hunks of the row are known. */
  #later: (1 | -1)[] = []
  #begun = false
  #askedMs = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  readonly spans = $derived.by(() => {
    const { shown } = this
    if (shown === undefined) return []
    return spansOf(
      changesParts.map((part) => ({ part, rows: this.rows(part), open: this.unfolded.has(part) })),
    )
  })
  readonly total = $derived(linesIn(this.spans))
  /** The line of the keyboard, counted from the top. */
  readonly stop = $derived(lineOf(this.spans, this.cursor))

  constructor(
    readonly api: Api,
    readonly session: OpenSession,
  ) {}

  /** Why it cannot be told, or not told anew. */
  get failed(): ApiError | undefined {
    return changesParts.map((part) => this.#parts[part].failed).find((cause) => cause !== undefined)
  }

  /** How many rows a part has. */
  rows(part: ChangesPart): number {
    const { shown } = this
    if (shown === undefined) return 0
    return part === 'files' ? shown.total : shown[part]
  }

  /** The branch changed nothing, and nothing is known of others. */
  get none(): boolean {
    const { shown } = this
    return shown !== undefined && this.only === '' && this.total === 0
  }

  /** The view is on screen. */
  begin(): void {
    this.#begun = true
    const { shown, session } = this
    if (shown?.revision !== session.revision || this.#leaf !== session.leaf || this.failed !== undefined)
      void this.#load(0)
  }

  /** The view is left; what is on screen then is asked for anew. */
  end(): void {
    this.#begun = false
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Another branch is on screen. */
  turn(): void {
    if (this.#begun) void this.#load(0)
  }

  /** The branch on screen ends further on. */
  goesOn(from: string, to: string): void {
    if (this.#leaf === from) this.#leaf = to
    if (this.#coming === from) this.#coming = to
  }

  /** The session grew: what it changed is asked for again, now and then. */
  refresh(): void {
    if (!this.#begun || this.#timer !== undefined) return
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        void this.#load(0)
      },
      Math.max(0, this.#askedMs + everyMs - Date.now()),
    )
  }

  /** The file is another one. */
  forget(): void {
    this.shown = undefined
    this.#leaf = ''
    this.turn()
  }

  retry(): void {
    void this.#load(0)
  }

  /** Shows one certainty alone, or all again. */
  show(only: string): void {
    this.only = this.only === only ? '' : only
    this.#goTo({ part: 'files', n: 0 })
    void this.#load(this.shown?.revision ?? 0)
  }

  place(line: number): ChangesPlace | undefined {
    const place = placeAt(this.spans, line)
    const part = changesParts.find((other) => other === place?.part)
    return place === undefined || part === undefined ? undefined : { part, n: place.n }
  }

  line(place: ChangesPlace): number {
    return lineOf(this.spans, place)
  }

  row({ part, n }: ChangesPlace): ChangedRow | undefined {
    return this.#parts[part].at(n)
  }

  isOpen({ part }: ChangesPlace, row: ChangedRow): boolean {
    return this.#open.has(rowKey(part, row))
  }

  /** What was done to the file of a row. */
  change({ part }: ChangesPlace, row: ChangedRow): Remote<ChangeAnswer> {
    return this.#details.get(rowKey(part, row))?.change ?? loading
  }

  toggle(place: ChangesPlace = this.cursor): void {
    if (place.n < 0) {
      this.unfolded = toggled(this.unfolded, place.part)
      return
    }
    const row = this.row(place)
    if (row === undefined) return
    this.#open = toggled(this.#open, rowKey(place.part, row))
    this.hunk = -1
    if (this.isOpen(place, row)) this.need(place, row)
  }

  /** A row is open on screen: what was done to its file is asked for, also when there is more of it. */
  need({ part }: ChangesPlace, row: ChangedRow): void {
    const key = rowKey(part, row)
    const before = this.#details.get(key)
    if (before?.row === row && before.change.state !== 'failed') return
    const change = before?.change.state === 'ready' ? before.change : loading
    this.#keepDetail(key, { row, change })
    void this.#askDetail(key, part, row)
  }

  #keepDetail(key: string, detail: Detail): void {
    this.#details = bounded(
      withEntry(this.#details, key, detail),
      keptDetails,
      (other) => other !== key && !this.#open.has(other),
    )
  }

  async #askDetail(key: string, part: ChangesPart, row: ChangedRow): Promise<void> {
    const change = await answerOf(this.api.change({ ...this.#query(), part, place: row.place }))
    if (this.#details.get(key)?.row !== row) return
    this.#keepDetail(key, { row, change })
    const here = this.row(this.cursor)
    if (here === undefined || rowKey(this.cursor.part, here) !== key) return
    for (const dir of this.#later.splice(0)) this.nextHunk(dir)
  }

  step(by: number): void {
    const place = this.place(clamp(this.stop + by, 0, Math.max(0, this.total - 1)))
    if (place !== undefined) this.#goTo(place)
  }

  page(dir: 1 | -1): void {
    this.step(dir * this.pageLines)
  }

  /** The line that has the focus. */
  at(place: ChangesPlace): void {
    if (place.part !== this.cursor.part || place.n !== this.cursor.n) this.hunk = -1
    this.cursor = place
    this.#later = []
  }

  #goTo(place: ChangesPlace): void {
    this.at(place)
    this.hunk = -1
    this.moved++
  }

  /** How many hunks of a row are on screen; it is open and read. */
  hunks(place: ChangesPlace): number {
    const row = this.row(place)
    if (row === undefined || !this.isOpen(place, row)) return 0
    const change = this.change(place, row)
    if (change.state !== 'ready') return 0
    return change.value.parts.length > 0 ? change.value.parts.length : change.value.steps.length
  }

  /**
   * Goes to the next hunk, in the next file where there is none in this one; from one of a file that is still to come,
   * once it is here. False where there is none.
   */
  nextHunk(dir: 1 | -1): boolean {
    const here = this.row(this.cursor)
    const open = here !== undefined && this.isOpen(this.cursor, here)
    if (this.hunk >= 0 && open && this.change(this.cursor, here).state === 'loading') {
      this.#later.push(dir)
      return true
    }
    const count = this.hunks(this.cursor)
    const next = Math.min(this.hunk, count - 1) + dir
    if (count > 0 && next >= 0 && next < count) {
      this.hunk = next
      this.moved++
      return true
    }
    for (let line = this.stop + (count === 0 && dir > 0 && this.hunk < 0 ? 0 : dir); ; line += dir) {
      const place = this.place(line)
      if (line < 0 || place === undefined) return false
      const row = place.n < 0 ? undefined : this.row(place)
      if (row === undefined || row.command !== '' || row.hunks === 0) continue
      if (!this.isOpen(place, row)) this.toggle(place)
      this.cursor = place
      this.hunk = dir > 0 ? 0 : Infinity // the last, once it is known which that is
      this.moved++
      return true
    }
  }

  /** All of it, or one file of the project, as a patch for git apply. */
  async patch(row?: ChangedRow): Promise<string> {
    let text = ''
    const place = row === undefined ? {} : { place: row.place }
    for (let from = 0; from >= 0;) {
      const piece = await this.api.changesPatch({ ...this.#query(), ...place, from })
      text += piece.text
      from = piece.next
      this.left =
        piece.leftTotal === 0 ? undefined : { text: piece.left, total: piece.leftTotal, none: text === '' }
    }
    return text
  }

  /** Says which lines are in view. */
  want(from: number, to: number, dir: 1 | -1): void {
    for (const part of changesParts) {
      const span = this.spans.find((other) => other.part === part)
      const first = span === undefined ? Infinity : span.from + (span.head ? 1 : 0)
      const end = first + (span?.rows ?? 0)
      if (to < first || from >= end) this.#parts[part].wantPages([])
      else this.#parts[part].want(Math.max(0, from - first), Math.min(to + 1, end) - first, dir)
    }
  }

  #query() {
    const { leaf, revision } = this.shown ?? { leaf: this.#leaf, revision: 0 }
    return { session: this.session.handle, leaf, known: revision }
  }

  async #load(known: number): Promise<void> {
    const asked = ++this.#asked
    const { handle: session, leaf } = this.session
    const { only } = this
    this.#askedMs = Date.now()
    this.#coming = leaf
    try {
      const answer = await this.api.changes({
        session,
        leaf,
        known,
        part: 'files',
        only,
        from: 0,
        count: pageRows,
      })
      if (asked !== this.#asked) return
      this.#take(answer, this.#coming, only)
    } catch (cause) {
      if (asked === this.#asked) this.#parts.files.failed = toApiError(cause)
    }
  }

  #listed = ''

  /** Takes over an answer: of the same branch what is on screen stays until newer rows are here. */
  #take(answer: ChangesAnswer, leaf: string, only: string): void {
    const same = this.#leaf === leaf && this.shown !== undefined
    if (!same) {
      this.#open = emptySet()
      this.#details = emptyMap()
      this.left = undefined
      this.cursor = { part: 'files', n: 0 }
      this.hunk = -1
    }
    const stays = same && this.#listed === only
    this.#leaf = leaf
    this.#listed = only
    this.shown = answer
    const { files, ...others } = this.#parts
    if (stays) files.renew(answer)
    else files.begin(answer)
    for (const part of Object.values(others))
      if (same) part.renew()
      else part.begin()
    const place = this.place(this.line(this.cursor))
    if (place !== undefined) this.cursor = place
  }

  #paged(part: ChangesPart): Paged<ChangedRow> {
    const ask = async (from: number, count: number): Promise<Run<ChangedRow>> => {
      const only = part === 'files' ? this.#listed : ''
      return this.api.changes({ ...this.#query(), part, only, from, count })
    }
    return new Paged(ask, () => this.rows(part))
  }
}

/** Names a row of a part: what is open stays open while others come. */
function rowKey(part: ChangesPart, row: ChangedRow): string {
  return [part, row.path, row.from, row.command, row.leaf].join('\n')
}
