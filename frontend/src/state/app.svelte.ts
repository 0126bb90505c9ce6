import type { Api } from '../api/api'
import { toApiError } from '../api/errors'
import type { EndedEvent, ExportAs, StartAnswer } from '../api/types'
import { endWords } from '../lib/outcomes'
import { oneLine } from '../lib/text'
import { Comparing } from './comparing.svelte'
import { Editing } from './editing.svelte'
import { Exporting } from './exporting.svelte'
import { Layout } from './layout.svelte'
import { Library } from './library.svelte'
import { Recent } from './recent.svelte'
import { failed, loading, ready, type Remote } from './remote'
import { resumeExport } from './resumedExport'
import type { OpenSession } from './session.svelte'
import { Settings } from './settings.svelte'
import { Tabs } from './tabs.svelte'
import { Toasts } from './toasts.svelte'

/** The state of the whole page. */
export class AppState {
  readonly settings: Settings
  readonly tabs: Tabs
  readonly library: Library
  readonly recent: Recent
  readonly toasts = new Toasts()
  readonly layout = new Layout()
  readonly comparing: Comparing
  readonly editing: Editing
  /** What is about to leave a session. */
  exporting = $state.raw<Exporting>()
  /** What the page was told at the start. */
  start = $state.raw<Remote<StartAnswer>>(loading)
  #begun = false
  /** An export that was left to look at something. */
  #left: Exporting | undefined
  /** The toast that leads back to it. */
  #waits = 0

  readonly face = $derived(this.start.state === 'ready' ? this.start.value.face : '')
  readonly canChoose = $derived(this.start.state === 'ready' && this.start.value.canChoose)

  constructor(
    readonly api: Api,
    readonly mac: boolean,
  ) {
    this.settings = new Settings(api, (message) =>
      this.toasts.show(`Settings were not kept: ${message}`, 'error'),
    )
    this.tabs = new Tabs(api)
    this.comparing = new Comparing(this.tabs)
    this.editing = new Editing(api, this.tabs, this.toasts)
    this.tabs.released = (handle) => this.#released(handle)
    this.library = new Library(api)
    this.recent = new Recent(api)
  }

  /** Listens, then asks what to show first. A second call does nothing. */
  async begin(): Promise<void> {
    if (this.#begun) return
    this.#begun = true
    this.api.on('session', (e) => {
      void this.tabs.refresh(e.session).then(() => this.exporting?.grew(e.session))
      this.editing.changed(e.session)
    })
    this.api.on('sessions', () => {
      void this.library.load()
      this.tabs.relatives()
    })
    this.api.on('opened', (info) => {
      this.tabs.show(info)
      this.layout.drawerOpen = false
    })
    this.api.on('resumed', () => {
      void this.library.load()
      void this.recent.load()
      this.tabs.refreshAll()
    })
    this.api.on('ended', (e) => this.#ended(e))
    this.api.on('recent', () => void this.recent.load())
    this.api.on('notes', ({ said }) => {
      if (said !== '') this.toasts.show(said, 'error')
      this.tabs.noted()
    })
    this.api.on('failed', (failure) => this.tabs.showFailure(failure))
    this.api.on('written', (file) => void this.tabs.written(file))
    this.api.on('theme', (e) => (this.settings.system = e.theme))
    try {
      const start = await this.api.start()
      this.settings.load(start.settings)
      this.settings.system = start.theme
      for (const info of start.opened) this.tabs.show(info)
      for (const failure of start.failed) this.tabs.showFailure(failure)
      // A file that was double clicked is what the reader came for; a sample is where they begin to look around.
      if (start.failed.length > 0 || start.opened.some((info) => !info.sample))
        this.layout.sessionsWanted = false
      if (start.opened.length > 0) {
        const first = this.tabs.list[0]
        if (first !== undefined) this.tabs.activate(first.id)
      }
      this.editing.undo.load(start.steps)
      for (const begun of start.exports) void resumeExport(this, begun)
      this.start = ready(start)
      await this.api.ready()
    } catch (cause) {
      this.start = failed(toApiError(cause))
    }
    void this.library.load()
    void this.recent.load()
  }

  /** Opens the sheet of an export; as "" is the session's own format, or the sheet as it was left. */
  export(session: OpenSession, as: ExportAs | '' = ''): void {
    const left = this.#left
    this.#forgetLeft()
    if (as === '' && left?.session === session) {
      this.exporting = left
      left.look()
      return
    }
    const own = session.info.format === 'runlog' ? 'runlog' : 'pi'
    const places = [this.face === 'browser' ? 'download' : 'choose', 'beside'] as const
    this.exporting = new Exporting(this.api, session, this.editing.undo, as || own, places)
  }

  closeExport(): void {
    this.exporting?.close()
    this.exporting = undefined
  }

  /** Closes the sheet of an export to look at something in the session; what was chosen in it waits. */
  leaveExport(): void {
    const left = this.exporting
    this.closeExport()
    if (left === undefined) return
    this.#left = left
    this.#waits = this.toasts.show('The export waits as you left it.', 'info', {
      title: 'Back to it',
      run: () => this.export(left.session),
    })
  }

  /** What is said of a session on a sheet goes with it. */
  #released(handle: string): void {
    if (this.editing.sheet?.file.session === handle) this.editing.close()
    if (this.exporting?.session.handle === handle) this.closeExport()
    if (this.#left?.session.handle === handle) this.#forgetLeft()
  }

  #forgetLeft(): void {
    this.#left = undefined
    this.toasts.dismiss(this.#waits)
  }

  /** A run that is followed came to its end. One that is on screen says so itself. */
  #ended({ session, title, state }: EndedEvent): void {
    if (this.tabs.session?.handle === session) return
    this.toasts.show(
      `${oneLine(this.tabs.called(session, title), 60).replace(/[.…]+$/u, '')} ${endWords(state)}`,
      'info',
      {
        title: 'Show',
        run: () => this.tabs.activate(session),
      },
    )
  }

  /** Does something that can fail and says so when it does. */
  async attempt(what: string, act: () => Promise<unknown>, done = ''): Promise<void> {
    try {
      await act()
      if (done !== '') this.toasts.show(done)
    } catch (cause) {
      this.toasts.show(`${what}: ${toApiError(cause).message}`, 'error')
    }
  }
}
