import type { Api } from '../api/api'
import type { OutcomeAnswer } from '../api/types'
import { kept } from '../lib/same'
import { answerOf, loading, type Remote } from './remote'
import type { OpenSession } from './session.svelte'

/** How the branch on screen ended. */
export class OutcomeState {
  /** What was known of the branch stays while a newer answer is on its way. */
  card = $state.raw<Remote<OutcomeAnswer>>(loading)
  #leaf = ''
  #asked = 0

  constructor(
    readonly api: Api,
    readonly session: OpenSession,
  ) {}

  /** A view shows the outcome: from now on it is loaded. */
  begin(): void {
    if (this.#asked === 0) void this.#load()
  }

  /** The branch or the revision changed, or time went by: ask again. */
  async refresh(): Promise<void> {
    if (this.#asked > 0) await this.#load()
  }

  /** The branch on screen ends further on: what was said of it stays until there is more to say. */
  goesOn(from: string, to: string): void {
    if (this.#leaf === from) this.#leaf = to
  }

  get running(): boolean {
    return this.card.state === 'ready' && this.card.value.state === 'running'
  }

  async #load(): Promise<void> {
    const asked = ++this.#asked
    const { handle, leaf } = this.session
    if (this.#leaf !== leaf || this.card.state === 'failed') this.card = loading
    this.#leaf = leaf
    const card = await answerOf(this.api.outcome({ session: handle, leaf }))
    if (asked === this.#asked) this.card = kept(this.card, card)
  }
}
