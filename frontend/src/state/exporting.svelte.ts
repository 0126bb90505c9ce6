import type { Api } from '../api/api'
import { toApiError, type ApiError } from '../api/errors'
import type {
  ExportAs,
  ExportedAnswer,
  ExportPlanAnswer,
  ExportQuery,
  ExportWhere,
  Leaf,
  SecretKind,
  SecretsAnswer,
  ToldSecret,
} from '../api/types'
import { count, plural } from '../lib/format'
import { oneAtATime } from '../lib/oneAtATime'
import { failed, loading, ready, type Remote } from './remote'
import type { OpenSession } from './session.svelte'
import type { Undo } from './undo.svelte'

/** Which branches leave: the one on screen, that up to the selected entry, or several of a page. */
export type Part = 'branch' | 'entry' | 'several'

/** Possible secrets, as far as they are told. */
interface Found {
  kinds: readonly SecretKind[]
  secrets: readonly ToldSecret[]
  /** How many secrets there are, at how many places, in how many records. */
  total: number
  places: number
  records: number
  /** What the other format has no place for. */
  lost: readonly string[]
  job: string
}

/** What of a session leaves as a file of its own: chosen, looked through, written. */
export class Exporting {
  as = $state<ExportAs>('pi')
  part = $state<Part>('branch')
  pictures = $state(false)
  hidden = $state(false)
  #where = $state<ExportWhere>('beside')
  /** Ends of further branches of a page. */
  others = $state.raw<ReadonlySet<string>>(new Set())
  /** What the reader chose to stay as it is, in what stays with its agent and in what leaves. */
  #chosen = $state.raw<{ stays?: ReadonlySet<string>; leaves?: ReadonlySet<string> }>({})
  plan = $state.raw<Remote<ExportPlanAnswer>>(loading)
  found = $state.raw<Remote<Found>>(loading)
  /** It is being written, and how much of it is done: from 0 to 1, below 0 when that is not known. */
  writing = $state(false)
  share = $state(-1)
  done = $state.raw<ExportedAnswer>()
  failure = $state.raw<ApiError>()
  /** What was masked in what was written, and what was not, in words. */
  masked = $state('')
  /** Nothing was written, as was wished. */
  cancelled = $state(false)
  #job = ''
  /** It was to end before it had a name. */
  #stopped = false
  #search = ''
  /** What was to stay as it is when the places were told. */
  #told = ''
  /** How often was looked: an answer to an older look is not wanted. */
  #looks = 0
  /** Which file it is planned for, 0 where the reader looks at it for the first time. */
  #generation = 0

  constructor(
    readonly api: Api,
    readonly session: OpenSession,
    private readonly undo: Undo,
    as: ExportAs,
    readonly places: readonly ExportWhere[],
  ) {
    this.as = as
    this.#where = places[0] ?? 'beside'
    this.look()
  }

  get where(): ExportWhere {
    return this.#where
  }

  set where(where: ExportWhere) {
    this.#where = where
    void this.#retell()
  }

  /** Sessions hold everything; what is left out of them is other branches only. */
  readonly isSession = $derived(this.as === 'pi' || this.as === 'runlog')
  readonly converts = $derived.by(() => this.isSession && this.as !== this.session.info.format)
  /** A session that stays on this machine, where its agent goes on with it: masked, it would not find its folder. */
  readonly stays = $derived(this.isSession && this.where === 'beside')
  /** Kinds and ids of what stays as it is. */
  readonly keep = $derived.by((): ReadonlySet<string> => {
    const chosen = this.stays ? this.#chosen.stays : this.#chosen.leaves
    if (chosen !== undefined) return chosen
    const kinds = this.stays && this.found.state === 'ready' ? this.found.value.kinds : []
    return new Set(kinds.map(({ kind }) => kind))
  })
  /** The ends of all branches, once they are known. */
  readonly leaves = $derived.by((): readonly Leaf[] => {
    const { answer } = this.session.leaves
    return answer.state === 'ready' ? answer.value : []
  })
  /** The branch on screen among the leaves; what stands behind a leaf, such as a label, is none. */
  readonly onScreen = $derived.by(() => {
    const { leaf, info } = this.session
    const at = this.leaves.find(({ key }) => key === leaf)
    return at ?? (leaf === info.leaf ? this.leaves.find(({ active }) => active) : undefined)
  })
  /** The other branches that can be taken, and whether all of them are, or some. */
  readonly further = $derived(this.leaves.filter((leaf) => leaf !== this.onScreen))
  readonly taken = $derived.by(() => {
    const n = this.further.filter(({ key }) => this.others.has(key)).length
    return n === 0 ? 'none' : n === this.further.length ? 'all' : 'some'
  })
  /** How many secrets cannot be masked and are not left as they are: nothing is written then. */
  readonly stuck = $derived(
    this.found.state === 'ready'
      ? this.found.value.secrets.filter((s) => s.fixed !== '' && !this.keeps(s.kind, s.id)).length
      : 0,
  )
  readonly able = $derived(
    this.plan.state === 'ready' &&
      this.plan.value.refused === '' &&
      this.found.state === 'ready' &&
      this.stuck === 0,
  )
  /** How many of the secrets that are told stay as they are. */
  readonly kept = $derived(
    this.found.state === 'ready'
      ? this.found.value.secrets.filter(({ kind, id }) => this.keeps(kind, id)).length
      : 0,
  )

