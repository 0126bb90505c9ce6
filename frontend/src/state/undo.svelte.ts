import type { Api } from '../api/api'
import { toApiError } from '../api/errors'
import type { DoneAnswer } from '../api/types'
import { oneLine } from '../lib/text'
import type { Tab, Tabs } from './tabs.svelte'
import type { Toasts } from './toasts.svelte'

/** Something that was done, and to which session. */
interface Deed {
  /** What was done, in words. */
  did: string
  /** The session it was done to: its handle, "" for none that is open, and what it is called. */
  session: string
  title: string
  /** The file that was written or made. */
  path: string
}

/** An act that can be taken back. */
interface Step extends Deed {
  /** Go's name for it. */
  undo: string
  /** The file is in the trash: its session is on no screen that it could be taken back on. */
  gone: boolean
  /** It was on screen before it went to the trash. */
  shown: boolean
}

/** What was done, newest last: each step can be taken back, one after the other, where its session is on screen. */
export class Undo {
  steps = $state.raw<readonly Step[]>([])
  /** What was done last. */
  #deed = $state.raw<Deed>()
  busy = $state(false)

  readonly last = $derived(this.steps.at(-1))
  /** What is taken back first of the session on screen. */
  readonly here = $derived(
    this.steps.findLast((step) => step.gone || step.session === '' || this.#onScreen(step)),
  )
  /** What was done last, in words. */
  readonly did = $derived(this.#deed?.did ?? '')
  /** What was done last to the session on screen, else what was done elsewhere, and where. */
  readonly words = $derived.by(() => {
    if (this.#deed === undefined) return ''
    if (this.here !== undefined && this.where(this.#deed) !== '') return this.here.did + this.where(this.here)
    return this.#deed.did + this.where(this.#deed)
  })

  constructor(
    readonly api: Api,
    readonly tabs: Tabs,
    readonly toasts: Toasts,
  ) {}

  /** Takes in what was done, and says it. A file that is in the trash is shown no more. */
  add(done: DoneAnswer, { session, title }: { session: string; title: string }): void {
    const { did, undo, path } = done
    const shown = this.#took(done)
    const deed = { did, session, title, path }
    this.#say(deed)
    if (undo !== '') this.steps = [...this.steps, { ...deed, undo, gone: done.gone !== '', shown }]
  }

  /** Of what was done elsewhere: the words that say where. */
  where(deed: Deed): string {
    return deed.title === '' || this.#onScreen(deed) ? '' : ` in ${oneLine(deed.title, 40)}`
  }

  #onScreen({ session, path }: Deed): boolean {
    const shown = this.tabs.session
    return shown !== undefined && (shown.handle === session || shown.info.path === path)
  }

  /** It answers whether a file was shown that is in the trash now. */
  #took({ gone }: DoneAnswer): boolean {
    const tab = gone === '' ? undefined : this.tabs.list.find((other) => tabPath(other) === gone)
    if (tab !== undefined) this.tabs.close(tab.id)
    return tab !== undefined
  }

  /** Takes a step back: the opposite is done, nothing that stands in a file goes. What fails is kept, to be tried again. */
  async undo(step = this.here): Promise<void> {
    if (this.busy) return
    if (step === undefined) {
      this.toasts.tell(this.last === undefined ? 'Nothing to undo.' : 'Nothing to undo here.')
      return
    }
    this.busy = true
    try {
      const done = await this.api.undo({ undo: step.undo })
      this.forget(step)
      const at = this.tabs.activeId
      // From a fork that was on screen one comes back to what it was made from.
      if (this.#took(done) && at !== this.tabs.activeId && this.tabs.of(step.session) !== undefined)
        this.tabs.activate(step.session)
      this.#say({ ...step, did: done.did, path: done.path || step.path })
      const { handle, path } = done
      if (handle !== '' && step.shown)
        void this.tabs.open({ handle, path, title: step.title }, { preview: false })
    } catch (cause) {
      const { kind, message } = toApiError(cause)
      const text = `“${oneLine(step.did, 80)}” was not taken back. ${message}`
      // What Go knows no more can never be taken back, and does not stand before what can.
      if (kind === 'gone') {
        this.forget(step)
        this.toasts.show(text, 'error')
      } else this.toasts.show(text, 'error', { title: 'Leave it as it is', run: () => this.forget(step) })
    } finally {
      this.busy = false
    }
  }

  /** Offers a step no more. */
  forget(step: Step): void {
    this.steps = this.steps.filter((other) => other !== step)
  }

  #say(deed: Deed): void {
    this.#deed = deed
    this.toasts.say(deed.did)
  }
}

function tabPath(tab: Tab): string {
  return tab.kind === 'session' ? tab.session.info.path : ''
}
