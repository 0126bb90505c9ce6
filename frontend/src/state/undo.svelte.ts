import type { Api } from '../api/api'
import { toApiError } from '../api/errors'
import type { DoneAnswer } from '../api/types'
import { oneLine } from '../lib/text'
import type { Tab, Tabs } from './tabs.svelte'
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
  /** It was on screen before it went to the trash. */
  shown: boolean
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
    readonly tabs: Tabs,
    readonly toasts: Toasts,
  ) {}

  /** Takes in what was done, and says it. A file that is in the trash is shown no more. */
  add(done: DoneAnswer, { session, title }: { session: string; title: string }): void {
    const { did, undo } = done
    const shown = this.#took(done)
    this.#say(did)
    if (undo !== '') this.steps = [...this.steps, { undo, did, session, title, shown }]
  }

  /** It answers whether a file was shown that is in the trash now. */
  #took({ gone }: DoneAnswer): boolean {
    const tab = gone === '' ? undefined : this.tabs.list.find((other) => tabPath(other) === gone)
    if (tab !== undefined) this.tabs.close(tab.id)
    return tab !== undefined
  }

  /** Takes the last step back: the opposite is done, nothing that stands in a file goes. */
  async undo(): Promise<void> {
    const step = this.last
    if (step === undefined || this.busy) return
    this.busy = true
    try {
      const done = await this.api.undo({ undo: step.undo })
      this.#forget(step)
      this.#took(done)
      this.#say(done.did)
      const { handle, path } = done
      if (handle !== '' && step.shown)
        void this.tabs.open({ handle, path, title: step.title }, { preview: false })
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

function tabPath(tab: Tab): string {
  return tab.kind === 'session' ? tab.session.info.path : ''
}
