import type { Api } from '../api/api'
import { toApiError } from '../api/errors'
import type { DoneAnswer } from '../api/types'
import { oneLine } from '../lib/text'
import type { Toasts } from './toasts.svelte'

/** An act that can be taken back. */
interface Step {
  /** Go's name for it. */
  undo: string
  /** What was done, in words. */
  did: string
  /** The session it was done to: its handle and what it is called. */
  session: string
  title: string
}

/** What was done, newest last: each step can be taken back, one after the other. */
export class Undo {
  steps = $state.raw<readonly Step[]>([])
  /** What was done last, in words. */
  did = $state('')
  busy = $state(false)

  readonly last = $derived(this.steps.at(-1))

  constructor(
    readonly api: Api,
    readonly toasts: Toasts,
  ) {}

  /** Takes in what was done, and says it. */
  add({ did, undo }: DoneAnswer, session: string, title: string): void {
    this.#say(did)
    if (undo !== '') this.steps = [...this.steps, { undo, did, session, title }]
  }

  /** Takes the last step back: the opposite is done, nothing that stands in a file goes. */
  async undo(): Promise<void> {
    const step = this.last
    if (step === undefined || this.busy) return
    this.busy = true
    try {
      const { did } = await this.api.undo({ undo: step.undo })
      this.#forget(step)
      this.#say(did)
    } catch (cause) {
      const { kind, message } = toApiError(cause)
      // What can never be taken back any more does not stand before what can.
      if (kind !== 'busy') this.#forget(step)
      this.toasts.show(`“${oneLine(step.did, 80)}” was not taken back. ${message}`, 'error')
    } finally {
      this.busy = false
    }
  }

  #forget(step: Step): void {
    this.steps = this.steps.filter((other) => other !== step)
  }

  #say(did: string): void {
    this.did = did
    this.toasts.say(did)
  }
}
