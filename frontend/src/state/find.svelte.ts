import type { Api } from '../api/api'
import { toApiError, type ApiError } from '../api/errors'
import type { Hit } from '../api/types'

/** What is looked at of the branch, and where a hit is shown. */
export interface Searched {
  session: string
  leaf(): string
  /** Its rows are here: hits in them can be gone to. */
  here(): boolean
  /** The row at the top of the window. */
  top(): number
  show(hit: Hit): void
}

/** How long typing rests before the branch is searched. */
const restMs = 120

/** Looks for a text in all of a branch, part by part. */
export class Find {
  shown = $state(false)
  text = $state('')
  hits = $state.raw<readonly Hit[]>([])
  /** The hit that was gone to, -1 for none. */
  at = $state(-1)
  /** Parts of the branch are still to be searched. */
  busy = $state(false)
  failed = $state.raw<ApiError | null>(null)
  /** Bumped when the field is to take the focus. */
  asked = $state(0)
  /** Rows that were searched. */
  #to = 0
  /** The row hits are looked for from. */
  #from = 0
  /** Something is looked for as soon as the branch is here. */
  #waits = false
  /** Answers to an earlier question are let go. */
  #asks = 0
  #rest: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly api: Api,
    private readonly branch: Searched,
  ) {}

  get hit(): Hit | undefined {
    return this.hits[this.at]
  }

  open(): void {
    this.shown = true
    this.asked++
  }

  close(): void {
    this.shown = false
    this.busy = false
    this.#asks++
    clearTimeout(this.#rest)
  }

  /** Looks for another text, once typing rests. */
  look(text: string): void {
    this.text = text
    this.#clear()
    clearTimeout(this.#rest)
    this.busy = text !== ''
    this.#rest = setTimeout(() => this.begin(), restMs)
  }

  /** Looks through the whole branch, and goes to the first hit from the reader on. */
  begin(): void {
    this.#clear()
    this.#waits = !this.branch.here()
    if (this.#waits) {
      this.busy = this.text !== ''
      return
    }
    this.#from = Math.max(0, this.branch.top())
    if (this.shown && this.text !== '') void this.#search(true)
  }

  /** Another branch is on screen: who reads it stays where they are. */
  renew(): void {
    if (this.#waits) return this.begin()
    this.#clear()
    if (this.shown && this.text !== '') void this.#search(false)
  }

  /** The branch grew: rows before this one are as they were. */
  goOn(from: number): void {
    if (!this.shown || this.text === '' || this.busy) return
    const { hit } = this
    this.hits = this.hits.filter(({ row }) => row < from)
    this.#to = Math.min(this.#to, from)
    void this.#search(false).then(() => {
      if (hit) this.at = this.hits.findIndex(({ row, field }) => row === hit.row && field === hit.field)
    })
  }

  /** Goes to the next or the previous hit, around the ends. */
  next(dir: 1 | -1): void {
    const { length } = this.hits
    if (length === 0) return
    this.#go(this.at < 0 ? (dir > 0 ? 0 : length - 1) : (this.at + dir + length) % length)
  }

  #clear(): void {
    this.#asks++
    this.hits = []
    this.at = -1
    this.#to = 0
    this.busy = false
    this.failed = null
  }

  #go(at: number): void {
    this.at = at
    const { hit } = this
    if (hit) this.branch.show(hit)
  }

  async #search(go: boolean): Promise<void> {
    const asked = ++this.#asks
    this.busy = true
    try {
      for (let total = Infinity; this.#to < total;) {
        const { session } = this.branch
        const answer = await this.api.find({
          session,
          leaf: this.branch.leaf(),
          text: this.text,
          from: this.#to,
        })
        if (asked !== this.#asks) return
        this.hits = [...this.hits, ...answer.hits]
        this.#to = answer.next
        total = answer.total
        if (go && this.at < 0) this.#meet(this.#to >= total)
      }
    } catch (cause) {
      if (asked === this.#asks) this.failed = toApiError(cause)
    }
    if (asked === this.#asks) this.busy = false
  }

  /** Goes to the first hit from the reader on; when there is none, to the first of all. */
  #meet(done: boolean): void {
    const ahead = this.hits.findIndex(({ row }) => row >= this.#from)
    if (ahead >= 0) this.#go(ahead)
    else if (done && this.hits.length > 0) this.#go(0)
  }
}
