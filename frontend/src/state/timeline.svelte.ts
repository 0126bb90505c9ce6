import type { Api, Body } from '../api/api'
import { ApiError, toApiError } from '../api/errors'
import type { BodyField, CopyForm, FileRecord, Hit, Row, Turn } from '../api/types'
import { carriedRow, Listing } from '../lib/listing'
import { noMarks, placeOf, type ListMode, type Mark } from '../lib/outline'
import { bounded, emptyMap, emptySet, toggled, withAll } from '../lib/sets'
import { BranchSource, type Branch } from './branch.svelte'
import { Find } from './find.svelte'
import { News } from './news.svelte'
import { Records } from './records.svelte'
import type { OpenSession } from './session.svelte'
import { foldsOver } from './unfold'

/** How a branch is read: as a list of rows, or as the records of the file. */
export type Mode = ListMode | 'raw'

/** The list that stands for a way of reading: records have that of all rows. */
const listed = (mode: Mode): ListMode => (mode === 'raw' ? 'read' : mode)

/** What is copied: the selected row, its turn, the rows that were selected one to another, or those where there are some. */
export type CopyPart = 'row' | 'turn' | 'selection' | 'rows'

/** Where the window stands: its first row, -1 for what is above the first, and how much of that is above. */
export interface Top {
  row: number
  offsetPx: number
}

/** What the places of a list measure in a pane of a width. */
export interface Sizes {
  widthPx: number
  px: number[]
}

/** What the view is to bring on screen. Row -1 is what stands above the first row. */
export interface Target {
  row: number
  /** Opened: as near as possible, once the row has its new height. Held: as the window stood before. Below and above: the way of a step to it. */
  align: 'start' | 'end' | 'nearest' | 'below' | 'above' | 'opened' | 'held'
  /** Pixels of the row that are above the window; only with align start and held. */
  offsetPx: number
}

const patienceMs = 250
/** So many rows fit on a screen. */
const screenRows = 40
/** Of so many lists it is known what they measured. */
const keptLists = 4

/** One branch as rows to read: what is loaded, what is unfolded, and where the reader is. */
export class Timeline {
  readonly #source: BranchSource
  mode = $state<Mode>('read')
  /** Quiet rows are shown: levels, usage, names, custom entries. */
  meta = $state(false)
  /** The rows carried over from the run before are shown. */
  carriedOpen = $state(false)
  /** The row the keys act on, carriedRow among them, -1 when there is none. */
  cursor = $state(-1)
  /** The row from which rows are selected up to the cursor, -1 for none. */
  #anchor = $state(-1)
  /** What is unfolded, by rowKey and the name of the part. */
  open = $state.raw<ReadonlySet<string>>(emptySet())
  /** The row that was opened to be peeked at, by rowKey. */
  #peeked = $state('')
  /** Where to scroll; replaced for each jump. */
  target = $state.raw<Target | null>(null)
  /** The last selection of another pane that was brought on screen: showing the list again does not bring it again. */
  revealed = 0
  /** What came since the reader was at the end. */
  readonly news = new News()
  /** What is looked for in the branch. */
  readonly find: Find
  /** The records of the branch, for reading it raw. */
  readonly records: Records
  /** Where a row stands in the window of the list that is shown, in pixels; undefined while it is not drawn. */
  pxOf: ((row: number) => number | undefined) | undefined
  /** Scrolls within a row that is higher than the window; answers whether there was more of it to read. */
  readOn: ((row: number, dir: 1 | -1) => boolean) | undefined
  /** The row that stays where it is in the window when the branch is read in another way, which the next list takes. */
  held: { row: number; px: number } | undefined
  /** Pages to scroll by; replaced for each press. */
  paging = $state.raw<{ dir: 1 | -1 } | null>(null)

