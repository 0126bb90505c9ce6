import type { Api } from '../api/api'
import type { EntryAnswer, PlanAnswer, SessionAnswer } from '../api/types'
import type { OpenSession } from './session.svelte'
import { Sheet, type Act, type Subject, type Target } from './sheet.svelte'
import type { Tabs } from './tabs.svelte'
import type { Toasts } from './toasts.svelte'
import type { File } from './trail.svelte'
import { Undo } from './undo.svelte'

/** What is about to be written into sessions, and what was. */
export class Editing {
  sheet = $state.raw<Sheet>()
  readonly undo: Undo
  /** The session that is open only as long as its sheet is. */
  #borrowed = ''

  constructor(
    readonly api: Api,
    readonly tabs: Tabs,
    readonly toasts: Toasts,
  ) {
    this.undo = new Undo(api, toasts)
  }

  /** Opens the sheet of an act on an entry of a session, or on all of it: at once, so that what is typed next goes there. */
  open(act: Act, session: OpenSession, key = ''): void {
    const { entry } = session
    const known = entry.state === 'ready' && entry.value.key === key ? entry.value : undefined
    const target = key === '' ? undefined : targetOf(key, known)
    const sheet = this.#show(act, subject(session.info, key || session.leaf), target)
    if (target !== undefined && known === undefined)
      void session.selectedEntry().then((asked) => (sheet.target = targetOf(key, asked)))
  }

  /** Opens the sheet of an act on a listed session, which need not be open. */
  async openListed(act: Act, listed: File): Promise<void> {
    const info = await this.api.open({ handle: listed.handle })
    const open = this.tabs.list.some((tab) => tab.kind === 'session' && tab.session.handle === info.session)
    this.#show(act, subject(info, info.suggestedLeaf))
    this.#borrowed = open ? '' : info.session
  }

  #show(act: Act, file: Subject, target?: Target): Sheet {
    this.close()
    const sheet = new Sheet(act, file, target, (s) => this.#ask(s))
    this.sheet = sheet
    void this.#begin(sheet)
    return sheet
  }

  /** The field begins with what stands in the file now. */
  async #begin(sheet: Sheet): Promise<void> {
    await sheet.look()
    const now = sheet.plan.state === 'ready' ? sheet.plan.value.now : ''
    if (now !== '' && !sheet.typed) sheet.set({ text: now })
  }

  /** Does what the sheet on screen says; again reads the file anew before. */
  async apply(again = false): Promise<void> {
    const { sheet } = this
    if (sheet === undefined) return
    const apply = (plan: string) => this.api.apply({ plan })
    const done = await (again ? sheet.retry(apply) : sheet.apply(apply))
    if (done === undefined) return
    this.undo.add(done, sheet.file.session, sheet.file.title)
    if (done.handle !== '') sheet.done = done
    else if (this.sheet === sheet) this.close()
  }

  close(): void {
    this.sheet = undefined
    if (this.#borrowed !== '') this.api.close({ session: this.#borrowed }).catch(() => undefined)
    this.#borrowed = ''
  }

  /** A session changed while a sheet on it is open: what would be written is another line now. */
  changed(handle: string): void {
    const { sheet } = this
    if (sheet?.file.session === handle && !sheet.applying && sheet.done === undefined) void sheet.look()
  }

  #ask(sheet: Sheet): Promise<PlanAnswer> {
    const { session } = sheet.file
    const { text } = sheet.wish
    const key = sheet.target?.key ?? ''
    switch (sheet.act) {
      case 'label':
        return this.api.label({ session, key, label: text })
      case 'rename':
        return this.api.rename({ session, name: text })
    }
  }
}

function subject(info: SessionAnswer, leaf: string): Subject {
  const { session, title, format, cwd } = info
  return { session, title, format, cwd, leaf }
}

function targetOf(key: string, entry: EntryAnswer | undefined): Target {
  return { key, kind: entry?.kind ?? '', text: entry?.text ?? '' }
}
