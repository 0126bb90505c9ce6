import { ApiError, toApiError } from '../api/errors'
import type { DoneAnswer, PlanAnswer } from '../api/types'
import { oneAtATime } from '../lib/oneAtATime'
import { failed, loading, ready, type Remote } from './remote'

/** What a sheet is about to do. */
export type Act = 'label' | 'rename' | 'branch' | 'fork' | 'trash' | 'note'

/** The session it is done to, as the sheet speaks of it. */
export interface Subject {
  /** The open session, "" for one that is only listed. */
  session: string
  handle: string
  title: string
  path: string
  format: string
  cwd: string
  /** The branch that can be copied, "" where only all of it can be. */
  leaf: string
}

/** The entry that an act is about. */
export interface Target {
  key: string
  /** Its kind and its first words. */
  kind: string
  text: string
}

/** What the reader has put into a sheet. */
export interface Wish {
  /** A label, a name or a summary. */
  text: string
  /** The agent continues after the prompt instead of before it. */
  after: boolean
  /** The branch that a new file gets, "" for all of the session. */
  leaf: string
  /** The folder a new session is for, "" for that of this one. */
  cwd: string
}

const replacedWords =
  'The file was replaced or cut short while this sheet was open. Read it again: what is written then goes into the file as it is now.'

/** The kinds of failures that reading the file again may mend. */
const retried: ReadonlySet<string> = new Set([
  'conflict',
  'busy',
  'stale',
  'gone',
  'notFound',
  'unreadable',
  'timeout',
])

function warningsOf(plan: Remote<PlanAnswer>): readonly string[] {
  return plan.state === 'ready' ? plan.value.warnings.map(({ text }) => text) : []
}

/** One act before it is done: what would be written, and then what was. */
export class Sheet {
  wish = $state.raw<Wish>({ text: '', after: false, leaf: '', cwd: '' })
  target = $state.raw<Target>()
  /** What would be written; the last answer stays while the next is asked for. */
  plan = $state.raw<Remote<PlanAnswer>>(loading)
  /** What was done, where there is more to do with it. */
  done = $state.raw<DoneAnswer>()
  /** Why it was not done. */
  failure = $state.raw<ApiError>()
  applying = $state(false)
  /** The reader has typed the text: it is theirs. */
  typed = false
  #looking: Promise<void> = Promise.resolve()
  /** Which file it was planned for, 0 before it was. */
  #generation = 0

  constructor(
    readonly act: Act,
    readonly file: Subject,
    target: Target | undefined,
    private readonly ask: (sheet: Sheet) => Promise<PlanAnswer>,
    wish: Partial<Wish>,
  ) {
    this.target = target
    this.wish = { ...this.wish, ...wish }
  }

  /** There is something to do. */
  readonly able = $derived(this.plan.state === 'ready' && this.plan.value.plan !== '')
  /** It can be tried again, once the file was read again. */
  readonly again = $derived(
    retried.has(this.failure?.kind ?? '') ||
      (this.plan.state === 'failed' && retried.has(this.plan.error.kind)),
  )
  /** Nothing can be added to this session at all. */
  readonly closed = $derived(this.plan.state === 'ready' && this.plan.value.closed)

  /** Changes what is wished, and asks what that would write. */
  set(part: Partial<Wish>): void {
    this.wish = { ...this.wish, ...part }
    this.failure = undefined
    void this.look()
  }

  /** The reader types a text. */
  type(text: string): void {
    this.typed = true
    this.set({ text })
  }

  /** Asks what would be written now. */
  look(): Promise<void> {
    return (this.#looking = this.#look())
  }

  readonly #look = oneAtATime(async () => {
    try {
      const plan = await this.ask(this)
      this.plan = ready(plan)
      if (this.#generation !== 0 && plan.generation !== this.#generation)
        this.failure = new ApiError('conflict', replacedWords)
      this.#generation = plan.generation
    } catch (cause) {
      this.plan = failed(toApiError(cause))
    }
  })

  /** Reads the file again, then does it. */
  async retry(apply: (plan: string) => Promise<DoneAnswer>): Promise<DoneAnswer | undefined> {
    void this.look()
    return this.apply(apply)
  }

  /** Does what the plan says, once that is known and of the file that the reader looked at. It answers what was done, undefined where nothing was. */
  async apply(apply: (plan: string) => Promise<DoneAnswer>): Promise<DoneAnswer | undefined> {
    if (this.applying || this.done !== undefined) return undefined
    this.applying = true
    this.failure = undefined
    const told = warningsOf(this.plan)
    const generation = this.#generation
    try {
      await this.#looking
      if (generation !== 0 && generation !== this.#generation) return undefined
      // What is warned of now was not on screen when it was confirmed.
      if (warningsOf(this.plan).some((text) => !told.includes(text))) {
        this.failure = new ApiError(
          'unsupported',
          'Nothing is written yet: read the warning, then confirm again.',
        )
        return undefined
      }
      return this.able && this.plan.state === 'ready' ? await apply(this.plan.value.plan) : undefined
    } catch (cause) {
      this.failure = toApiError(cause)
      // A plan serves once.
      void this.look()
      return undefined
    } finally {
      this.applying = false
    }
  }
}
