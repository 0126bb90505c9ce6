import type { CopyForm } from '../../api/types'
import type { AppState } from '../app.svelte'
import type { OpenSession } from '../session.svelte'
import type { CopyPart } from '../timeline.svelte'
import { always, hasEntry, ofSession, type Command, type Context } from './command'

const hasTab = (ctx: Context) => ctx.app.tabs.active !== undefined

/** Copies rows of the timeline: the selected one, its turn, or those from the first to the last that was chosen. */
function copies(id: string, title: string, part: CopyPart, form: CopyForm, keys: string[] = []): Command {
  return ofSession(
    {
      id,
      title,
      group: 'Session',
      keys,
      menus: ['entry'],
      when: ({ session }) =>
        session !== undefined &&
        (part === 'selection' ? session.timeline.picked !== undefined : session.selected !== ''),
    },
    (s, { app }) =>
      void app.attempt(
        'Nothing was copied',
        async () => app.api.copy(await s.timeline.textOf(part, form)),
        part === 'rows' && s.timeline.picked ? 'Selection copied' : 'Copied',
      ),
  )
}

/** Copies what to type into a terminal. */
function copyCommandLine(app: AppState, s: OpenSession, key: string, which: 'resume' | 'open'): void {
  void app.attempt(
    'Nothing was copied',
    async () => app.api.copy((await app.api.commandLine({ session: s.handle, key }))[which]),
    'Command copied',
  )
}

export function copy(app: AppState, text: string, done: string): void {
  void app.attempt('Nothing was copied', () => app.api.copy(text), done)
}

/** What is taken from a session and its entries, and its tab. */
export const sessionCommands: readonly Command[] = [
  {
    id: 'open-file',
    title: 'Open a file…',
    group: 'Session',
    keys: ['$mod+o'],
    menus: ['open'],
    when: ({ app }) => app.start.state === 'ready',
    run: ({ app }) => {
      if (app.canChoose) void app.attempt('The file was not opened', () => app.api.choose())
      else app.toasts.show('In a browser, files are opened from the list or by the command line')
    },
  },
  copies('copy-text', 'Copy the text of the row or of the selection', 'rows', 'text', ['y']),
  copies('copy-markdown', 'Copy the row as Markdown', 'row', 'markdown'),
  copies('copy-json', 'Copy the row as JSON', 'row', 'json'),
  copies('copy-turn', 'Copy the turn as Markdown', 'turn', 'markdown', ['Shift+Y']),
  copies('copy-selection', 'Copy the selection as Markdown', 'selection', 'markdown'),
  copies('copy-selection-json', 'Copy the selection as JSON', 'selection', 'json'),
  ofSession(
    {
      id: 'record',
      title: 'Show the raw record',
      group: 'Session',
      keys: [],
      menus: ['entry'],
      when: hasEntry,
    },
    (s, { app }) => {
      s.view = 'timeline'
      app.layout.narrowPane = 'timeline'
      void s.timeline.showRecord()
    },
  ),
  ofSession(
    {
      id: 'copy-key',
      title: 'Copy the id of the entry',
      group: 'Session',
      keys: [],
      menus: ['entry'],
      when: hasEntry,
    },
    (s, { app }) => copy(app, s.selected, 'Entry id copied'),
  ),
  ofSession(
    {
      id: 'copy-entry-command',
      title: 'Copy the command that opens this entry',
      group: 'Session',
      keys: [],
      menus: ['entry'],
      when: hasEntry,
    },
    (s, { app }) => copyCommandLine(app, s, s.selected, 'open'),
  ),
  ofSession(
    {
      id: 'copy-resume-command',
      title: 'Copy the command that resumes the session',
      group: 'Session',
      keys: [],
      menus: ['session'],
    },
    (s, { app }) => copyCommandLine(app, s, '', 'resume'),
  ),
  ofSession(
    {
      id: 'reveal',
      title: 'Show in the file manager',
      group: 'Session',
      keys: [],
      menus: ['session', 'tab'],
    },
    (s, { app }) => void app.attempt('The file was not shown', () => app.api.reveal({ session: s.handle })),
  ),
  ofSession(
    {
      id: 'copy-path',
      title: 'Copy the path of the session',
      group: 'Session',
      keys: [],
      menus: ['session', 'tab'],
    },
    (s, { app }) => copy(app, s.info.path, 'Path copied'),
  ),
  ofSession(
    { id: 'copy-id', title: 'Copy the id of the session', group: 'Session', keys: [], menus: ['session'] },
    (s, { app }) => copy(app, s.info.id, 'Session id copied'),
  ),
  ofSession(
    {
      id: 'problems',
      title: 'Show problems and remarks of the file',
      group: 'Session',
      keys: [],
      menus: ['session'],
      when: ({ session }) => session?.remarked === true,
    },
    (_, { app }) => (app.layout.problemsOpen = !app.layout.problemsOpen),
  ),
  {
    id: 'close-tab',
    title: 'Close tab',
    group: 'Session',
    keys: ['$mod+w'],
    menus: ['session'],
    when: hasTab,
    run: ({ app }) => app.tabs.close(app.tabs.activeId),
  },
  {
    id: 'reopen-tab',
    title: 'Open the closed tab again',
    group: 'Session',
    keys: ['$mod+Shift+T'],
    menus: ['open'],
    when: ({ app }) => app.tabs.canReopen,
    run: ({ app }) => void app.tabs.reopen(),
  },
  {
    id: 'clear-recent',
    title: 'Clear the recent files',
    group: 'Session',
    keys: [],
    menus: ['open'],
    when: ({ app }) => app.recent.files.length > 0,
    run: ({ app }) => void app.attempt('The recent files were not cleared', () => app.api.clearRecent()),
  },
  {
    id: 'next-tab',
    title: 'Next tab',
    group: 'Session',
    keys: ['Control+Tab', 'Control+PageDown'],
    when: ({ app }) => app.tabs.list.length > 1,
    run: ({ app }) => app.tabs.cycle(1),
  },
  {
    id: 'previous-tab',
    title: 'Previous tab',
    group: 'Session',
    keys: ['Control+Shift+Tab', 'Control+PageUp'],
    when: ({ app }) => app.tabs.list.length > 1,
    run: ({ app }) => app.tabs.cycle(-1),
  },
  {
    id: 'rescan',
    title: 'Look for sessions again',
    group: 'Session',
    keys: [],
    when: always,
    run: ({ app }) => void app.library.load(true),
  },
]
