import type { Api } from '../api/api'
import { toApiError } from '../api/errors'
import type { Failure, SessionAnswer } from '../api/types'
import { stem, stemInFolder, visible } from '../lib/text'
import { OpenSession } from './session.svelte'
import { Trail, type File, type Place } from './trail.svelte'

/** One tab: a session, one being opened, or a file that could not be opened. */
export type Tab =
  | { kind: 'session'; id: string; session: OpenSession; preview: boolean }
  | { kind: 'opening'; id: string; title: string; path: string; handle: string; preview: boolean; at?: Place }
  | { kind: 'failed'; id: string; failure: Failure; handle: string }

/** The open tabs and which one is shown. */
export class Tabs {
  list = $state.raw<Tab[]>([])
  #activeId = $state('')
  #next = 1
  /** The tabs that were closed, the last one at the end, with where the reader was in them. */
  #closed = $state.raw<readonly Place[]>([])
  /** Is told of each session that is open no more, by its handle. */
  released: (handle: string) => void = () => undefined

  readonly active = $derived(this.list.find((tab) => tab.id === this.#activeId))
  readonly session = $derived(this.active?.kind === 'session' ? this.active.session : undefined)

  constructor(
    readonly api: Api,
    readonly trail = new Trail(),
  ) {}

  get activeId(): string {
    return this.#activeId
  }

  set activeId(id: string) {
    this.session?.leave()
    this.#activeId = id
    for (const tab of this.list) if (tab.kind === 'session') tab.session.show(tab.id === id)
    this.session?.visit()
  }

  /** Shows a session Go has opened: its tab when there is one, else a new one. */
  show(info: SessionAnswer): void {
    const there = this.#of(info.session)
    if (there !== undefined) {
      void this.refresh(info.session)
      if (info.entry !== '') there.session.select(info.entry, { from: 'history' })
      this.activeId = there.id
      return
    }
    this.#add({
      kind: 'session',
      id: info.session,
      session: new OpenSession(this.api, info, this.trail),
      preview: false,
    })
  }

  /** Shows a file that could not be opened. */
  showFailure(failure: Failure): void {
    const there = this.list.find((tab) => tab.kind === 'failed' && tab.failure.path === failure.path)
    const tab: Tab = { kind: 'failed', id: there?.id ?? `failed:${this.#next++}`, failure, handle: '' }
    if (there === undefined) this.#add(tab)
    else this.#replace(there.id, tab)
  }

  /**
   * Opens a session of the list. A preview gives its place to the next one, so
   * that looking through the list does not fill the row of tabs.
   */
  async open(listed: File, how: { preview: boolean; at?: Place }): Promise<void> {
    const there = this.list.find((tab) =>
      tab.kind === 'session'
        ? tab.session.info.path === listed.path
        : tab.kind === 'opening' && tab.handle === listed.handle,
    )
    if (there !== undefined) {
      if (there.kind === 'session' && how.at) there.session.goTo(how.at)
      if (there.kind === 'opening' && how.at) this.#replace(there.id, { ...there, at: how.at })
      this.activeId = there.id
      if (!how.preview) this.keep(there.id)
      return
    }
    const id = `opening:${this.#next++}`
    const { preview, at } = how
    const opening: Tab = { kind: 'opening', id, ...pick(listed), preview, ...(at && { at }) }
    const old = this.list.find((tab) => tab.kind !== 'failed' && tab.preview)
    if (how.preview && old !== undefined) {
      this.#replace(old.id, opening)
      if (old.kind === 'session') this.#release(old.session)
    } else {
      this.#add(opening)
    }
    await this.#open(opening.id, listed)
  }

  /** Opens a session without going to it. */
  async beside(listed: File): Promise<OpenSession> {
    const there = this.list.find((tab) => tab.kind === 'session' && tab.session.info.path === listed.path)
    if (there?.kind === 'session') return there.session
    const info = await this.api.open({ handle: listed.handle })
    const known = this.#of(info.session)
    if (known !== undefined) return known.session
    const session = new OpenSession(this.api, info, this.trail)
    session.show(false)
    this.list = [...this.list, { kind: 'session', id: info.session, session, preview: false }]
    return session
  }