  keeps(kind: string, id: string): boolean {
    return this.keep.has(kind) || this.keep.has(id)
  }

  /** Chooses what leaves, and looks what that is. */
  set(part: Partial<Pick<Exporting, 'as' | 'part' | 'pictures' | 'hidden' | 'others'>>): void {
    Object.assign(this, part)
    if (this.as !== 'html' && this.part === 'several') this.part = 'branch'
    if (this.part === 'several') this.session.leaves.begin()
    this.failure = undefined
    this.cancelled = false
    this.look()
  }

  /** Looks at the file as it is now, also where another one took its place. */
  again(): void {
    this.#generation = 0
    this.failure = undefined
    this.look()
  }

  look(): void {
    this.found = loading
    this.#looks++
    // What was searched before is not wanted any more.
    this.#cancel(this.#search)
    void this.#plan()
    void this.#find()
  }

  /** A session grew: what would leave is more now. What was found stays in sight until the new search has ended. */
  grew(handle: string): void {
    if (this.session.handle !== handle || this.writing || this.done !== undefined) return
    void this.#plan()
    void this.#find()
  }

  /** Masks all secrets of a kind, or leaves them as they are. */
  maskKind(kind: string, mask: boolean): void {
    const ids = this.found.state === 'ready' ? this.found.value.secrets.filter((s) => s.kind === kind) : []
    const keep = new Set([...this.keep].filter((word) => word !== kind && ids.every(({ id }) => id !== word)))
    if (!mask) keep.add(kind)
    this.#choose(keep)
  }

  /** Masks one secret, or leaves it as it is. */
  mask({ kind, id }: ToldSecret, mask: boolean): void {
    const keep = new Set(this.keep)
    if (!mask) keep.add(id)
    else keep.delete(id)
    // One of a kind that was left whole is masked: the others of it stay as they are, one by one.
    if (mask && keep.delete(kind) && this.found.state === 'ready')
      for (const other of this.found.value.secrets)
        if (other.kind === kind && other.id !== id) keep.add(other.id)
    this.#choose(keep)
  }

