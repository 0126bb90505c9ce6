import type { Api } from '../api/api'
import { toApiError, type ApiError } from '../api/errors'
import type { EntryAnswer, FollowAnswer, SessionAnswer } from '../api/types'
import { oneAtATime } from '../lib/oneAtATime'
import { kept } from '../lib/same'
import { Changes } from './changes.svelte'
import type { Compare } from './compare.svelte'
import { Family } from './family.svelte'
import { Graph } from './graph.svelte'
import { Leaves } from './leaves.svelte'
import { Notes } from './notes.svelte'
import { OutcomeState } from './outcome.svelte'
import { answerOf, loading, type Remote } from './remote'
import { Seen } from './seen.svelte'
import { Timeline } from './timeline.svelte'
import { Trail, type File, type Place } from './trail.svelte'

/** Where a selection was made; the other panes follow. */
export type Origin = 'graph' | 'timeline' | 'keys' | 'link' | 'history'

/** What fills the third pane. */
export type View = 'timeline' | 'compare' | 'changes' | 'context' | 'family'

/** Who writes a line has finished it by then. */
const quietMs = 60_000

/** One open session: the branch on screen and the one selection that drives all panes. */
export class OpenSession {
  readonly handle: string
  readonly api: Api
  readonly timeline: Timeline
  readonly outcome: OutcomeState
  readonly graph: Graph
  readonly family: Family
  readonly seen: Seen
  readonly changes: Changes
  readonly leaves: Leaves
  readonly ownNotes: Notes

  /** The session as it was when it was opened. */
  readonly opened: SessionAnswer

  info = $state.raw<SessionAnswer>() as SessionAnswer
  /** The last entry of the branch on screen. */
  leaf = $state('')
  /** The key of the selected entry, "" for none. */
  selected = $state('')
  #view = $state<View>('timeline')
  /** The comparison that the view shows, else the table of all leaves to choose from. */
  compare = $state.raw<Compare>()
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

  /** The agent, which was on the branch on screen, continues on another one. */
  elsewhere = $state(false)
  /** The session is on screen. */
  shown = true
  /** It changed while it was not on screen. */
  news = $state(false)
  /** The file changed a moment ago. */
  #grows = $state(false)
  #quiet: ReturnType<typeof setTimeout> | undefined
  /** Panes are to ask again when the session is shown. */
  #outdated = false
  #relativesOutdated = false
  #asked = 0

  constructor(
    api: Api,
    info: SessionAnswer,
    readonly trail = new Trail(),
  ) {
    this.api = api
    this.handle = info.session
    this.opened = info
    this.info = info
    this.leaf = info.suggestedLeaf
    this.timeline = new Timeline(api, this)
    this.outcome = new OutcomeState(api, this)
    this.graph = new Graph(api, this)
    this.family = new Family(api, this)
    this.seen = new Seen(api, this)
    this.changes = new Changes(api, this)
    this.leaves = new Leaves(api, this)
    this.ownNotes = new Notes(api, this.handle)
    void this.ownNotes.load()
    if (info.entry !== '') this.select(info.entry, { from: 'history' })
  }

  get view(): View {
    return this.#view
  }

