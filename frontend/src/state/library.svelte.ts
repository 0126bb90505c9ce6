import type { Api } from '../api/api'
import type { ListedSession, SessionsAnswer } from '../api/types'
import { nest, placed, type Place } from '../lib/forest'
import { kept } from '../lib/same'
import { wordsMatch } from '../lib/match'
import { endedBadly } from '../lib/outcomes'
import { answerOf, loading, type Remote } from './remote'

/** A folder, or a session with its depth under its parent. */
type Listed =
  | { kind: 'group'; id: string; group: string; count: number; folded: boolean }
  | { kind: 'session'; id: string; session: ListedSession; depth: number }

/** A line of the list, and where it stands in the tree that the list is. */
export type Line = Listed & Place

/** What is known beside the sessions themselves. */
export type Looked = Pick<SessionsAnswer, 'skipped' | 'places' | 'scanning' | 'notice'>

/** All sessions that were found, as lines to draw. */
export class Library {
  answer = $state.raw<Remote<Looked>>(loading)
  /** Newest first. */
  sessions = $state.raw<readonly ListedSession[]>([])
  filter = $state('')
  /** Only sessions that did not finish well are shown. */
  unwell = $state(false)
  /** Folders whose sessions are not shown. */
  folded = $state.raw<ReadonlySet<string>>(new Set())
  #asked = 0
  #again = false
  #busy = false
  #version = 0
  readonly #byHandle = new Map<string, ListedSession>()

  /** The list as it was when the reader began to point at it: until they have done so its order stays. */
  #held = $state.raw<readonly ListedSession[] | undefined>()

  readonly lines = $derived.by(() => {
    const { sessions } = this
    if (this.#held === undefined) return lines(sessions, this.filter, this.folded, this.unwell)
    const now = new Map(sessions.map((session) => [session.handle, session]))
    return lines(this.#held, this.filter, this.folded, this.unwell).map((line) =>
      line.kind === 'session' ? { ...line, session: now.get(line.session.handle) ?? line.session } : line,
    )
  })
  /** How many sessions there are that the held list does not show. */
  readonly waiting = $derived.by(() => {
    if (this.#held === undefined) return 0
    const shown = new Set(this.#held.map(({ handle }) => handle))
    return this.sessions.filter(({ handle }) => !shown.has(handle)).length
  })
  /** How many sessions the filter leaves, in folded folders too. */
  readonly found = $derived(
    this.lines.reduce((sum, line) => sum + (line.kind === 'group' ? line.count : 0), 0),
  )

  /** How many sessions with the words of the filter did not finish well. */
  readonly unwellCount = $derived.by(() => {
    const matches = matching(this.filter)
    return this.sessions.filter((session) => endedBadly(session.outcome) && matches(session)).length
  })

  constructor(readonly api: Api) {}

  /** Asks for the list. While one answer is under way, one more is asked for after it. */
  async load(rescan = false): Promise<void> {
    if (this.#busy && !rescan) {
      this.#again = true
      return
    }
    const asked = ++this.#asked
    this.#busy = true
    const answer = await answerOf(this.#changes(rescan))
    if (asked !== this.#asked) return
    this.#busy = false
    // A list that is here stays when a later reading of it fails.
    if (answer.state === 'ready' || this.answer.state !== 'ready') this.answer = kept(this.answer, answer)
    if (this.#again) {
      this.#again = false
      void this.load()
    }
  }

  /** Takes over what changed since the last answer. */
  async #changes(rescan: boolean): Promise<Looked> {
    let answer = await this.api.sessions({ since: this.#version, rescan })
    this.#take(answer)
    while (answer.more) {
      answer = await this.api.sessions({ since: this.#version })
      this.#take(answer)
    }
    const newest = (a: ListedSession, b: ListedSession) =>
      b.modifiedMs - a.modifiedMs || (a.path < b.path ? -1 : 1)
    this.sessions = [...this.#byHandle.values()].sort(newest)
    return answer
  }

  #take(answer: SessionsAnswer): void {
    // An answer that was overtaken by another has nothing new.
    if (answer.version < this.#version) return
    this.#version = answer.version
    for (const handle of answer.gone) this.#byHandle.delete(handle)
    for (const session of answer.sessions)
      this.#byHandle.set(session.handle, kept(this.#byHandle.get(session.handle), session))
  }

  /** Keeps the order of the list as it is. What is being read for the first time comes as it does. */
  hold(): void {
    if (this.#held === undefined && this.answer.state === 'ready' && !this.answer.value.scanning)
      this.#held = this.sessions
  }

  /** The list takes its order again. */
  settle(): void {
    this.#held = undefined
  }

  toggle(group: string): void {
    const folded = new Set(this.folded)
    if (!folded.delete(group)) folded.add(group)
    this.folded = folded
  }
}

/** Whether a session has the words of a filter. */
function matching(filter: string): (session: ListedSession) => boolean {
  const matches = wordsMatch(filter)
  return (s) => matches(`${s.title} ${s.firstMessage} ${s.group} ${s.id}`)
}

/** Groups the sessions by folder, the folder with the newest session first, forks under their parents. */
export function lines(
  sessions: readonly ListedSession[],
  filter: string,
  folded: ReadonlySet<string>,
  unwell = false,
): Line[] {
  const matches = matching(filter)
  const groups = new Map<string, ListedSession[]>()
  for (const session of sessions) {
    if (!matches(session) || (unwell && !endedBadly(session.outcome))) continue
    const group = groups.get(session.group)
    if (group === undefined) groups.set(session.group, [session])
    else group.push(session)
  }
  const out: Listed[] = []
  for (const [group, members] of groups) {
    const isFolded = folded.has(group) && filter === '' && !unwell
    out.push({ kind: 'group', id: `group:${group}`, group, count: members.length, folded: isFolded })
    if (isFolded) continue
    for (const { item, depth } of nest(
      members,
      (member) => member.handle,
      (member) => member.parentHandle,
    )) {
      out.push({ kind: 'session', id: item.path, session: item, depth })
    }
  }
  return placed(out, (line) => (line.kind === 'group' ? 1 : 2 + line.depth))
}
