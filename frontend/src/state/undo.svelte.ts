import type { Api } from '../api/api'
import { toApiError } from '../api/errors'
import type { DoneAnswer, StepAnswer } from '../api/types'
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
  /** The file is in the trash. */
  gone: boolean
}

/** An act that can be taken back, or done again. */
interface Step extends Deed {
  /** Go's name for it. */
  undo: string
  /** What is taken back, in the words of a button. */
  what: string
  /** It was on screen before it went to the trash. */
  shown: boolean
}

const mostDeeds = 200

/** What was done, newest last: each step can be taken back, one after the other, where its session is on screen. */
export class Undo {
  steps = $state.raw<readonly Step[]>([])
  /** What was taken back: it can be done again as long as nothing else is done to its session. */
  undone = $state.raw<readonly Step[]>([])
  #deeds = $state.raw<readonly Deed[]>([])
  busy = $state(false)

  readonly last = $derived(this.steps.at(-1))
  /** What is taken back first of the session on screen, and what is done again first. */
  readonly here = $derived(this.steps.findLast((step) => this.#concerns(step)))
  readonly again = $derived(this.undone.findLast((step) => this.#concerns(step)))
  /** What was done last, in words. */
  readonly did = $derived(this.#deeds.at(-1)?.did ?? '')
  /** What was done last to the session on screen, else what was done elsewhere. */
  readonly #told = $derived(this.#deeds.findLast((deed) => this.#concerns(deed)) ?? this.#deeds.at(-1))
  /** That in words, which say where. */
  readonly words = $derived.by(() => {
    if (this.#told === undefined) return ''
    const { did, title } = this.#told
    return this.#concerns(this.#told) || title === '' ? did : `${this.#called(this.#told)}: ${did}`
  })
  /** What was taken back just now. */
  readonly redoes = $derived(this.again === this.#told ? this.again : undefined)

  constructor(
    readonly api: Api,
    readonly tabs: Tabs,
    readonly toasts: Toasts,
  ) {}

  /** Takes in what can be taken back, and done again, from before the page was loaded again. */
  load(answers: readonly StepAnswer[]): void {
    const all = answers.map(({ done, session, title, undone }) => ({
      ...deedOf(done, session, title),
      undo: done.undo,
      what: done.what,
      shown: session !== '',
      undone,
    }))
    this.steps = all.filter(({ undone }) => !undone)
    this.undone = all.filter(({ undone }) => undone)
    this.#deeds = all
  }

  /** Takes in what was done, and says it; the step is what can be taken back. A file that is in the trash is shown no more. */
  add(done: DoneAnswer, { session, title }: { session: string; title: string }): Step | undefined {
    const { undo, what } = done
    const deed = deedOf(done, session, this.tabs.called(session, title))
    const shown = this.#took(done)
    this.#say(deed)
    this.undone = this.undone.filter((step) => step.session !== session)
    // One that a page was told of before it was loaded again is told once more.
    const others = this.steps.filter((step) => step.undo !== undo)
    if (undo === '') return undefined
    const step = { ...deed, undo, what, shown }
    this.steps = [...others, step]
    return step
  }

  /** Of what was done elsewhere: the words that say where. */
  where(step: Step): string {
    return this.#concerns(step) || step.title === '' ? '' : ` in ${this.#called(step)}:`
  }

  /** It was done to the session on screen, or to one that is on no screen. */
  #concerns({ session, path, gone }: Deed): boolean {
    if (session === '' || (gone && this.tabs.of(session) === undefined)) return true
    const shown = this.tabs.session
    return shown !== undefined && (shown.handle === session || shown.info.path === path)
  }

  #called({ session, title }: Deed): string {
    return oneLine(this.tabs.called(session, title), 40)
  }

  /** It answers whether a file was shown that is in the trash now. */
  #took({ gone }: DoneAnswer): boolean {
    const tab = gone === '' ? undefined : this.tabs.list.find((other) => tabPath(other) === gone)
    if (tab !== undefined) this.tabs.close(tab.id)
    return tab !== undefined
  }

  /** Takes a step back: the opposite is done, nothing that stands in a file goes. What fails is kept, to be tried again. */
  async undo(step = this.here): Promise<void> {
    if (step === undefined)
      this.toasts.tell(this.last === undefined ? 'Nothing to undo.' : 'Nothing to undo here.')
    else await this.#turn(step)
  }

  /** Does again what was taken back. */
  async redo(step = this.again): Promise<void> {
    if (step === undefined)
      this.toasts.tell(this.undone.length === 0 ? 'Nothing to redo.' : 'Nothing to redo here.')
    else await this.#turn(step)
  }

  async #turn(step: Step): Promise<void> {
    if (this.busy) return
    this.busy = true
    const again = this.undone.includes(step)
    try {
      const done = await this.api.undo({ undo: step.undo })
      this.forget(step)
      const at = this.tabs.activeId
      const took = this.#took(done)
      // From a fork that was on screen one comes back to what it was made from.
      if (took && at !== this.tabs.activeId && this.tabs.of(step.session) !== undefined)
        this.tabs.activate(step.session)
      const turned: Step = {
        ...deedOf(done, step.session, step.title),
        path: done.path || step.path,
        undo: done.undo,
        what: step.what,
        shown: took || step.shown,
      }
      this.#say(turned)
      if (done.undo !== '' && again) this.steps = [...this.steps, turned]
      else if (done.undo !== '') this.undone = [...this.undone, turned]
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
    this.undone = this.undone.filter((other) => other !== step)
  }

  #say(deed: Deed): void {
    this.#deeds = [...this.#deeds.slice(1 - mostDeeds), deed]
    this.toasts.say(deed.did)
  }
}

function deedOf({ did, path, gone }: DoneAnswer, session: string, title: string): Deed {
  return { did, session, title, path, gone: gone !== '' }
}

function tabPath(tab: Tab): string {
  return tab.kind === 'session' ? tab.session.info.path : ''
}
