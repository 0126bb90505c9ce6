import type { Api } from '../api/api'
import { toApiError, type ApiError } from '../api/errors'
import type { EntryAnswer, FollowAnswer, SessionAnswer } from '../api/types'
import { Family } from './family.svelte'
import { Graph } from './graph.svelte'
import { OutcomeState } from './outcome.svelte'
import { failed, loading, ready, type Remote } from './remote'
import { Timeline } from './timeline.svelte'

/** Where a selection was made; the other panes follow. */
export type Origin = 'graph' | 'timeline' | 'keys' | 'history'

/** What fills the third pane. */
export type View = 'timeline' | 'family'

/** A place the reader was at, for back and forward. */
interface Stop {
  leaf: string
  key: string
}

/** One open session: the branch on screen and the one selection that drives all panes. */
export class OpenSession {
  readonly handle: string
  readonly api: Api
  readonly timeline: Timeline
  readonly outcome: OutcomeState
  readonly graph: Graph
  readonly family: Family

  /** The session as it was when it was opened. */
  readonly opened: SessionAnswer

  info = $state.raw<SessionAnswer>() as SessionAnswer
  /** The last entry of the branch on screen. */
  leaf = $state('')
  /** The key of the selected entry, "" for none. */
  selected = $state('')
  view = $state<View>('timeline')
  /** The pane that had the focus last: where keys act. */
  pane = $state<'graph' | 'timeline'>('timeline')
  /** What is known about the selected entry. */
  entry = $state.raw<Remote<EntryAnswer>>(loading)
  /**
   * Bumped when panes must bring the selection into view. `from` is the pane the
   * selection was made in, which keeps still.
   */
  reveal = $state.raw<{ key: string; n: number; from: Origin }>({ key: '', n: 0, from: 'history' })

  /** How often the file turned out to be rewritten, so that its branches are others now. */
  rewritten = $state(0)

  /** Why the file can no longer be read; what was read stays on screen. */
  lost = $state.raw<ApiError | undefined>()

  #asked = 0
  #stops = $state.raw<Stop[]>([])
  #stop = $state(-1)

  constructor(api: Api, info: SessionAnswer) {
    this.api = api
    this.handle = info.session
    this.opened = info
    this.info = info
    this.leaf = info.suggestedLeaf
    this.timeline = new Timeline(api, this)
    this.outcome = new OutcomeState(api, this)
    this.graph = new Graph(api, this)
    this.family = new Family(api, this)
    if (info.entry !== '') this.select(info.entry, { from: 'history' })
    else this.#visit()
  }

  get revision(): number {
    return this.info.revision
  }

  /** What to know of the file although nothing is wrong with what was read. */
  get notes(): string[] {
    const { notes, readOnly } = this.info
    return readOnly === '' ? notes : [...notes, `Read-only: ${readOnly}`]
  }

  /** There is something to say of the file: problems or notes. */
  get remarked(): boolean {
    return this.info.problemsTotal > 0 || this.notes.length > 0
  }

  /** The session grew or was written to: takes over how it stands and asks again for what is shown. */
  follow(answer: FollowAnswer, leaf: string): void {
    const { revision } = this.info
    this.info = answer.session
    this.lost = undefined
    if (answer.session.revision === revision) return
    this.family.refresh()
    // A branch that was gone to meanwhile is asked about with the next change.
    if (this.leaf === leaf) {
      if (answer.on) this.leaf = answer.leaf
      else this.#leave()
    }
    this.#refreshPanes()
  }

  /** Selects an entry; where it is on another branch, that branch is shown. */
  select(key: string, { from }: { from: Origin }): void {
    if (key === '') return
    const same = key === this.selected
    // Whoever goes to an entry wants to read it.
    if (from !== 'history') this.view = 'timeline'
    this.selected = key
    this.reveal = { key, n: this.reveal.n + 1, from }
    if (from !== 'graph') void this.graph.locate(key, { center: true })
    if (same && this.entry.state === 'ready') return
    void this.#ask(key, from !== 'history')
  }

  /** Shows the branch that ends at leaf and, where given, selects an entry of it. */
  showLeaf(leaf: string, at?: string): void {
    const changed = leaf !== this.leaf
    this.leaf = leaf
    if (changed) this.#refreshPanes()
    if (at === undefined) {
      this.#visit()
      return
    }
    this.select(at, { from: 'keys' })
  }

  get canGoBack(): boolean {
    return this.#stop > 0
  }

  get canGoForward(): boolean {
    return this.#stop < this.#stops.length - 1
  }

  /** Goes to where the reader was before (-1) or after (1). */
  travel(dir: 1 | -1): void {
    const stop = this.#stops[this.#stop + dir]
    if (stop === undefined) return
    this.#stop += dir
    if (stop.leaf !== this.leaf) {
      this.leaf = stop.leaf
      this.#refreshPanes()
    }
    if (stop.key !== '') this.select(stop.key, { from: 'history' })
  }

  async #ask(key: string, visit: boolean): Promise<void> {
    const asked = ++this.#asked
    let answer: Remote<EntryAnswer>
    try {
      answer = ready(await this.api.entry({ session: this.handle, key, leaf: this.leaf }))
    } catch (cause) {
      answer = failed(toApiError(cause))
    }
    if (asked !== this.#asked) return
    this.entry = answer
    if (answer.state === 'ready' && answer.value.leaf !== '' && answer.value.leaf !== this.leaf) {
      this.leaf = answer.value.leaf
      this.#refreshPanes()
      this.reveal = { ...this.reveal, n: this.reveal.n + 1 }
    }
    if (visit) this.#visit()
  }

  /** What is known about the selected entry: of one that was selected this moment it is asked for. */
  async selectedEntry(): Promise<EntryAnswer | undefined> {
    const key = this.selected
    if (key === '') return undefined
    if (this.entry.state === 'ready' && this.entry.value.key === key) return this.entry.value
    try {
      return await this.api.entry({ session: this.handle, key, leaf: this.leaf })
    } catch {
      return undefined // the pane that shows the entry says what is wrong
    }
  }

  /** Shows the file anew: the branch on screen and what was selected are not in it. */
  #leave(): void {
    this.leaf = this.info.suggestedLeaf
    this.selected = ''
    this.entry = loading
    this.#stops = []
    this.#stop = -1
    this.rewritten++
    this.#visit()
  }

  /** Remembers where the reader is. Steps within a second's reading are one stop. */
  #visit(): void {
    const here = { leaf: this.leaf, key: this.selected }
    const last = this.#stops[this.#stop]
    if (last !== undefined && last.leaf === here.leaf && last.key === here.key) return
    const kept = this.#stops.slice(Math.max(0, this.#stop - 98), this.#stop + 1)
    this.#stops = [...kept, here]
    this.#stop = this.#stops.length - 1
  }

  #refreshPanes(): void {
    this.timeline.refresh()
    this.outcome.refresh()
    this.graph.refresh()
  }
}
