import type { Api } from '../api/api'
import { toApiError, type ApiError } from '../api/errors'
import type {
  CompareAnswer,
  CompareCell,
  CompareFilesAnswer,
  CompareRow,
  CompareSide,
  CompareSides,
  ComparedSide,
  Row,
} from '../api/types'
import { bytesOf, differences, lineAt, linesOf } from '../lib/compareLines'
import { oneAtATime } from '../lib/oneAtATime'
import { pageOf, pageRows } from '../lib/rowPages'
import { kept } from '../lib/same'
import { emptySet, toggled } from '../lib/sets'
import { clamp } from '../lib/window'
import { Paged, type Run } from './paged.svelte'
import { failed, loading, ready, type Remote } from './remote'

/** A message can make several calls, each a row of its own. */
const rowsOfMessage = 40

export type SideName = 'a' | 'b'

/** Two branches side by side. */
export class Compare {
  sides = $state.raw<CompareSides>() as CompareSides
  /** What was known stays while a newer answer is on its way. */
  head = $state.raw<CompareAnswer>()
  files = $state.raw<Remote<CompareFilesAnswer>>(loading)
  /** Only differences are shown, what lies between is folded. */
  only = $state(false)
  /** Which side is shown where there is room for one. */
  shown = $state<SideName>('a')
  /** The row that the keyboard is at. */
  cursor = $state(0)
  /** Bumped when the row of the keyboard is to be brought into view; high: with what comes after it. */
  moved = $state.raw({ n: 0, high: false })
  /** Which rows are open, by their ids. */
  open = $state.raw<ReadonlySet<string>>(emptySet())
  /** How many rows a page has on screen. */
  pageLines = 10
  #marks = $state.raw(new Uint8Array())
  #rows = new Paged<CompareRow>(
    (from, count) => this.#ask(from, count),
    () => this.total,
  )
  #revision = 0
  /** What keys asked for before the rows, or the marks of all of them, were here; in order. */
  #asked: { needs: 'rows' | 'marks'; act: () => void }[] = []
  /** The sides were swapped, and what is on screen is still the other way round. */
  #swapped = false

  readonly total = $derived(this.head?.rowCount ?? 0)
  readonly lines = $derived(linesOf(this.total, this.#marks, this.only))
  readonly differences = $derived(differences(this.#marks))
  /** All marks are here. */
  readonly marked = $derived(this.head !== undefined && this.#marks.length >= this.total)
  /** Which difference the keyboard is in or past, from 1; 0 before the first. */
  readonly place = $derived(this.differences.filter((row) => row <= this.cursor).length)
  /** What is on screen is how it was before: it could not be compared anew. */
  readonly old = $derived(this.head !== undefined && this.failed !== undefined)

  constructor(
    readonly api: Api,
    a: CompareSide,
    b: CompareSide,
  ) {
    this.sides = { a, b }
  }

  /** Why it cannot be told, or not told anew. */
  get failed(): ApiError | undefined {
    return this.#rows.failed
  }

  /** A view shows the comparison: it is asked for, and again when a session of it changes. */
  begin(): () => void {
    void this.refresh()
    return this.api.on('session', ({ session }) => {
      if (session === this.sides.a.session || session === this.sides.b.session) void this.refresh()
    })
  }

  row(index: number): CompareRow | undefined {
    return this.#rows.at(index)
  }

  /** Asks for everything again; what is read stays where it is. */
  readonly refresh = oneAtATime(async () => {
    const { sides } = this
    const revision = ++this.#revision
    try {
      const head = await this.api.compare(sides)
      if (revision !== this.#revision) return
      const swapped = this.#swapped
      const first = this.head === undefined
      const from = first ? clamp(head.divergence.row - 3, 0, Infinity) : this.cursor
      this.sides = { a: goesOn(head.sideA), b: goesOn(head.sideB) }
      const asked = this.cursor
      const at = this.row(asked)
      const page = await this.api.compareRows({
        ...this.sides,
        from: from - (from % pageRows),
        count: pageRows,
        ...(at && { atA: (swapped ? at.b : at.a).key, atB: (swapped ? at.a : at.b).key }),
      })
      if (revision !== this.#revision) return
      if (swapped) this.#turn()
      this.head = kept(this.head, head)
      if (first || swapped) this.#rows.begin(page)
      else this.#rows.renew(page)
      if (first && head.divergence.a === '' && head.divergence.b !== '') this.shown = 'b'
      // A message that makes several calls has several rows.
      const stays = at && page.rows.find((row) => idOf(row) === (swapped ? turned(idOf(at)) : idOf(at)))
      const begin = first ? Math.max(0, head.divergence.row) : asked
      // The reader may have gone on meanwhile.
      const on = this.cursor - asked
      this.cursor = clamp(
        (stays?.index ?? (page.at >= 0 ? page.at : begin)) + on,
        0,
        Math.max(0, head.rowCount - 1),
      )
      if (first || swapped) this.#show(true)
      this.#answer()
      void this.#besides(revision)
    } catch (cause) {
      if (revision !== this.#revision) return
      this.#rows.failed = toApiError(cause)
      this.#asked = []
    }
  })

  /** What is kept of the rows is turned as the sides were. */
  #turn(): void {
    this.#swapped = false
    this.#marks = new Uint8Array()
    this.files = loading
    this.open = new Set([...this.open].map(turned))
  }

  /** What is not needed for the first look: the marks of all rows, then the files. */
  async #besides(revision: number): Promise<void> {
    try {
      const marks = new Uint8Array(this.total)
      for (let from = 0; from < this.total;) {
        const answer = await this.api.compareMarks({ ...this.sides, from })
        if (revision !== this.#revision) return
        const part = bytesOf(answer.marks)
        if (part.length === 0 || from + part.length > marks.length) break
        marks.set(part, from)
        from += part.length
      }
      this.#marks = marks
      this.#answer()
      const files = await this.api.compareFiles(this.sides)
      if (revision === this.#revision) this.files = kept(this.files, ready(files))
    } catch (cause) {
      if (revision !== this.#revision) return
      this.#asked = []
      if (this.files.state !== 'ready') this.files = failed(toApiError(cause))
    }
  }

  /** Says which lines are on screen. */
  want(from: number, to: number, dir: 1 | -1): void {
    const rows = this.lines.slice(from, to + 1).map((line) => line.row)
    // Differences far apart are on many pages.
    if (this.only) this.#rows.wantPages([...new Set(rows.map(pageOf))])
    else this.#rows.want(rows[0] ?? 0, (rows.at(-1) ?? 0) + 1, dir)
  }

  /** Does what a key asks for as soon as what it needs is here, after what was asked for before. */
  #once(needs: 'rows' | 'marks', act: () => void): void {
    this.#asked.push({ needs, act })
    this.#answer()
  }

  #answer(): void {
    const is = { rows: this.head !== undefined, marks: this.marked }
    for (let next = this.#asked[0]; next !== undefined && is[next.needs]; next = this.#asked[0]) {
      this.#asked.shift()
      next.act()
    }
  }

  /** Goes so many lines down. */
  step(by: number): void {
    this.#once('rows', () => {
      const at = clamp(lineAt(this.lines, this.cursor) + by, 0, Math.max(0, this.lines.length - 1))
      this.#goTo(this.lines[at]?.row ?? 0, false)
    })
  }

  page(dir: 1 | -1): void {
    this.step(dir * this.pageLines)
  }

  /** Goes to a row; high: where what comes after it is in view as well. */
  goTo(row: number, { high } = { high: false }): void {
    this.#once('rows', () => this.#goTo(row, high))
  }

  #goTo(row: number, high: boolean): void {
    this.cursor = clamp(row, 0, Math.max(0, this.total - 1))
    this.#show(high)
  }

  #show(high: boolean): void {
    this.moved = { n: this.moved.n + 1, high }
  }

  /** Goes to the next (1) or previous (-1) difference, once all are known; says where there is none. */
  nextDifference(dir: 1 | -1, none: () => void = () => undefined): void {
    this.#once('marks', () => {
      const row =
        dir > 0
          ? this.differences.find((at) => at > this.cursor)
          : this.differences.findLast((at) => at < this.cursor)
      if (row === undefined) none()
      else this.#goTo(row, true)
    })
  }

  toggleOnly(): void {
    this.#once('marks', () => {
      this.only = !this.only
      this.cursor = this.lines[lineAt(this.lines, this.cursor)]?.row ?? 0
      this.#show(false)
    })
  }

  /** Opens or closes both cards of a row. */
  toggle(index?: number): void {
    this.#once('rows', () => this.#toggle(index ?? this.cursor))
  }

  #toggle(index: number): void {
    const line = this.lines[lineAt(this.lines, index)]
    if (line !== undefined && line.rows > 1) {
      this.only = false
      this.#goTo(line.row, false)
      return
    }
    const row = this.row(index)
    if (row !== undefined) this.open = toggled(this.open, idOf(row))
  }

  isOpen(row: CompareRow): boolean {
    return this.open.has(idOf(row))
  }

  /** Puts B on the left. What is on screen stays until the other view of it has come. */
  swap(): void {
    const { a, b } = this.sides
    this.sides = { a: b, b: a }
    this.#swapped = !this.#swapped
    this.#anew()
  }

  /** Compares a side to the end of its branch. */
  toEnd(side: SideName): void {
    this.sides = { ...this.sides, [side]: { ...this.sides[side], follow: true } }
    this.#anew()
  }

  /** The sides are others: an answer about what they were is let go. */
  #anew(): void {
    this.#revision++
    void this.refresh()
  }

  markdown(): Promise<string> {
    return this.api.compareMarkdown(this.sides)
  }

  /** What a step did, as the timeline has it; undefined where the side has no such row. */
  async stepOf(side: SideName, row: CompareRow): Promise<Row | undefined> {
    const { session, leaf } = this.sides[side]
    const cell = row[side]
    if (cell.key === '' || cell.kind === '') return undefined
    const answer = await this.api.rows({ session, leaf, from: 0, count: rowsOfMessage, at: cell.key })
    const mine = answer.rows.filter((r) => r.entry === cell.key && r.kind === cell.kind)
    return mine.find((r) => r.tool === cell.tool && r.target === cell.target) ?? mine[0]
  }

  #ask(from: number, count: number): Promise<Run<CompareRow>> {
    const { a, b } = this.sides
    // What is on screen is of the sides as they were.
    return this.api.compareRows({ ...(this.#swapped ? { a: b, b: a } : { a, b }), from, count })
  }
}

/** What a row is, also when other rows have come before it. */
function idOf({ a, b }: CompareRow): string {
  const step = ({ key, tool, target }: CompareCell) => [key, tool, target]
  return JSON.stringify([step(a), step(b)])
}

/** What the row is when the sides are swapped. */
function turned(id: string): string {
  const sides = JSON.parse(id) as unknown[]
  return JSON.stringify(sides.reverse())
}

/** A side that ends where its branch ends goes on with it. */
function goesOn({ session, leaf, end }: ComparedSide): CompareSide {
  return { session, leaf, follow: leaf === end }
}