  readonly rows = $derived(this.branch?.rows ?? null)
  /** Rows are listed when the outline knows them; without one, when any of them is here. */
  readonly total = $derived(this.branch?.outline.total || (this.rows?.total ?? 0))
  readonly carried = $derived(this.rows?.carried ?? '')
  readonly carriedRows = $derived(this.rows?.carriedRows ?? 0)
  /** What is on the list in each way of reading. */
  readonly #listing = $derived.by(() => {
    const { total, meta, carriedRows, carriedOpen } = this
    return new Listing(this.branch && { outline: this.branch.outline, total, meta, carriedRows, carriedOpen })
  })
  /** The rows on the list, in order; carriedRow is the first where something was carried over. */
  readonly shown = $derived(this.#listing.rows(listed(this.mode)))
  readonly counts = $derived(this.branch?.outline.counts() ?? noMarks)

  /** The rows that are selected together, from the first to the last. */
  readonly picked = $derived(
    this.#anchor < 0 || this.cursor < 0 || this.#anchor === this.cursor
      ? undefined
      : { from: Math.min(this.#anchor, this.cursor), to: Math.max(this.#anchor, this.cursor) },
  )

  /** What is new of the rows on the list, and how many branches are. */
  readonly fresh = $derived.by(() => {
    const { firstNew, branchesSeen } = this.news
    return {
      rows: this.shown.length - placeOf(this.shown, firstNew),
      errors: this.branch?.outline.count('error', firstNew) ?? 0,
      branches: Math.max(0, this.session.info.branches - branchesSeen),
    }
  })
  /** The row above which the line stands that says where the reader stopped, -1 for none. */
  readonly stoppedAt = $derived(
    this.news.stopped ? (this.shown[placeOf(this.shown, this.news.stopped.row)] ?? -1) : -1,
  )

  /** Where the window stands: its first row, how much of it is above, and its last row. */
  top = $state.raw<Top>({ row: -1, offsetPx: 0 })
  #bottom = 0
  /** The reader scrolled away from the cursor: keys go on from what is on screen. */
  #away = false
  #begun = false
  /** What the outcome above the rows measures, -1 when it was not shown yet. */
  outcomePx = -1
  /** Pictures keep their addresses while the session grows, so that they are not loaded again. */
  #pictures = new Map<string, string>()
  /** The end is followed when the selection of another pane has come there. */
  #endNext = false
  #jumps = 0
  #modes = 0
  /** How the branch was read before, where the window stood then, and where it stood first in this way of reading. */
  #left: { mode: Mode; top: Top; cursor: number; first: Top | undefined } | undefined
  /** What lists measure, for when they are shown again. */
  #sizes: ReadonlyMap<string, Sizes> = emptyMap()
  /** What keys asked for before the first rows were here. */
  #asked: (() => void)[] = []
  /** Where the reader is to stand on the branch that is being read. */
  #back: { key: string; top: Top } | undefined

  constructor(
    readonly api: Api,
    readonly session: OpenSession,
  ) {
    this.find = new Find(api, {
      session: session.handle,
      leaf: () => this.branch?.leaf ?? session.leaf,
      here: () => this.branch !== null,
      top: () => this.top.row,
      show: (hit) => void this.#show(hit),
    })
    this.records = new Records(api, session, (record) => this.#selectRecord(record))
    let offsetPx = 0
    this.#source = new BranchSource(api, session, {
      stay: () => {
        offsetPx = this.top.offsetPx
        return this.top.row >= 0 ? this.row(this.top.row) : undefined
      },
      turned: (row) => this.#turned(row, offsetPx),
    })
  }

  get branch(): Branch | null {
    return this.#source.branch
  }

  /** Why the branch cannot be read. */
  get failed() {
    return this.#source.failed
  }

  #selectRecord({ entry, row }: FileRecord): void {
    this.cursor = row
    this.session.pane = 'timeline'
    this.session.select(entry, { from: 'timeline' })
  }

  /** A view shows the timeline: from now on it is loaded. */
  begin(): void {
    if (this.#begun) return
    this.#begun = true
    void this.#source.load()
  }

  /** The branch or the revision changed: ask again for what is shown. */
  async refresh(): Promise<void> {
    if (!this.#begun) return
    const from = this.branch?.outline.lastPrompt ?? 0
    await this.#source.load()
    this.find.goOn(from)
    if (this.mode === 'raw') await this.records.refresh()
  }

  /** The branch on screen ends further on. */
  goesOn(from: string, to: string): void {
    this.#source.goesOn(from, to)
  }

  /** The file was rewritten: what is here stays on screen until it was read again. */
  forget(): void {
    this.#pictures.clear()
    this.#source.forget()
  }

  retry(): void {
    this.#source.failed = null
    this.rows?.retry()
    if (!this.branch) void this.#source.load()
  }

  row(index: number): Row | undefined {
    return this.rows?.at(index)
  }

  turn(index: number): Turn | undefined {
    return this.rows?.turn(index)
  }

  /** Whether a row is the first of its turn that is on the list: rows before it may be hidden. */
  startsTurn(row: number): boolean {
    return this.#listing.turnBegins(this.shown[placeOf(this.shown, row) - 1] ?? -1, row)
  }

  /** What a list measured when it was shown last. */
  sizesOf(list: string): Sizes | undefined {
    return this.#sizes.get(list)
  }

  keepSizes(list: string, sizes: Sizes): void {
    const next = new Map(this.#sizes)
    next.delete(list)
    this.#sizes = bounded(next.set(list, sizes), keptLists, () => true)
    this.outcomePx = sizes.px[0] ?? -1
  }

  /** The view shows these rows, by the reader's hand or by itself; offsetPx of the first are above the window. */
  seen(first: number, last: number, offsetPx: number, atEnd = false, byHand = true): void {
    const dir = first < this.top.row ? -1 : 1
    const stands = first === this.top.row && offsetPx === this.top.offsetPx
    this.top = { row: first, offsetPx }
    if (this.#left && !byHand) this.#left.first = this.top
    this.#bottom = last
    if (this.#inView()) this.#away = false
    else if (!stands && (byHand || this.news.following)) this.#away = true
    this.news.look({ rows: this.total, branches: this.session.info.branches, first, last, atEnd })
    const rows = this.rows
    const from = first < 0 ? (this.shown.find((row) => row >= 0) ?? 0) : first
    if (rows) rows.want(from, Math.max(from, last) + 1, dir)
  }

  /** The entry a row stands for; how a run ended is of no entry, and stands at the end of the branch. */
  entryOf(row: Row): string {
    return row.kind === 'result' ? (this.branch?.leaf ?? '') : row.entry
  }

  /** The reader points at a row, or at the last of several. */
  select(row: Row, extend = false): void {
    if (row.index !== this.cursor) this.endPeek()
    this.#anchor = !extend ? -1 : this.#anchor < 0 ? this.cursor : this.#anchor
    this.cursor = row.index
    this.#away = false
    this.news.following = false
    this.session.pane = 'timeline'
    this.session.select(this.entryOf(row), { from: 'timeline' })
  }

  /** The reader points at the row that stands for what was carried over. */
  selectCarried(): void {
    this.cursor = carriedRow
    this.#away = false
    this.session.pane = 'timeline'
  }

  /** Shows what was carried over, or folds it. */
  foldCarried(): void {
    this.carriedOpen = !this.carriedOpen
    if (this.cursor >= 0 && this.cursor < this.carriedRows) this.cursor = carriedRow
  }

  /** Another pane selected an entry: bring its row on screen. Answers whether it is on this branch. */
  async reveal(key: string): Promise<boolean> {
    const rows = this.rows
    if (!rows || key === '') return false
    if (this.mode === 'raw') return this.records.goTo(key)
    const jump = ++this.#jumps
    let row: number
    try {
      row = await rows.find(key)
    } catch (cause) {
      rows.failed = toApiError(cause)
      return false
    }
    if (rows !== this.rows || row < 0) return false
    if (jump !== this.#jumps) return true
    const end = this.#endNext && row === this.shown.at(-1)
    this.#endNext = false
    await this.#goto(row, end ? 'end' : 'nearest', { select: false })
    this.news.following = end
    return true
  }

  /** The reader comes back to where they were: on the branch that is here, or on the one that is read next. */
  comeBack(back: { key: string; top: Top }, turns: boolean): void {
    this.#back = turns || !this.branch ? back : undefined
    if (this.#back) return
    this.#jumps++
    this.news.following = false
    this.#anchor = -1
    this.#away = true
    this.top = back.top
    this.target = { ...back.top, align: 'held' }
    void this.#choose(back.key)
  }

  /** Keys act on the row of an entry, which stays where it is. */
  async #choose(key: string): Promise<void> {
    if (this.mode === 'raw' && key !== '') {
      await this.records.goTo(key)
      return
    }
    const jump = this.#jumps
    this.cursor = -1
    const rows = this.rows
    if (!rows || key === '') return
    try {
      const row = await rows.find(key)
      if (rows === this.rows && jump === this.#jumps) this.cursor = row
    } catch (cause) {
      rows.failed = toApiError(cause)
    }
  }

  /** Keeps what a key asks for until the first rows are here; answers whether it is kept. */
  #later(act: () => void): boolean {
    if (this.branch) return false
    this.#asked.push(act)
    return true
  }

  /** Moves the selection, or goes on within a row that is higher than the window; dir is 1 or -1. */
  step(dir: 1 | -1): void {
    if (this.#later(() => this.step(dir))) return
    if (this.mode === 'raw') return this.records.step(dir)
    const shown = this.shown
    if (this.#inView() && this.readOn?.(this.cursor, dir)) {
      this.news.following = false
      return
    }
    let place = this.#onScreen()
      ? placeOf(shown, this.cursor) + dir
      : placeOf(shown, this.top.row < 0 ? carriedRow : this.top.row)
    place = Math.max(0, Math.min(shown.length - 1, place))
    const row = shown[place]
    if (row !== undefined) void this.#goto(row, dir > 0 ? 'below' : 'above')
  }

  /** Selects one more row with those that are selected, or one less. */
  extend(dir: 1 | -1): void {
    const place = placeOf(this.shown, this.cursor) + dir
    const row = this.shown[place]
    if (this.mode === 'raw' || this.cursor < 0 || row === undefined || row < 0) return
    const anchor = this.#anchor < 0 ? this.cursor : this.#anchor
    void this.#goto(row, 'nearest')
    this.#anchor = anchor
  }

  /** Rows as text to copy. */
  async textOf(part: CopyPart, form: CopyForm): Promise<string> {
    const { handle: session, revision, selected } = this.session
    const leaf = this.branch?.leaf ?? this.session.leaf
    const here = this.row(this.cursor)
    const at =
      here && this.entryOf(here) === selected ? this.cursor : ((await this.rows?.find(selected)) ?? -1)
    if (at < 0) throw new ApiError('notFound', 'The entry is not on the branch that is shown.')
    let [from, to] = [at, at + 1]
    if ((part === 'selection' || part === 'rows') && this.picked)
      [from, to] = [this.picked.from, this.picked.to + 1]
    if (part === 'turn') {
      const row = await this.rows?.ready(at)
      const turn = row && this.turn(row.turn)
      if (turn) [from, to] = [turn.first, turn.first + turn.rows]
    }
    return this.api.rowsText({ session, revision, leaf, from, to, form })
  }

  /** Goes to the next or the previous row with a mark, and says where there is none. */
  jump(mark: Mark, dir: 1 | -1, none: () => void): void {
    if (this.#later(() => this.jump(mark, dir, none))) return
    const at = this.#onScreen()
      ? Math.max(-1, this.cursor)
      : Math.max(-1, dir > 0 ? this.top.row - 1 : this.top.row)
    const outline = this.branch?.outline
    const row =
      (mark === 'round' ? outline?.nextRound(at, dir, this.shown) : outline?.next(at, dir, mark)) ?? -1
    if (row >= 0) void this.#goto(row, 'start')
    else none()
  }

  first(): void {
    if (this.#later(() => this.first())) return
    if (this.mode === 'raw') return this.records.move(0)
    const row = this.shown[0]
    if (row !== undefined) void this.#goto(row, 'start', { top: true })
  }

  last(): void {
    if (this.#later(() => this.last())) return
    if (this.mode === 'raw') return this.records.move(Infinity)
    const row = this.shown.at(-1)
    if (row !== undefined) void this.#goto(row, 'end', { follow: true })
  }

  /** Another pane goes to its end: where that is the end of the branch, it is followed. */
  endNext(): void {
    this.#endNext = true
  }

  /** Goes to the end and follows it, whatever is selected. */
  follow(): void {
    const row = this.shown.at(-1)
    if (row === undefined) return
    this.scrollTo(row, 'end')
    this.news.following = true
  }

  page(dir: 1 | -1): void {
    if (this.mode === 'raw') return this.records.step(dir * this.records.pageLines)
    this.news.following = false
    this.paging = { dir }
  }

  /** Scrolls a row to the top or the bottom without selecting it. */
  scrollTo(row: number, align: 'start' | 'end' = 'start'): void {
    this.#jumps++
    this.news.following = false
    this.#away = true
    this.target = { row, align, offsetPx: 0 }
  }

  /** Shows the record of the selected entry as it stands in the file. */
  async showRecord(): Promise<void> {
    this.session.pane = 'timeline'
    const before = this.mode
    this.mode = 'raw'
    await this.records.open(this.session.selected, before !== 'raw')
  }

  /** Opens or closes the selected row. */
  toggle(): void {
    if (this.mode === 'raw') return this.records.toggle()
    if (this.cursor === carriedRow) {
      this.foldCarried()
      this.target = { row: carriedRow, align: 'nearest', offsetPx: 0 }
      return
    }
    const row = this.row(this.cursor)
    if (row) this.#toggle(row)
    else void this.rows?.ready(this.cursor).then((late) => late?.index === this.cursor && this.#toggle(late))
  }

  #toggle(row: Row): void {
    const key = rowKey(row)
    this.fold(key)
    if (this.isOpen(key)) this.target = { row: row.index, align: 'opened', offsetPx: 0 }
  }

  /** Whether the selected row is open only to be peeked at. */
  get peeking(): boolean {
    return this.#peeked !== '' && this.open.has(this.#peeked)
  }

  /** Opens the selected row until the reader goes on, or closes it again. */
  peek(): void {
    const row = this.mode === 'raw' ? undefined : this.row(this.cursor)
    if (!row || this.session.selected !== this.entryOf(row)) return
    const key = rowKey(row)
    if (this.peeking) this.endPeek()
    else if (!this.isOpen(key)) {
      this.#peeked = key
      this.fold(key)
      this.target = { row: row.index, align: 'opened', offsetPx: 0 }
    }
  }

  /** Closes the row that was peeked at. */
  endPeek(): void {
    if (this.peeking) this.fold(this.#peeked)
    this.#peeked = ''
  }

  isOpen(key: string): boolean {
    return this.open.has(key)
  }

  fold(key: string): void {
    this.open = toggled(this.open, key)
  }

  /** Reads the branch in another way, from where the reader is. */
  setMode(mode: Mode): void {
    this.session.pane = 'timeline'
    const asked = ++this.#modes
    if (mode === this.mode) return
    const here = this.#inView() ? this.cursor : this.top.row
    const back = this.#backIn(mode)
    let top = back ?? this.top
    let held: { row: number; px: number } | undefined
    let coming: Promise<unknown> | undefined
    const from = this.row(here)
    if (mode === 'raw') coming = soon(this.records.begin(from ? this.entryOf(from) : '', this.pxOf?.(here)))
    else {
      if (this.mode === 'raw') {
        const row = this.records.at(this.records.top)?.row ?? -1
        top = { row: this.records.top === 0 ? -1 : row, offsetPx: 0 }
      }
      const px = back ? undefined : this.mode === 'raw' ? this.records.chosenPx?.() : this.pxOf?.(this.cursor)
      if (px !== undefined && this.cursor >= 0) {
        const list = this.#rowsIn(mode)
        // A row that is not on the list leaves its place to the next one.
        held = { row: list[Math.min(placeOf(list, this.cursor), list.length - 1)] ?? -1, px }
        top = { row: held.row, offsetPx: -px }
      }
      coming = this.#coming(top.row, mode)
    }
    const jumps = this.#jumps
    const turn = () => {
      if (asked !== this.#modes) return
      const elsewhere = jumps !== this.#jumps
      // Where the reader went meanwhile, another part is to come.
      if (elsewhere && mode !== 'raw') return this.setMode(mode)
      this.held = held
      this.#left = { mode: this.mode, top: this.top, cursor: this.cursor, first: undefined }
      this.top = top
      this.mode = mode
      if (elsewhere) void this.records.goTo(this.session.selected)
    }
    // What is on screen stays until what comes is here.
    if (coming) void coming.then(turn)
    else turn()
  }

  /** Where the reader stood in a way of reading, when they have not moved since they left it. */
  #backIn(mode: Mode): Top | undefined {
    const left = this.#left
    if (left?.mode !== mode || left.first === undefined || this.mode === 'raw') return undefined
    const moved = placeOf(this.shown, this.top.row) - placeOf(this.shown, left.first.row)
    return left.cursor === this.cursor && Math.abs(moved) <= 1 ? left.top : undefined
  }

  /** The rows of a way of reading, in order. */
  #rowsIn(mode: Mode): readonly number[] {
    return mode === this.mode ? this.shown : this.#listing.rows(listed(mode))
  }

  /** Settles when the rows that come on screen with a row are here, or are too long on their way; undefined when they are here. */
  #coming(row: number, mode: Mode): Promise<unknown> | undefined {
    const { rows } = this
    if (!rows) return undefined
    const list = this.#rowsIn(mode)
    const place = placeOf(list, row)
    const missing = list
      .slice(Math.max(0, place - screenRows), place + screenRows)
      .filter((other) => other >= 0 && !rows.at(other))
    return missing.length === 0 ? undefined : soon(Promise.all(missing.map((other) => rows.ready(other))))
  }

  /** The text of a row's field, whole or some pieces of it. */
  body(row: number, field: BodyField, range?: { from: number; pieces: number }): Promise<Body> {
    const leaf = this.branch?.leaf ?? this.session.leaf
    return this.api.body({
      session: this.session.handle,
      revision: this.session.revision,
      leaf,
      row,
      field,
      ...range,
    })
  }

  blobUrl(key: string, n: number): string {
    const name = `${n} ${key}`
    const url =
      this.#pictures.get(name) ??
      this.api.blobUrl({ session: this.session.handle, revision: this.session.revision, key, n })
    this.#pictures.set(name, url)
    return url
  }

  /** Goes to what was found and unfolds what hides it. */
  async #show(hit: Hit): Promise<void> {
    if (this.branch?.outline.has(hit.row, 'meta')) this.meta = true
    const going = this.#goto(hit.row, 'nearest')
    const jump = this.#jumps
    await going
    const row = this.row(hit.row)
    if (!row || hit !== this.find.hit || jump !== this.#jumps) return
    this.open = withAll(this.open, foldsOver(row, rowKey(row), hit))
    if (this.mode !== 'raw') this.target = { row: hit.row, align: 'opened', offsetPx: 0 }
  }

  #inView(): boolean {
    if (this.cursor === carriedRow) return this.top.row < 0
    return this.cursor >= 0 && this.cursor >= this.top.row && this.cursor <= this.#bottom
  }

  /** Whether keys go on from the cursor, in view or not; when the reader scrolled away, they go on from what is on screen. */
  #onScreen(): boolean {
    return !this.#away || this.#inView()
  }

  /** Goes to a row, or with top to what stands above the first one; with follow the end is followed from then on. */
  async #goto(
    row: number,
    align: Target['align'],
    {
      select = true,
      top = false,
      follow = false,
    }: { select?: boolean; top?: boolean; follow?: boolean } = {},
  ): Promise<void> {
    const jump = ++this.#jumps
    const rows = this.rows
    if (!rows) return
    this.news.following = false
    if (row >= 0 && row < this.carriedRows) this.carriedOpen = true
    const before = this.mode
    const mode = this.#modeOf(row)
    row = this.#listing.nearest(row, this.#rowsIn(mode))
    this.#anchor = -1
    if (row !== this.cursor) this.endPeek()
    this.cursor = row
    this.#away = false
    const coming = this.#coming(row, mode)
    if (coming) await coming
    if (jump !== this.#jumps || rows !== this.rows) return
    // Read in another way meanwhile, the branch may not list the row.
    if (this.mode !== before)
      return this.#goto(this.#listing.nearest(row, this.shown), align, { select, top, follow })
    this.mode = mode
    const held = rows.at(row)
    if (mode === 'raw') {
      const found = held ?? (await rows.ready(row))
      if (found && (await this.records.goTo(this.entryOf(found)))) this.records.choose(this.records.cursor)
      return
    }
    this.target = { row: top ? -1 : row, align, offsetPx: 0 }
    if (follow) this.news.following = true
    const found = held ?? (await rows.ready(row))
    if (jump !== this.#jumps || !found || !select) return
    this.session.select(this.entryOf(found), { from: 'timeline' })
  }

  /** The way of reading that lists a row: this one, else the one that lists all. */
  #modeOf(row: number): Mode {
    return this.shown[placeOf(this.shown, row)] === row ? this.mode : 'read'
  }

  /** Another branch is here: the reader stays where both branches are the same. */
  #turned(row: number, offsetPx: number): void {
    this.cursor = -1
    this.#anchor = -1
    this.#away = true
    this.news.begin(this.total, this.session.info.branches)
    this.top = row >= 0 ? { row, offsetPx } : { row: -1, offsetPx: 0 }
    const back = this.#back
    this.#back = undefined
    if (back) {
      this.top = back.top
      void this.#choose(back.key)
    }
    if (this.mode === 'raw') void this.records.begin(this.session.selected)
    this.find.renew()
    if (this.#asked.length === 0) return
    // The keys came after what was selected when the session was opened.
    this.revealed = this.session.reveal.n
    for (const act of this.#asked.splice(0)) act()
  }
}

/** Settles with a promise, or when that takes long enough for the reader to see that something is on its way. */
function soon(promise: Promise<unknown>): Promise<unknown> {
  return Promise.race([promise, new Promise((done) => setTimeout(done, patienceMs))])
}

/** Names a row across revisions: a branch only grows at its end. */
export function rowKey(row: Row): string {
  return `${row.entry}#${row.index}`
}
