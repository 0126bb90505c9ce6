import type { Api } from '../api/api'
import { toApiError } from '../api/errors'
import type {
  EntryAnswer,
  GraphAnswer,
  GraphCrumb,
  GraphFilter,
  GraphQuery,
  GraphRow,
  GraphWay,
} from '../api/types'
import { Pages } from '../lib/pages'
import { kept } from '../lib/same'
import { GraphFind } from './graphFind.svelte'
import { GraphPicture } from './graphPicture.svelte'
import { Moves } from './moves'
import { failed, loading, ready, type Remote } from './remote'
import type { OpenSession } from './session.svelte'

const pageRows = 200
const pagesKept = 12
const hoverAfterMs = 150

/** What is known about the whole graph. */
interface Shape {
  total: number
  lanes: number
  branches: number
  /** The way down to the hoisted entry, which is the last; empty when none is. */
  crumbs: readonly GraphCrumb[]
  /** How many entries hold the words looked for. */
  hits: number
}

/** A folded branch: its first row, and the row that one hangs under. */
interface Fold {
  key: string
  parent: string
}

function shapeOf({ total, lanes, branches, crumbs = [], hits = 0 }: GraphAnswer): Shape {
  return { total, lanes, branches, crumbs, hits }
}

/** What is said when a way leads nowhere. */
const nowhere: Partial<Record<GraphWay, string>> = {
  root: 'This is the first row of the branch.',
  child: 'The branch ends here.',
  point: 'There is no other branch point that way.',
  leaf: 'No other branch ends that way.',
}

/** The rows of the branch graph, asked for in pages around what is on screen. */
export class Graph {
  /** The whole graph; its rows come with at(). */
  shape = $state.raw<Remote<Shape>>(loading)
  filter = $state<GraphFilter>('all')
  /** Folded steps the reader has opened. */
  open = $state.raw<readonly string[]>([])
  /** Branches the reader has folded. */
  folds = $state.raw<readonly Fold[]>([])
  /** The entry that is shown with what stands below it alone, "" for the whole tree. */
  root = $state('')
  /** The whole tree is shown as a picture in place of its rows. */
  overview = $state(false)
  /** The row of the selection, -1 when it has none under this filter. */
  cursor = $state(-1)
  /** Bumped when the cursor's row must be brought into view. */
  scroll = $state.raw({ n: 0, center: false })
  /** What is known about the row under the pointer. */
  hovered = $state.raw<EntryAnswer | undefined>()
  /** Why what was asked for last did not happen, "" when it did. */
  notice = $state('')
  readonly finder: GraphFind
  readonly picture: GraphPicture

  /** How many lanes there were at first: the room they get then stays, whatever grows. */
  lanesFirst = 0
  /** The last of those times that was seen to: the rows may not be on screen meanwhile. */
  scrolled = 0
  /** Where the pane was scrolled to, for when it is shown again. */
  scrollPx = 0

  #version = $state(0)
  #pages = new Pages<GraphRow>(pageRows, pagesKept)
  /** Rows of before the last change, shown until the new ones are here. */
  #before = new Pages<GraphRow>(pageRows, pagesKept)
  /** The change moved rows to other places: all old ones go with the first new ones. */
  #moved = false
  #generation = 0
  /** The pages that are being asked for. */
  #asking = new Map<number, Promise<void>>()
  #wanted = { from: 0, to: 0 }
  #located = 0
  /** The row of the selection is being asked for. */
  #locating: Promise<number> | undefined
  readonly moves = new Moves(
    () => this.session.selected,
    () => this.#locating,
  )
  #hoverTimer: ReturnType<typeof setTimeout> | undefined
  #hoverKey = ''

  constructor(
    readonly api: Api,
    readonly session: OpenSession,
  ) {
    if (session.info.branches === 1) this.filter = 'prompts'
    this.finder = new GraphFind(api, this)
    this.picture = new GraphPicture(api, this)
  }

  /** A row, or undefined while it is not here. Reading it follows changes. */
  at(index: number): GraphRow | undefined {
    void this.#version
    return this.#pages.at(index) ?? this.#before.at(index)
  }

  /** The last entry of the row that is selected: folded steps are several. */
  get end(): string {
    const row = this.at(this.cursor)
    const { selected } = this.session
    return row?.key === selected && !row.open ? row.last : selected
  }

