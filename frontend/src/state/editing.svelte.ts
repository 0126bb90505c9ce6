import type { Api } from '../api/api'
import { toApiError } from '../api/errors'
import type { EntryAnswer, ListedSession, PlanAnswer, SessionAnswer } from '../api/types'
import type { OpenSession } from './session.svelte'
import { Sheet, type Act, type Subject, type Target, type Wish } from './sheet.svelte'
import type { Tabs } from './tabs.svelte'
import type { Toasts } from './toasts.svelte'
import { Undo } from './undo.svelte'

/** What is about to be written into sessions, and what was. */
export class Editing {
  sheet = $state.raw<Sheet>()
  readonly undo: Undo
  /** Summaries that were typed and not written, and where they were to go, by session and entry. */
  readonly #drafts = new Map<string, Pick<Wish, 'text' | 'after'>>()
  /** The session that is open only as long as its sheet is. */
  #borrowed = ''

  constructor(
    readonly api: Api,
    readonly tabs: Tabs,
    readonly toasts: Toasts,
  ) {
    this.undo = new Undo(api, tabs, toasts)
  }

  /** Opens the sheet of an act on an entry of a session, or on all of it: at once, so that what is typed next goes there. */
  open(act: Act, session: OpenSession, key = ''): void {
    const { entry } = session
    const known = entry.state === 'ready' && entry.value.key === key ? entry.value : undefined
    const target = key === '' ? undefined : targetOf(key, known)
    const sheet = this.#show(act, subject(session.info, key || session.leaf), target)
    if (target !== undefined && known === undefined) void this.#name(sheet, session)
  }

  /** Opens the sheet of an act on a listed session, which need not be open. */
  async openListed(act: Act, listed: ListedSession): Promise<void> {
    if (act === 'trash') {
      const { handle, title, path, format, cwd } = listed
      this.#show(act, { session: '', handle, title, path, format, cwd, leaf: '' })
      return
    }
    const info = await this.api.open({ handle: listed.handle })
    const open = this.tabs.of(info.session) !== undefined
    this.#show(act, subject(info, info.suggestedLeaf))
    this.#borrowed = open ? '' : info.session
  }

  /** Opens another sheet on the same session, which the first one offered. */
  instead(act: Act): void {
    const { sheet } = this
    if (sheet === undefined) return
    const borrowed = this.#borrowed
    this.#borrowed = ''
    this.#show(act, sheet.file, act === 'note' ? (sheet.target ?? this.#noted(sheet.file)) : undefined)
    this.#borrowed = borrowed
  }

  /** The entry that a note goes to where the act was on all of the session: the selected one, else the last of the branch. */
  #noted({ session, leaf }: Subject): Target {
    const open = this.tabs.of(session)
    const entry = open?.entry.state === 'ready' ? open.entry.value : undefined
    const key = open?.selected || leaf
    return targetOf(key, entry?.key === key ? entry : undefined)
  }

  /** Removes the note on an entry. */
  async removeNote({ handle: session, info }: OpenSession, key: string): Promise<void> {
    const { plan } = await this.api.note({ session, key, text: '' })
    if (plan !== '') this.undo.add(await this.api.apply({ plan }), { session, title: info.title })
  }

  /** Deletes all notes on all sessions. */
  async deleteNotes(): Promise<void> {
    this.undo.add(await this.api.clearNotes(), { session: '', title: '' })
  }

  #show(act: Act, file: Subject, target?: Target): Sheet {
    this.close()
    // A fork begins with the branch up to the entry it is asked for at.
    const leaf = act === 'fork' ? (target?.key ?? '') : ''
    const sheet = new Sheet(act, file, target, (s) => this.#ask(s), { leaf })
    this.sheet = sheet
    void this.#begin(sheet)
    return sheet
  }

  /** The field begins with what stands in the file now, a summary with what was typed before, else with a draft. */
  async #begin(sheet: Sheet): Promise<void> {
    if (sheet.act === 'branch') {
      const typed = this.#drafts.get(draftKey(sheet))
      if (typed === undefined) return this.draft(sheet)
      sheet.typed = true
      sheet.set(typed)
      return
    }
    await sheet.look()
    const now = sheet.plan.state === 'ready' ? sheet.plan.value.now : ''
    if (now !== '' && !sheet.typed) sheet.set({ text: now })
  }

  /** Puts in a summary that is drafted from what the branch did, unless the reader writes one. */
  async draft(sheet: Sheet): Promise<void> {
    const { session } = sheet.file
    const { after } = sheet.wish
    const key = sheet.target?.key ?? ''
    try {
      const text = await this.api.draft({ session, key, after })
      if (!sheet.typed && sheet.wish.after === after && sheet.target?.key === key) sheet.set({ text })
    } catch (cause) {
      sheet.failure = toApiError(cause)
      await sheet.look()
    }
  }

  /** Chooses where the agent continues: after the prompt, or before it. */
  goOn(sheet: Sheet, after: boolean): void {
    sheet.set({ after })
    if (!sheet.typed) void this.draft(sheet)
  }

  /** Chooses another entry for the act. */
  at(sheet: Sheet, key: string): void {
    sheet.target = targetOf(key, undefined)
    sheet.set({ after: true })
    if (!sheet.typed) void this.draft(sheet)
    const session = this.tabs.of(sheet.file.session)
    if (session !== undefined) void this.#name(sheet, session)
  }

  /** Says what the entry is that an act is about, unless another one was chosen meanwhile. */
  async #name(sheet: Sheet, session: OpenSession): Promise<void> {
    const key = sheet.target?.key ?? ''
    const entry = await session.about(key)
    if (sheet.target?.key === key) sheet.target = targetOf(key, entry)
  }

  /** Does what the sheet on screen says; again reads the file anew before. */
  async apply(again = false): Promise<void> {
    const { sheet } = this
    if (sheet === undefined) return
    const apply = (plan: string) => this.api.apply({ plan })
    const done = await (again ? sheet.retry(apply) : sheet.apply(apply))
    if (done === undefined) return
    this.#drafts.delete(draftKey(sheet))
    this.undo.add(done, sheet.file)
    if (done.handle !== '') sheet.done = done
    else if (this.sheet === sheet) this.close(true)
  }

  close(done = false): void {
    const { sheet } = this
    if (!done && sheet?.act === 'branch' && sheet.typed && sheet.done === undefined) {
      const { text, after } = sheet.wish
      this.#drafts.set(draftKey(sheet), { text, after })
    }
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
    const { session, handle } = sheet.file
    const { text, after, leaf, cwd } = sheet.wish
    const key = sheet.target?.key ?? ''
    switch (sheet.act) {
      case 'label':
        return this.api.label({ session, key, label: text })
      case 'rename':
        return this.api.rename({ session, name: text })
      case 'branch':
        return this.api.branch({ session, key, after, summary: text })
      case 'note':
        return this.api.note({ session, key, text })
      case 'fork':
        return this.api.fork({ session, leaf, cwd })
      case 'trash':
        return this.api.trash(session === '' ? { handle } : { session })
    }
  }
}

function draftKey({ file, target }: Sheet): string {
  return `${file.session} ${target?.key ?? ''}`
}

function subject(info: SessionAnswer, leaf: string): Subject {
  const { session, handle, title, path, format, cwd } = info
  return { session, handle, title, path, format, cwd, leaf }
}

function targetOf(key: string, entry: EntryAnswer | undefined): Target {
  return { key, kind: entry?.kind ?? '', text: entry?.text ?? '' }
}
