import type { Api } from '../api/api'
import { toApiError, type ApiError } from '../api/errors'
import type { Row } from '../api/types'
import { Outline } from '../lib/outline'
import { Rows } from './rows.svelte'
import type { OpenSession } from './session.svelte'

/** The branch on screen: its rows, and an outline of all of them. */
export interface Branch {
  leaf: string
  /** The leaf as its rows are asked for. */
  at: { leaf: string }
  rows: Rows
  outline: Outline
  /** Told apart from what was on screen before. */
  n: number
}

/** Who reads the branch: where they are, and what to tell them. */
export interface BranchReader {
  /** The row at the top of the window. */
  stay(): Row | undefined
  /** Another branch is here; row is where that row stands on it, -1 for nowhere. */
  turned(row: number): void
}

/** So many rows at the end are looked at again at most when the branch grows. */
const lookBack = 2000

/** Reads the branch that is on screen, and reads on when it grows. */
export class BranchSource {
  branch = $state.raw<Branch | null>(null)
  failed = $state.raw<ApiError | null>(null)
  /** The branch that is being read. */
  #at = { leaf: '' }
  /** How many branches the session had when rows were last looked at. */
  #branches = 0
  /** How often nothing of what was read need stand as before, and as of which of those times it was read. */
  #forgotten = 0
  #readAs = 0
  #loads = 0

  constructor(
    private readonly api: Api,
    private readonly session: OpenSession,
    private readonly reader: BranchReader,
  ) {}

  /** The branch on screen ends further on. */
  goesOn(from: string, to: string): void {
    if (this.#at.leaf === from) this.#at.leaf = to
    if (this.branch?.leaf !== from) return
    this.branch.at.leaf = to
    this.branch = { ...this.branch, leaf: to }
  }

  /** The file was rewritten: what is here stays on screen until it was read again. */
  forget(): void {
    this.#forgotten++
  }

  async load(): Promise<void> {
    const load = ++this.#loads
    const before = this.branch
    try {
      if (before !== null && before.leaf === this.session.leaf) await this.#readOn(before, load)
      else await this.#read(load)
    } catch (cause) {
      if (load === this.#loads) this.failed = toApiError(cause)
    }
  }

  /** Reads another branch. */
  async #read(load: number): Promise<void> {
    const { session } = this
    const at = { leaf: session.leaf }
    this.#at = at
    const forgotten = this.#forgotten
    const stay = this.reader.stay()
    const rows = new Rows((q) => this.api.rows({ session: session.handle, leaf: at.leaf, ...q }))
    const [answer, outline] = await Promise.all([
      this.api.rows({ session: session.handle, leaf: at.leaf, from: 0, count: 100, at: stay?.entry ?? '' }),
      this.#outline(at.leaf),
    ])
    if (load !== this.#loads) return
    this.failed = null
    rows.take(answer)
    this.branch = { leaf: at.leaf, at, rows, outline, n: load }
    this.#branches = session.info.branches
    this.#readAs = forgotten
    this.reader.turned(stay ? answer.at : -1)
  }

  /** Reads what was added to the branch. */
  async #readOn({ rows, outline: before, at }: Branch, load: number): Promise<void> {
    const forgotten = this.#forgotten
    const anew = forgotten !== this.#readAs
    // The records of a run may say more of rows far above, which were made of events.
    const whole = anew || this.session.info.format === 'runlog'
    const from = whole ? 0 : Math.max(before.lastPrompt, before.total - lookBack)
    // Where the end is on screen its rows are asked for at once; they are listed when the outline is here.
    if (anew) rows.renew()
    else rows.grew(before.lastPrompt)
    let outline = await this.#outline(at.leaf, before, from)
    // An entry of its own may say something of rows far above: what they are called, what the model still saw.
    const all = outline.count('meta', before.total) > 0 || outline.count('compaction', before.total) > 0
    if (all && this.session.info.format === 'pi') outline = await this.#outline(at.leaf, outline, 0)
    if (load !== this.#loads || this.branch === null) return
    this.failed = null
    this.#readAs = forgotten
    this.branch = { ...this.branch, outline }
    rows.total = outline.total || rows.total
    if (all || this.session.info.branches !== this.#branches) rows.renew()
    this.#branches = this.session.info.branches
    await rows.quiet()
  }

  /** Heights and marks; without them the list still works, its heights are guesses until rows are seen. */
  async #outline(leaf: string, before = new Outline(new Uint8Array()), from = 0): Promise<Outline> {
    if (leaf === '') return before
    try {
      const { handle: session, revision } = this.session
      return before.grown(from, await this.api.outline({ session, revision, leaf, from }))
    } catch {
      return before
    }
  }
}
