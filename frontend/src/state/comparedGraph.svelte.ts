import type { Api } from '../api/api'
import type { GraphAnswer, GraphRow } from '../api/types'
import { oneAtATime } from '../lib/oneAtATime'
import { bounded, emptyMap, withEntry } from '../lib/sets'
import type { Compare, SideName } from './compare.svelte'
import type { OpenSession } from './session.svelte'

const pageRows = 200
const pagesKept = 12
const sideNames = ['a', 'b'] as const

/** How the branch of a side runs through a row. */
export type Way = Pick<GraphRow, 'onPath' | 'pathBelow'>

/** A row of the graph, with the ways of the sides that are of its session. */
export interface ComparedGraphRow {
  row: GraphRow
  ways: Partial<Record<SideName, Way>>
}

/** All rows of the branch graph beside a comparison, and how both sides run through them. */
export class ComparedGraph {
  total = $state(0)
  lanes = $state(1)
  /** The rows in which the sides end that are of this session. */
  ends = $state.raw<Partial<Record<SideName, number>>>({})
  /** What was known stays while newer pages are on their way. */
  #pages = $state.raw<ReadonlyMap<number, readonly ComparedGraphRow[]>>(emptyMap())
  #fresh = new Set<number>()
  #wanted = { from: 0, to: 1 }
  #generation = 0

  constructor(
    readonly api: Api,
    readonly session: OpenSession,
    readonly compare: Compare,
  ) {}

  /** What the rows are drawn from: where it is another, they are to be asked for again. */
  get state(): string {
    if (this.compare.head === undefined) return ''
    return JSON.stringify([sideNames.map((side) => this.#leaf(side)), this.session.revision])
  }

  at(index: number): ComparedGraphRow | undefined {
    return this.#pages.get(Math.floor(index / pageRows))?.[index % pageRows]
  }

  /** Where an entry's row is among those that are here, -1 when it is not. */
  placeOf(key: string): number {
    for (const [page, rows] of this.#pages) {
      const at = rows.findIndex(({ row }) => row.key === key)
      if (at >= 0) return page * pageRows + at
    }
    return -1
  }

  /** The last entry of a side, where it is of this session. */
  #leaf(side: SideName): string | undefined {
    const { session, leaf } = this.compare.sides[side]
    return session === this.session.handle && leaf !== '' ? leaf : undefined
  }

  #ask(leaf: string, more: { from: number; count: number; at?: string }): Promise<GraphAnswer> {
    const { handle: session } = this.session
    return this.api.graph({ session, filter: 'all', leaf, open: [], folded: [], root: '', find: '', ...more })
  }

  /** Asks where the sides end, and again for the rows that are on screen. */
  readonly refresh = oneAtATime(async () => {
    const generation = ++this.#generation
    this.#fresh.clear()
    try {
      const ends: Partial<Record<SideName, number>> = {}
      for (const side of sideNames) {
        const leaf = this.#leaf(side)
        if (leaf === undefined) continue
        const answer = await this.#ask(leaf, { from: 0, count: 1, at: leaf })
        if (answer.at >= 0) ends[side] = answer.at
        this.total = answer.total
        this.lanes = answer.lanes
      }
      if (generation !== this.#generation) return
      this.ends = ends
      await this.#load(generation)
    } catch {
      return // the comparison itself says what is wrong
    }
  })

  /** Says which rows are on screen; those that are missing are asked for. */
  want(from: number, to: number): void {
    this.#wanted = { from, to: Math.max(to, from + 1) }
    this.#load(this.#generation).catch(() => undefined) // as above
  }

  async #load(generation: number): Promise<void> {
    const { from, to } = this.#wanted
    const last = Math.min(Math.floor((to - 1) / pageRows), Math.floor((this.total - 1) / pageRows))
    for (let page = Math.floor(from / pageRows); page <= last; page++) {
      if (this.#fresh.has(page)) continue
      this.#fresh.add(page)
      const rows = await this.#page(page)
      if (generation !== this.#generation) return
      this.#pages = bounded(withEntry(this.#pages, page, rows), pagesKept, (no) => no !== page)
      for (const no of this.#fresh) if (!this.#pages.has(no)) this.#fresh.delete(no)
    }
  }

  async #page(page: number): Promise<ComparedGraphRow[]> {
    const rows: ComparedGraphRow[] = []
    for (const side of sideNames) {
      const leaf = this.#leaf(side)
      if (leaf === undefined) continue
      const answer = await this.#ask(leaf, { from: page * pageRows, count: pageRows })
      for (const [i, row] of answer.rows.entries()) {
        const { ways } = (rows[i] ??= { row, ways: {} })
        ways[side] = { onPath: row.onPath, pathBelow: row.pathBelow }
      }
    }
    return rows
  }
}
