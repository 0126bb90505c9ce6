import type { Row, RowsAnswer, Turn } from '../api/types'
import { pageRows } from '../lib/rowPages'
import { kept } from '../lib/same'
import { emptyMap, withEntries } from '../lib/sets'
import { Paged } from './paged.svelte'

/** Asks for rows of one branch; at is an entry the answer must contain. */
export type AskRows = (q: { from: number; count: number; at: string }) => Promise<RowsAnswer>

/** The rows of one branch. */
export class Rows extends Paged<Row, RowsAnswer> {
  /** How many there are, 0 while that is not known. */
  total = $state(0)
  /** What a resumed run took over from the run before, in words, and in how many rows at the beginning. */
  carried = $state('')
  carriedRows = $state(0)
  /** What the rows that are errors are. */
  faults = $state.raw<RowsAnswer['faults']>({ calls: 0, commands: 0, replies: 0, inherited: 0 })
  #turns = $state.raw<ReadonlyMap<number, Turn>>(emptyMap())
  /** The revision of the session that total is of. */
  #known = 0

  constructor(private readonly rows: AskRows) {
    super(
      (from, count) => rows({ from, count, at: '' }),
      () => this.total || undefined,
      (answer) => this.#learn(answer),
    )
  }

  turn(index: number): Turn | undefined {
    return this.#turns.get(index)
  }

  /** The row of an entry, -1 when it is not on this branch. */
  async find(entry: string): Promise<number> {
    const here = this.held((row) => row.entry === entry && row.main)
    return here?.index ?? (await this.bring(this.rows({ from: 0, count: pageRows, at: entry }))).at
  }

  /**
   * The branch grew: of the rows that were here its end may have changed, calls of its last turn without a result, and
   * rows made of events, whose records may have come since.
   */
  grew(lastPrompt: number): void {
    const end = this.total - 1
    this.renew(
      undefined,
      (row, i) => i >= end || row.provisional || (i >= lastPrompt && row.kind === 'call' && !row.hasResult),
    )
  }

  #learn({ revision, total, carried, carriedRows, faults, turns }: RowsAnswer): void {
    if (revision >= this.#known) {
      this.#known = revision
      this.total = total
      this.faults = kept(this.faults, faults)
    }
    this.carried = carried
    this.carriedRows = carriedRows
    this.#turns = withEntries(
      this.#turns,
      turns.map((turn) => [turn.index, kept(this.#turns.get(turn.index), turn)]),
    )
  }
}
