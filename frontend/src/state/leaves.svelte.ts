import type { Api } from '../api/api'
import { toApiError } from '../api/errors'
import type { Leaf } from '../api/types'
import { oneAtATime } from '../lib/oneAtATime'
import { kept } from '../lib/same'
import { clamp } from '../lib/window'
import { failed, loading, ready, type Remote } from './remote'
import type { OpenSession } from './session.svelte'

/** By what leaves can be sorted; "file" is the order of the file. */
export type LeafOrder = 'file' | 'state' | 'lastWords' | 'turns' | 'entries' | 'files' | 'costUsd' | 'atMs'

/** More leaves than these are not asked for: nobody reads so many. */
const mostLeaves = 5000

/** All branches of a session by their ends. */
export class Leaves {
  /** What was known stays while a newer answer is on its way. */
  answer = $state.raw<Remote<readonly Leaf[]>>(loading)
  total = $state(0)
  order = $state<LeafOrder>('file')
  down = $state(false)
  /** The leaf that the keyboard is at. */
  cursor = $state('')
  #begun = false

  readonly list = $derived.by(() => {
    if (this.answer.state !== 'ready') return []
    const { order } = this
    if (order === 'file') return this.down ? this.answer.value.toReversed() : this.answer.value
    const sorted = this.answer.value.toSorted((a, b) => compared(a[order], b[order]))
    return this.down ? sorted.reverse() : sorted
  })
  readonly stop = $derived(
    Math.max(
      0,
      this.list.findIndex((leaf) => leaf.key === this.cursor),
    ),
  )

  constructor(
    readonly api: Api,
    readonly session: OpenSession,
  ) {}

  /** A view shows the leaves: from now on they are loaded. */
  begin(): void {
    this.#begun = true
    if (this.cursor === '') this.cursor = this.session.leaf
    void this.refresh()
  }

  readonly refresh = oneAtATime(async () => {
    if (!this.#begun) return
    const all: Leaf[] = []
    try {
      for (let total = 1; all.length < Math.min(total, mostLeaves);) {
        const answer = await this.api.leaves({ session: this.session.handle, from: all.length })
        total = this.total = answer.total
        if (answer.leaves.length === 0) break
        all.push(...answer.leaves)
      }
      this.answer = kept(this.answer, ready(all))
    } catch (cause) {
      if (this.answer.state !== 'ready') this.answer = failed(toApiError(cause))
    }
  })

  /** Sorts by a column; by the same once more the other way round. Figures begin with the highest. */
  sortBy(order: LeafOrder): void {
    const figures = order !== 'file' && order !== 'state' && order !== 'lastWords'
    this.down = this.order === order ? !this.down : figures
    this.order = order
  }

  step(by: number): void {
    this.goTo(this.stop + by)
  }

  goTo(index: number): void {
    this.cursor = this.list[clamp(index, 0, this.list.length - 1)]?.key ?? ''
  }
}

function compared(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b))
}
