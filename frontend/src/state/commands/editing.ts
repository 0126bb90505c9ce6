import type { AppState } from '../app.svelte'
import type { Command, Context } from './command'
import type { ListedSession } from '../../api/types'
import type { Act } from '../sheet.svelte'

const hasSession = ({ session }: Context) => session !== undefined
const hasEntry = ({ session }: Context) => session !== undefined && session.selected !== ''

/** Opens the sheet of an act, on the selected entry or on the session. */
function write(app: AppState, session: Context['session'], act: Act, key = ''): void {
  if (session !== undefined) app.editing.open(act, session, key)
}

/** What writes: each opens a sheet that says what will be written before it is. */
export const editCommands: readonly Command[] = [
  {
    id: 'label',
    title: 'Label…',
    group: 'Edit',
    keys: ['Shift+L'],
    menus: ['entry'],
    when: hasEntry,
    run: ({ app, session }) => write(app, session, 'label', session?.selected),
  },
  {
    id: 'note',
    title: 'Note…',
    group: 'Edit',
    keys: [],
    menus: ['entry'],
    when: hasEntry,
    run: ({ app, session }) => write(app, session, 'note', session?.selected),
  },
  {
    id: 'note-remove',
    title: 'Remove the note',
    group: 'Edit',
    keys: [],
    menus: ['entry'],
    when: ({ session }) => session !== undefined && session.ownNotes.of(session.selected) !== '',
    run: ({ app, session }) =>
      session &&
      void app.attempt('The note was not removed', () => app.editing.removeNote(session, session.selected)),
  },
  {
    id: 'delete-notes',
    title: 'Delete all notes',
    group: 'Edit',
    keys: [],
    when: () => true,
    run: ({ app }) => void app.attempt('The notes were not deleted', () => app.editing.deleteNotes()),
  },
  {
    id: 'rename',
    title: 'Rename the session…',
    group: 'Edit',
    keys: ['F2'],
    menus: ['session', 'tab'],
    when: hasSession,
    run: ({ app, session }) => write(app, session, 'rename'),
  },
  {
    id: 'branch',
    title: 'Branch here with a summary…',
    group: 'Edit',
    keys: ['Shift+B'],
    menus: ['entry'],
    when: hasEntry,
    run: ({ app, session }) => write(app, session, 'branch', session?.selected),
  },
  {
    id: 'fork',
    title: 'Fork into a new session…',
    group: 'Edit',
    keys: ['Shift+F'],
    menus: ['entry', 'session', 'tab'],
    when: hasSession,
    run: ({ app, session }) => write(app, session, 'fork', session?.selected),
  },
  {
    id: 'export',
    title: 'Export…',
    group: 'Edit',
    keys: ['Shift+X'],
    menus: ['entry', 'session', 'tab'],
    when: hasSession,
    run: ({ app, session }) => session && app.export(session),
  },
  ...(
    [
      ['pi', 'Export as a pi session…'],
      ['runlog', 'Export as a run log…'],
      ['html', 'Export as one HTML page…'],
      ['markdown', 'Export as Markdown…'],
    ] as const
  ).map(([as, title]): Command => ({
    id: `export-${as}`,
    title,
    group: 'Edit',
    keys: [],
    menus: ['export'],
    when: hasSession,
    run: ({ app, session }) => session && app.export(session, as),
  })),
  {
    id: 'trash',
    title: 'Move the session to the trash…',
    group: 'Edit',
    keys: [],
    menus: ['session', 'tab'],
    when: hasSession,
    run: ({ app, session }) => write(app, session, 'trash'),
  },
  {
    id: 'undo',
    title: 'Undo what was written last',
    group: 'Edit',
    keys: ['$mod+z'],
    menus: ['session'],
    when: () => true, // it says when there is nothing
    run: ({ app }) => void app.editing.undo.undo(),
  },
  {
    id: 'redo',
    title: 'Redo what was taken back last',
    group: 'Edit',
    keys: ['$mod+Shift+Z'],
    when: () => true,
    run: ({ app }) => void app.editing.undo.redo(),
  },
]

/** The lines of the menu of a listed session that write, with the keys they have in the list. */
export function listedItems(app: AppState, listed: ListedSession | undefined) {
  if (listed === undefined) return []
  const open = (act: Act) => () =>
    void app.attempt('The sheet was not opened', () => app.editing.openListed(act, listed))
  return [
    { id: 'rename', title: 'Rename…', binding: 'F2', run: open('rename') },
    { id: 'fork', title: 'Fork into a new session…', binding: '', run: open('fork') },
    {
      id: 'export',
      title: 'Export…',
      binding: '',
      run: () =>
        void app.attempt('The sheet was not opened', async () => app.export(await app.tabs.beside(listed))),
    },
    { id: 'trash', title: 'Move to the trash…', binding: 'Delete', run: open('trash') },
  ]
}