  /** Where an entry's row is among those that are here, -1 when it is not. Reading it follows changes. */
  placeOf(key: string): number {
    void this.#version
    return this.#here(key)
  }

  /** Says which rows are on screen; those that are missing are asked for. */
  want(from: number, to: number): void {
    this.#wanted = { from, to: Math.max(to, from + 1) }
    for (const page of this.#pages.missing(this.#wanted.from, this.#wanted.to)) void this.#ask(page)
  }

  /** The branch or the revision changed: the same rows in another light, perhaps more of them. */
  async refresh(): Promise<void> {
    this.mark()
    void this.picture.refresh()
    const generation = this.#generation
    await Promise.all(this.#asking.values())
    if (generation === this.#generation) await this.#stay()
  }

  /** Asks for the rows on screen again, which stay where they are. */
  mark(): void {
    this.#restart({ moved: false })
  }

  setFilter(filter: GraphFilter): void {
    if (filter === this.filter) return
    this.filter = filter
    this.#rearrange()
  }

  /** Shows an entry with what stands below it alone, or with "" the whole tree again. */
  hoist(key: string): void {
    if (key === this.root) return
    this.root = key
    // Who wants to see a branch alone wants to see it.
    this.folds = this.folds.filter((fold) => fold.key !== key)
    this.#rearrange()
    void this.picture.refresh()
  }

  /** Hoists the selected entry; where it is hoisted already, shows the whole tree again. */
  toggleHoist(): void {
    void this.moves.make(() => {
      const key = this.at(this.cursor)?.key ?? this.session.selected
      this.hoist(key === this.root ? '' : key)
      return undefined
    })
  }

  /** Everything the reader has put away is shown again. */
  showAll(): void {
    this.filter = 'all'
    this.root = ''
    this.folds = []
    this.#rearrange()
    void this.picture.refresh()
  }

  isFolded(key: string): boolean {
    return this.folds.some((fold) => fold.key === key)
  }

  /** Folds the branch that begins with a row into that row, or unfolds it. */
  toggleFold(key: string, parent = ''): void {
    this.folds = this.isFolded(key)
      ? this.folds.filter((fold) => fold.key !== key)
      : [...this.folds, { key, parent }]
    const stays = this.cursor >= 0 && this.cursor === this.#here(key)
    this.#restart({ moved: true })
    if (!stays) void this.locate(this.session.selected || key, { center: false })
  }

  /** Folds or unfolds the branch the selected entry stands on. */
  async toggleFoldHere(): Promise<void> {
    const row = this.at(this.cursor)
    if (row !== undefined && (row.folded === true || row.foldable === true)) {
      this.toggleFold(row.key, row.parent)
      return
    }
    const key = await this.#way('branch', false)
    if (key === '') this.notice = 'There is no branch to fold here: nothing forks above this row.'
    else if (key !== undefined) this.toggleFold(key, this.at(this.#here(key))?.parent)
  }

  unfoldAll(): void {
    if (this.folds.length === 0) return
    this.folds = []
    this.#rearrange()
  }

  /** Unfolds the branches and steps beside the cursor's row: those that leave the same branch point. */
  unfoldBeside(): void {
    const row = this.at(this.cursor)
    if (row === undefined) return
    const beside = [...this.#pages.all()]
      .map(([, other]) => other)
      .filter(({ parent }) => parent === row.parent)
    const steps = beside.filter(({ steps, open }) => steps > 0 && !open).map(({ key }) => key)
    const folds = this.folds.filter(({ key, parent }) => parent !== row.parent && key !== row.key)
    if (steps.length === 0 && folds.length === this.folds.length) return
    this.folds = folds
    this.open = [...this.open, ...steps]
    this.#rearrange()
  }

  /** Opens or folds the steps that begin with a key. */
  toggle(key: string): void {
    this.open = this.open.includes(key) ? this.open.filter((other) => other !== key) : [...this.open, key]
    // Opening adds and takes rows below this one only; its first step has the same key.
    const stays = this.cursor >= 0 && this.cursor === this.#here(key)
    this.#restart({ moved: true })
    if (!stays) void this.locate(this.session.selected || key, { center: false })
  }

  /** Finds the row of an entry, puts the cursor there and brings it into view. */
  async locate(key: string, how: { center: boolean }): Promise<void> {
    const located = ++this.#located
    this.#settled()
    if (key === '') {
      this.cursor = -1
      return
    }
    let index = this.#here(key)
    if (index < 0) {
      index = await (this.#locating = this.#placeInAll(key))
      if (located !== this.#located) return
      this.#locating = undefined
    }
    this.cursor = index
    if (index >= 0) this.scroll = { n: this.scroll.n + 1, center: how.center }
  }

  async #placeInAll(key: string): Promise<number> {
    try {
      const { at } = await this.api.graph({ ...this.query(), from: 0, count: 1, at: key })
      // Among the rows of before it would be another row.
      while (this.#moved && this.#asking.size > 0) await Promise.all(this.#asking.values())
      return at
    } catch {
      return -1 // the failure of the rows themselves is shown; a row that cannot be found is none
    }
  }

  /** Moves the cursor by rows and selects what it comes to. */
  step(by: number): void {
    void this.moves.make(() => {
      const total = this.shape.state === 'ready' ? this.shape.value.total : 0
      if (total === 0) return undefined
      const from = this.cursor < 0 ? (by > 0 ? -1 : total) : this.cursor
      return this.goTo(Math.min(Math.max(from + by, 0), total - 1))
    })
  }

  /** Puts the cursor on a row and selects its entry, where that is not here yet once it has come. */
  goTo(index: number): Promise<void> | undefined {
    this.#located++
    this.#settled()
    this.cursor = index
    this.scroll = { n: this.scroll.n + 1, center: false }
    const row = this.at(index)
    if (row === undefined) return this.#selectLate(index)
    this.session.select(row.key, { from: 'graph' })
    return undefined
  }

  async #selectLate(index: number): Promise<void> {
    const located = this.#located
    const row = await this.#fetch(index)
    if (row !== undefined && located === this.#located) this.session.select(row.key, { from: 'graph' })
  }

  first(): void {
    void this.moves.make(() => this.goTo(0))
  }

  last(): void {
    this.step(Infinity)
  }

  /** Folds open steps, else goes to the row this one hangs under. */
  outward(): void {
    void this.moves.make(() => {
      const row = this.at(this.cursor)
      if (row === undefined) return this.#known((entry) => entry.parent, 'There is no row above this one.')
      if (row.open && row.steps > 0) this.toggle(row.key)
      else if (row.parent === '') this.notice = nowhere.root ?? ''
      else this.#select(row.parent)
      return undefined
    })
  }

  /** Opens folded steps, else goes down the branch. */
  inward(): void {
    void this.moves.make(() => {
      const row = this.at(this.cursor)
      // Open steps are the rows below; the first of them has the same entry.
      if (row?.open === true && row.steps > 0) return this.goTo(this.cursor + 1)
      if (row === undefined || (row.folded !== true && row.steps === 0)) return this.#jump('child', false)
      if (row.folded === true) this.toggleFold(row.key)
      else this.toggle(row.key)
      return undefined
    })
  }

  /** Goes to the previous (-1) or next (1) way on from the same branch point. */
  sibling(dir: 1 | -1): void {
    void this.moves.make(() =>
      this.#known(
        (entry) => (dir === 1 ? entry.next : entry.previous),
        dir === 1
          ? 'There is no branch beside this one after it.'
          : 'There is no branch beside this one before it.',
      ),
    )
  }

  /** Goes where a way leads from the selected entry. */
  jump(way: GraphWay, back = false): Promise<void> {
    return this.moves.make(() => this.#jump(way, back))
  }

  async #jump(way: GraphWay, back: boolean): Promise<void> {
    const from = this.session.selected
    const key = await this.#way(way, back)
    if (key === undefined || this.moves.left(from)) return
    if (key === '' || key === from) this.notice = nowhere[way] ?? ''
    else this.#select(key)
  }

  /** The entry a way leads to, "" when it leads nowhere, undefined when Go did not answer. */
  async #way(way: GraphWay, back: boolean): Promise<string | undefined> {
    this.notice = ''
    try {
      const from = this.session.selected || this.session.leaf
      return (await this.api.graphMove({ ...this.query(), find: '', from, way, back })).key
    } catch {
      return undefined // the rows themselves say what is wrong
    }
  }

  /** Opens or folds the steps under the cursor, or unfolds its branch; false when there are none. */
  toggleAtCursor(): boolean {
    const row = this.at(this.cursor)
    if (row?.folded === true) {
      this.toggleFold(row.key)
      return true
    }
    if (row === undefined || (row.steps === 0 && !row.open)) return false
    this.toggle(row.key)
    return true
  }

  /** The pointer moves over an entry, or over none. A selection made after that counts for more. */
  hover(over: string): void {
    const key = over === this.session.selected ? '' : over
    if (key !== '' && key === this.#hoverKey) return
    clearTimeout(this.#hoverTimer)
    this.#hoverKey = key
    if (key === '') {
      this.hovered = undefined
      return
    }
    const leaf = this.session.leaf
    this.#hoverTimer = setTimeout(() => {
      this.api.entry({ session: this.session.handle, key, leaf }).then(
        (answer) => {
          if (this.#hoverKey === key) this.hovered = answer
        },
        // A pointer that rests on a row asked for nothing that has to be answered.
        () => undefined,
      )
    }, hoverAfterMs)
  }

  /** There is a new selection: what was said of the pointer's row or of what did not happen is over. */
  #settled(): void {
    this.#locating = undefined
    this.hover('')
    this.notice = ''
  }

  #select(key: string): void {
    this.session.select(key, { from: 'keys' })
  }

  async #known(which: (entry: EntryAnswer) => string, none: string): Promise<void> {
    const from = this.session.selected
    const entry = await this.session.selectedEntry()
    if (entry === undefined || this.moves.left(from)) return
    if (which(entry) === '') this.notice = none
    else this.#select(which(entry))
  }

  #here(key: string): number {
    for (const [index, row] of this.#pages.all()) if (row.key === key) return index
    return -1
  }

  /** What is shown of the graph, as Go is asked for it. */
  query(): GraphQuery {
    return {
      session: this.session.handle,
      filter: this.filter,
      leaf: this.session.leaf,
      open: [...this.open],
      folded: this.folds.map(({ key }) => key),
      root: this.root,
      find: this.finder.words,
    }
  }

  /** Other rows are shown, around the selected one. */
  #rearrange(): void {
    this.#restart({ moved: true })
    void this.locate(this.session.selected, { center: true })
  }

  #restart(how: { moved: boolean }): void {
    this.#generation++
    this.#asking.clear()
    this.#moved ||= how.moved
    for (const page of this.#pages.numbers) this.#before.put(page, this.#pages.page(page))
    this.#pages = new Pages<GraphRow>(pageRows, pagesKept)
    this.want(this.#wanted.from, this.#wanted.to)
  }

  async #fetch(index: number): Promise<GraphRow | undefined> {
    for (;;) {
      const generation = this.#generation
      await this.#ask(Math.floor(index / pageRows))
      // Where the rows changed meanwhile, they are asked for anew.
      if (generation === this.#generation) return this.#pages.at(index)
    }
  }

  #ask(page: number): Promise<void> {
    const under = this.#asking.get(page)
    if (under !== undefined) return under
    const generation = this.#generation
    const asking = this.#load(page, generation).finally(() => {
      if (generation === this.#generation) this.#asking.delete(page)
    })
    this.#asking.set(page, asking)
    return asking
  }

  async #load(page: number, generation: number): Promise<void> {
    try {
      const answer = await this.api.graph({ ...this.query(), from: page * pageRows, count: pageRows })
      if (generation !== this.#generation) return
      const before = this.#before.page(page)
      this.#pages.put(
        page,
        answer.rows.map((row, i) => kept(before[i], row)),
      )
      if (this.#moved) this.#before.clear()
      this.#moved = false
      this.lanesFirst ||= answer.lanes
      this.shape = kept(this.shape, ready(shapeOf(answer)))
      this.#version++
    } catch (cause) {
      if (generation === this.#generation) this.shape = failed(toApiError(cause))
    }
  }

  /** Where rows moved, the cursor goes with the row of the selection; nothing is scrolled for it. */
  async #stay(): Promise<void> {
    const { selected } = this.session
    const row = this.at(this.cursor)
    if (this.cursor < 0 || selected === '' || row === undefined || row.key === selected) return
    const located = this.#located
    try {
      const { at } = await this.api.graph({ ...this.query(), from: 0, count: 1, at: selected })
      if (located === this.#located) this.cursor = at
    } catch {
      return // the rows themselves say what is wrong
    }
  }
}