  /** Tries again to open a listed session that could not be opened. */
  async retry(tab: Tab & { kind: 'failed' }): Promise<void> {
    const listed = { handle: tab.handle, title: tab.failure.path, path: tab.failure.path }
    const id = `opening:${this.#next++}`
    this.#replace(tab.id, { kind: 'opening', id, ...listed, preview: false })
    await this.#open(id, listed)
  }

  /** A file that was no session when it was opened may be one now: shows it where its tab says that it is none. */
  async written({ path, handle }: { path: string; handle: string }): Promise<void> {
    const isIt = (tab: Tab) => tab.kind === 'failed' && tab.failure.path === path
    if (!this.list.some(isIt)) return
    let info: SessionAnswer
    try {
      info = await this.api.open({ handle })
    } catch {
      return // it is none yet
    }
    const tab = this.list.find(isIt)
    const there = this.#of(info.session)
    if (tab === undefined) {
      const opening = this.list.some((other) => other.kind === 'opening' && other.handle === handle)
      if (there === undefined && !opening) this.api.close({ session: info.session }).catch(() => undefined)
    } else if (there !== undefined) {
      this.close(tab.id)
    } else {
      const session = new OpenSession(this.api, info, this.trail)
      this.#replace(tab.id, { kind: 'session', id: info.session, session, preview: false })
    }
  }

  async #open(id: string, listed: File): Promise<void> {
    let tab: Tab
    try {
      const info = await this.api.open({ handle: listed.handle })
      // Closed while it was being opened.
      const opening = this.list.find((other) => other.id === id)
      const there = this.#of(info.session)
      if (there !== undefined) {
        if (this.activeId === id) this.activeId = there.id
        this.list = this.list.filter((other) => other.id !== id)
        return
      }
      const session = new OpenSession(this.api, info, this.trail)
      if (opening?.kind !== 'opening') {
        // Another tab may be opening the same file, which has one handle.
        if (!this.list.some((other) => other.kind === 'opening' && other.handle === listed.handle))
          this.#release(session)
        return
      }
      if (opening.at) session.goTo(opening.at)
      tab = { kind: 'session', id: info.session, session, preview: opening.preview }
    } catch (cause) {
      const { kind, message } = toApiError(cause)
      tab = {
        kind: 'failed',
        id: `failed:${this.#next++}`,
        failure: { path: listed.path, kind, message },
        handle: listed.handle,
      }
    }
    this.#replace(id, tab)
  }

  activate(id: string): void {
    this.activeId = id
  }

  /** Makes a preview a tab that stays. */
  keep(id: string): void {
    const tab = this.list.find((other) => other.id === id)
    if (tab !== undefined && tab.kind !== 'failed' && tab.preview)
      this.#replace(id, { ...tab, preview: false })
  }

  close(id: string): void {
    const at = this.list.findIndex((tab) => tab.id === id)
    const tab = this.list[at]
    if (tab === undefined) return
    this.list = this.list.filter((other) => other.id !== id)
    if (this.activeId === id) this.activeId = (this.list[at] ?? this.list[at - 1])?.id ?? ''
    const place = placeOf(tab)
    if (place !== undefined) this.#closed = [...this.#closed.slice(1 - mostClosed), place]
    if (tab.kind === 'session') this.#release(tab.session)
  }

  get canReopen(): boolean {
    return this.#closed.length > 0
  }

  /** Opens the tab closed last again, where the reader was in it. */
  async reopen(): Promise<void> {
    const at = this.#closed.at(-1)
    this.#closed = this.#closed.slice(0, -1)
    if (at !== undefined) await this.open(at.file, { preview: false, at })
  }

  /** Whether there is a place to go back to (-1) or forward (1). */
  canTravel(dir: 1 | -1): boolean {
    return this.trail.can(dir) || (dir < 0 && this.#astray && this.trail.here !== undefined)
  }

  /** What is shown is no place of the trail: no session, and none that is being opened to go to a place. */
  get #astray(): boolean {
    const { active } = this
    if (active?.kind === 'opening') return active.at === undefined || active.at !== this.trail.here
    return active?.kind !== 'session'
  }

  /** Goes to where the reader was before (-1) or after (1), in whichever tab, and opens what was closed since. */
  async travel(dir: 1 | -1): Promise<void> {
    // From what is no place of the trail one goes back to the last one.
    const back = dir < 0 && this.#astray
    this.session?.leave()
    const at = back ? this.trail.here : this.trail.go(dir)
    if (at !== undefined) await this.open(at.file, { preview: true, at })
  }

  /** Goes to the next (1) or previous (-1) tab, round. */
  cycle(dir: 1 | -1): void {
    const at = this.list.findIndex((tab) => tab.id === this.activeId)
    const next = this.list[(at + dir + this.list.length) % this.list.length]
    if (next !== undefined) this.activeId = next.id
  }

  /** Goes to the tab at a place from 0. */
  at(place: number): void {
    const tab = this.list[place]
    if (tab !== undefined) this.activeId = tab.id
  }

  /** An open session changed on disk. */
  async refresh(handle: string): Promise<void> {
    await this.#of(handle)?.session.catchUp()
  }

  /** What was told of open sessions did not arrive: each is asked how it stands. */
  refreshAll(): void {
    for (const tab of this.list) if (tab.kind === 'session') void tab.session.catchUp()
  }

  /** The list of sessions changed: ask again for the family on screen. */
  relatives(): void {
    for (const tab of this.list) if (tab.kind === 'session') tab.session.relatives()
  }

  /** The reader's notes are others. */
  noted(): void {
    for (const tab of this.list) if (tab.kind === 'session') tab.session.noted()
  }

  /** What a session is called in its tab; of one that has none, its title. */
  called(handle: string, title: string): string {
    const at = this.list.findIndex((tab) => tab.kind === 'session' && tab.session.handle === handle)
    return at < 0 ? visible(title) : (tabNames(this.list)[at] ?? '')
  }

  /** The session that is open under a handle. */
  of(handle: string): OpenSession | undefined {
    return this.#of(handle)?.session
  }

  #of(handle: string): (Tab & { kind: 'session' }) | undefined {
    return this.list.find(
      (tab): tab is Tab & { kind: 'session' } => tab.kind === 'session' && tab.session.handle === handle,
    )
  }

  #add(tab: Tab): void {
    const at = this.list.findIndex((other) => other.id === this.activeId)
    this.list = at < 0 ? [...this.list, tab] : this.list.toSpliced(at + 1, 0, tab)
    this.activeId = tab.id
  }

  #replace(id: string, tab: Tab): void {
    this.list = this.list.map((other) => (other.id === id ? tab : other))
    this.activeId = this.activeId === id ? tab.id : this.activeId
  }

  #release(session: OpenSession): void {
    this.released(session.handle)
    // Nothing is lost when Go no longer knows the session.
    this.api.close({ session: session.handle }).catch(() => undefined)
  }
}