  #choose(keep: ReadonlySet<string>): void {
    this.#chosen = { ...this.#chosen, [this.stays ? 'stays' : 'leaves']: keep }
    void this.#retell()
  }

  /** Has the places that are told show what will be written there. */
  readonly #retell = oneAtATime(async () => {
    const keep = [...this.keep].join()
    if (this.found.state !== 'ready' || keep === this.#told) return
    const { job, secrets } = this.found.value
    try {
      const told = new Map<string, ToldSecret>()
      const tell = async (from: number, id: string) => {
        const answer = await this.#secrets(job, from, id)
        for (const secret of answer.secrets) told.set(secret.id, secret)
        return answer.secrets.length
      }
      for (let from = 0, n = 1; from < secrets.length && n > 0; from += n) n = await tell(from, '')
      for (const { id, places } of secrets)
        if (places.length > (told.get(id)?.places.length ?? 0)) await tell(0, id)
      if (this.#search !== job || this.found.state !== 'ready') return
      const { value } = this.found
      this.found = ready({ ...value, secrets: value.secrets.map((one) => told.get(one.id) ?? one) })
      this.#told = keep
    } catch (cause) {
      this.failure = toApiError(cause)
    }
  })

  /** Secrets that a search found, from one on, or one of them, their places as they will be written. */
  #secrets(job: string, from: number, id = ''): Promise<SecretsAnswer> {
    return this.api.exportSecrets({ job, from, id, keep: [...this.keep] })
  }

  /** Asks for more of what was found. */
  readonly more = oneAtATime(async () => {
    if (this.found.state !== 'ready') return
    const { value } = this.found
    try {
      const answer = await this.#secrets(value.job, value.secrets.length)
      if (this.#search !== value.job) return
      this.found = ready({ ...value, secrets: [...value.secrets, ...answer.secrets] })
    } catch (cause) {
      this.found = failed(toApiError(cause))
    }
  })

  /** Asks for all places of one secret that are known. */
  async allPlaces({ id }: ToldSecret): Promise<void> {
    if (this.found.state !== 'ready') return
    const { job } = this.found.value
    try {
      const { secrets } = await this.#secrets(job, 0, id)
      const told = secrets.find((one) => one.id === id)
      if (this.#search !== job || told === undefined || this.found.state !== 'ready') return
      const { value } = this.found
      this.found = ready({ ...value, secrets: value.secrets.map((one) => (one.id === id ? told : one)) })
    } catch (cause) {
      this.failure = toApiError(cause)
    }
  }

  readonly #plan = oneAtATime(async () => {
    try {
      const plan = await this.api.exportPlan(this.#query())
      this.plan = ready(plan)
      this.#generation = plan.generation
    } catch (cause) {
      this.plan = failed(toApiError(cause))
    }
  })

  /** Searches what would leave. */
  readonly #find = oneAtATime(async () => {
    const looks = this.#looks
    try {
      const { job } = await this.api.exportSearch(this.#query())
      this.#search = job
      while (looks === this.#looks) {
        const keep = [...this.keep].join()
        const answer = await this.#secrets(job, 0)
        if (answer.running || looks !== this.#looks) continue
        const { kinds, secrets, total, places, records, lost } = answer
        this.found = ready({ kinds, secrets, total, places, records, lost, job })
        this.#told = keep
        void this.#retell()
        return
      }
    } catch (cause) {
      if (looks === this.#looks) this.found = failed(toApiError(cause))
    }
  })

  #query(): ExportQuery {
    const { as, part, pictures, hidden, session } = this
    const leaf = part === 'entry' ? session.selected : session.leaf
    const others = part === 'several' ? [...this.others].filter((key) => key !== leaf) : []
    const generation = this.#generation
    return { session: session.handle, generation, as, leaf, others, pictures, hidden, keep: [...this.keep] }
  }

  /** Writes the file. */
  async write(): Promise<void> {
    if (this.writing || !this.able) return
    this.writing = true
    this.failure = undefined
    this.cancelled = false
    this.share = -1
    this.#job = ''
    this.#stopped = false
    const masks = this.#masks()
    try {
      this.#job = (await this.api.export({ ...this.#query(), where: this.where })).job
      if (this.#stopped) this.cancel()
      // No place was chosen.
      while (this.#job !== '') {
        const answer = await this.api.exported({ job: this.#job })
        this.share = answer.share
        if (answer.running) continue
        this.masked = maskedWords(answer, masks)
        this.#finish(answer)
        return
      }
    } catch (cause) {
      this.failure = toApiError(cause)
    } finally {
      this.writing = false
    }
  }

  /** What is masked as far as it was told: how many of each kind, and how many stay as they are. */
  #masks(): { kinds: string; masked: number; kept: number } {
    if (this.found.state !== 'ready') return { kinds: '', masked: 0, kept: 0 }
    const { kinds, secrets, total } = this.found.value
    const left = (kind: string) => secrets.filter((s) => s.kind === kind && this.keep.has(s.id)).length
    const each = kinds.map(({ kind, count: of }) => ({ kind, n: this.keep.has(kind) ? 0 : of - left(kind) }))
    const masked = each.reduce((sum, { n }) => sum + n, 0)
    const some = each.filter(({ n }) => n > 0).map(({ kind, n }) => `${count(n)} × ${kind}`)
    return { kinds: some.join(', '), masked, kept: total - masked }
  }

  #finish(answer: ExportedAnswer): void {
    this.cancelled = answer.cancelled
    if (answer.cancelled) return
    this.done = answer
    const { handle, info } = this.session
    this.undo.add(answer.done, { session: handle, title: info.title })
    if (answer.download !== '') this.api.download({ url: answer.download, name: answer.name })
  }

  /** Ends the writing; nothing is left of it. */
  cancel(): void {
    this.#stopped = true
    this.#cancel(this.#job)
  }

  /** Ends what runs. */
  close(): void {
    this.#looks++
    this.#cancel(this.#search)
    if (this.writing) this.cancel()
  }

  #cancel(job: string): void {
    if (job !== '') this.api.cancelJob({ job }).catch(() => undefined) // it may have ended
  }
}

/** What was masked in what was written: the file may have grown since it was searched, so the last word is the writer's. */
function maskedWords(
  { masked, places, records }: ExportedAnswer,
  told: { kinds: string; masked: number; kept: number },
): string {
  const kept = told.kept === 0 ? '' : `; ${plural(told.kept, 'possible secret')} left as written`
  if (masked === 0)
    return kept === ''
      ? `Nothing in ${plural(records, 'record')} looked like a secret.`
      : `Nothing was masked${kept}.`
  const kinds = told.masked === masked ? `: ${told.kinds}` : ''
  return `${plural(masked, 'possible secret')} masked at ${plural(places, 'place')}${kinds}${kept}.`
}