  set view(view: View) {
    if (view === this.#view) return
    this.leave()
    this.#view = view
    this.visit()
  }

  get revision(): number {
    return this.info.revision
  }

  /** What to know of the file although nothing is wrong with what was read. */
  get notes(): string[] {
    const { notes, readOnly } = this.info
    return readOnly === '' ? notes : [...notes, `Read-only: ${readOnly}`]
  }

  /** The next entry of the branch on screen is being written. A last line nobody goes on with is only unfinished. */
  get writing(): boolean {
    const { tail, leaf } = this.info
    return tail && this.lostWords === '' && this.leaf === leaf && (this.#grows || this.outcome.running)
  }

  /** There is something to say of the file: problems or notes. */
  get remarked(): boolean {
    return this.info.problemsTotal > 0 || this.notes.length > 0
  }

  /** Why the file can no longer be followed, in words; "" when it can. What was read stays. */
  get lostWords(): string {
    return this.lost?.message ?? this.info.lost
  }

  /** The file changed: asks how it stands now. What changes meanwhile is asked for once more, not each time. */
  readonly catchUp = oneAtATime(async () => {
    const { leaf } = this
    try {
      await this.follow(await this.api.follow({ session: this.handle, leaf }), leaf)
    } catch (cause) {
      this.lost = toApiError(cause)
    }
  })

  /** Takes over how the session stands now, and asks again for what is on screen. Leaf is the one that was asked about. */
  async follow(answer: FollowAnswer, leaf: string): Promise<void> {
    const before = this.info
    this.info = answer.session
    this.lost = undefined
    // A branch that was gone to meanwhile is asked about with the next change.
    if (this.leaf === leaf) {
      if (!answer.on) this.#leave()
      else this.#goOn(answer, before.leaf)
    }
    if (answer.session.revision === before.revision) return
    if (answer.since > before.revision) this.timeline.forget()
    this.#grew()
    this.#outdated = true
    if (!this.shown) {
      this.news = true
      return
    }
    await this.#renew()
  }

  /** The session is the one on screen, or is not any more. */
  show(shown: boolean): void {
    this.shown = shown
    if (!shown) return
    this.news = false
    if (this.#outdated) this.timeline.news.comeBack()
    void this.#renew()
  }

  /** The reader's notes are others. */
  noted(): void {
    void this.ownNotes.load()
    this.graph.mark()
  }

  /** The list of sessions changed, and the family with it. */
  relatives(): void {
    this.#relativesOutdated = true
    if (this.shown) this.#askRelatives()
  }

  #askRelatives(): void {
    if (!this.#relativesOutdated) return
    this.#relativesOutdated = false
    this.family.refresh()
    // A run that another one goes on from does not run any more.
    if (this.info.format === 'runlog') void this.outcome.refresh()
  }

  /** The branch on screen ends where the answer says. */
  #goOn({ leaf, elsewhere }: FollowAnswer, active: string): void {
    // Who reads an older branch knows that the agent is not on it.
    this.elsewhere = elsewhere && (this.elsewhere || this.leaf === active)
    if (leaf === this.leaf) return
    this.timeline.goesOn(this.leaf, leaf)
    this.outcome.goesOn(this.leaf, leaf)
    this.changes.goesOn(this.leaf, leaf)
    this.trail.goesOn(this.file, this.leaf, leaf)
    this.leaf = leaf
  }

  #grew(): void {
    this.#grows = true
    clearTimeout(this.#quiet)
    this.#quiet = setTimeout(() => (this.#grows = false), quietMs)
  }

  async #renew(): Promise<void> {
    this.#askRelatives()
    if (!this.#outdated) return
    this.#outdated = false
    this.changes.refresh()
    // What is read comes first, and waits for none of the others.
    await this.timeline.refresh()
    void this.#besides()
  }

  readonly #besides = oneAtATime(async () => {
    await Promise.all([
      this.outcome.refresh(),
      this.graph.refresh(),
      this.seen.refresh(),
      this.leaves.refresh(),
      this.#askAgain(),
    ])
  })

  /** What is known of the selected entry may be more now; the branch on screen stays. */
  async #askAgain(): Promise<void> {
    const { selected: key, leaf } = this
    const asked = this.#asked
    if (key === '') return
    const answer = await answerOf(this.api.entry({ session: this.handle, key, leaf }))
    // What was known stays where it cannot be had.
    if (answer.state === 'ready' && asked === this.#asked && key === this.selected)
      this.entry = kept(this.entry, answer)
  }

  /** Selects an entry; where it is on another branch, that branch is shown. */
  select(key: string, { from }: { from: Origin }): void {
    if (key === '') return
    const same = key === this.selected
    // Whoever goes to an entry wants to read it.
    const stays = this.view === 'context' || (this.view === 'changes' && from === 'graph')
    if (from !== 'history') {
      this.leave()
      if (from === 'link') this.trail.rest() // whoever follows a link was where it stands
      if (!stays) this.#view = 'timeline'
    }
    this.selected = key
    this.seen.follow(key)
    this.reveal = { key, n: this.reveal.n + 1, from }
    if (from !== 'graph') void this.graph.locate(key, { center: true })
    if (from !== 'history') this.visit()
    if (!same || this.entry.state !== 'ready') void this.#ask(key)
  }