const mostClosed = 20

/** Where a tab is when it is closed, undefined when nothing opens it again. */
function placeOf(tab: Tab): Place | undefined {
  switch (tab.kind) {
    case 'session':
      return tab.session.place
    case 'opening':
      return { file: pick(tab), leaf: '', key: '', view: 'timeline' }
    case 'failed': {
      const { handle, failure } = tab
      return handle === ''
        ? undefined
        : {
            file: { handle, title: failure.path, path: failure.path },
            leaf: '',
            key: '',
            view: 'timeline',
          }
    }
  }
}

function pick(listed: File) {
  return { handle: listed.handle, title: listed.title, path: listed.path }
}

/** What the tabs are called; sessions of one title go by the names of their files, and those of one name with their folders. */
export function tabNames(tabs: readonly Tab[]): string[] {
  let names = tabs.map(tabTitle)
  for (const named of [stem, stemInFolder]) {
    const twice = new Set(names.filter((name, i) => names.indexOf(name) !== i))
    names = tabs.map((tab, i) => {
      const name = names[i] ?? ''
      return tab.kind === 'session' && twice.has(name) ? visible(named(tab.session.info.path)) : name
    })
  }
  return names
}

/** What a tab is called. */
export function tabTitle(tab: Tab): string {
  switch (tab.kind) {
    case 'session':
      return visible(tab.session.file.title)
    case 'opening':
      return visible(tab.title)
    case 'failed':
      return visible(tab.failure.path.split(/[/\\]/u).at(-1) ?? tab.failure.path)
  }
}