  /** Shows the branch that ends at leaf and, where given, selects an entry of it. */
  showLeaf(leaf: string, at?: string): void {
    const changed = leaf !== this.leaf
    this.leave()
    this.#turnTo(leaf)
    if (changed) void this.#refreshPanes()
    if (at === undefined) {
      this.visit()
      return
    }
    this.select(at, { from: 'keys' })
  }

  get file(): File {
    const { handle, title, path, byFile, name, fileName } = this.info
    return { handle, title: byFile && name === '' ? fileName : title, path }
  }

  /** Where the reader is. */
  get place(): Place {
    const { file, leaf, selected: key, view } = this
    return { file, leaf, key, view, compare: view === 'compare' ? this.compare : undefined }
  }

  /** Goes to where the reader was; who is there already is not moved. */
  goTo({ leaf, key, view, compare, top }: Place): void {
    if (leaf === '') return
    const turns = leaf !== this.leaf
    const selects = key !== this.selected
    if (view === 'compare') this.compare = compare
    const shows = view !== this.#view
    this.#view = view
    if (top !== undefined && (turns || selects || shows)) {
      this.timeline.comeBack({ key, top }, turns)
      this.timeline.revealed = this.reveal.n + 1 // it is there already
    }
    if (turns) {
      this.#turnTo(leaf)
      void this.#refreshPanes()
    }
    if (!selects) return
    if (key === '') this.#selectNone()
    else this.select(key, { from: 'history' })
  }

  /** Nothing is selected, as where the session was opened. */
  #selectNone(): void {
    this.#asked++
    this.selected = ''
    this.entry = loading
    if (!this.seen.comparing) this.seen.follow(this.leaf)
    void this.graph.locate('', { center: false })
  }

  async #ask(key: string): Promise<void> {
    const asked = ++this.#asked
    const { leaf } = this
    const answer = await answerOf(this.api.entry({ session: this.handle, key, leaf }))
    if (asked !== this.#asked) return
    this.entry = answer
    if (answer.state !== 'ready' || answer.value.leaf === '' || answer.value.leaf === this.leaf) return
    // What is not known here yet may be how the branch on screen goes on.
    if (answer.value.revision > this.revision) await this.catchUp()
    if (asked !== this.#asked) return
    if (leaf === this.leaf) this.#turnFor(answer.value.leaf)
    else void this.#ask(key)
  }

  /** Shows the branch that the selected entry is on. */
  #turnFor(leaf: string): void {
    const { place } = this
    this.#turnTo(leaf)
    this.trail.turn(place, leaf)
    void this.#refreshPanes()
    this.reveal = { ...this.reveal, n: this.reveal.n + 1 }
  }

  /** What is known about the selected entry: of one that was selected this moment it is asked for. */
  async selectedEntry(): Promise<EntryAnswer | undefined> {
    return this.selected === '' ? undefined : this.about(this.selected)
  }

  /** What is known about an entry. */
  async about(key: string): Promise<EntryAnswer | undefined> {
    if (this.entry.state === 'ready' && this.entry.value.key === key) return this.entry.value
    try {
      return await this.api.entry({ session: this.handle, key, leaf: this.leaf })
    } catch {
      return undefined // the pane that shows the entry says what is wrong
    }
  }

  /** Shows the file anew: the branch on screen and what was selected are not in it. */
  #leave(): void {
    this.#turnTo(this.info.suggestedLeaf)
    this.timeline.forget()
    this.seen.forget()
    this.changes.forget()
    this.#asked++
    this.selected = ''
    this.entry = loading
    this.trail.forget(this.file)
    this.rewritten++
    this.visit()
  }

  /** Remembers how the place is left that the reader is at. */
  leave(): void {
    if (this.shown) this.trail.leave({ ...this.place, top: this.timeline.top })
  }

  /** Remembers where the reader is, while the session is on screen. */
  visit(): void {
    if (this.shown) this.trail.visit(this.place)
  }

  /** Another branch is on screen. */
  #turnTo(leaf: string): void {
    this.leaf = leaf
    this.elsewhere = false
  }

  async #refreshPanes(): Promise<void> {
    this.changes.turn()
    await Promise.all([this.timeline.refresh(), this.outcome.refresh(), this.graph.refresh()])
  }
}
