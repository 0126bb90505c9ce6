import type { AppState } from '../app.svelte'
import { always, hasEntry, ofSession, type Command } from './command'
import type { ListedSession } from '../../api/types'
import type { Act } from '../sheet.svelte'

/** What writes: each opens a sheet that says what will be written before it is. */
export const editCommands: readonly Command[] = [
  ofSession(
    { id: 'label', title: 'Label…', group: 'Edit', keys: ['Shift+L'], menus: ['entry'], when: hasEntry },
    (s, { app }) => app.editing.open('label', s, s.selected),
  ),
  ofSession(
    { id: 'note', title: 'Note…', group: 'Edit', keys: [], menus: ['entry'], when: hasEntry },
    (s, { app }) => app.editing.open('note', s, s.selected),
  ),
  ofSession(
    {
      id: 'note-remove',
      title: 'Remove the note',
      group: 'Edit',
      keys: [],
      menus: ['entry'],
      when: ({ session }) => session !== undefined && session.ownNotes.of(session.selected) !== '',
    },
    (s, { app }) => void app.attempt('The note was not removed', () => app.editing.removeNote(s, s.selected)),
  ),
  {
    id: 'delete-notes',
    title: 'Delete all notes',
    group: 'Edit',
    keys: [],
    when: always,
    run: ({ app }) => void app.attempt('The notes were not deleted', () => app.editing.deleteNotes()),
  },
  ofSession(
    { id: 'rename', title: 'Rename the session…', group: 'Edit', keys: ['F2'], menus: ['session', 'tab'] },
    (s, { app }) => app.editing.open('rename', s),
  ),
  ofSession(
    {
      id: 'branch',
      title: 'Branch here with a summary…',
      group: 'Edit',
      keys: ['Shift+B'],
      menus: ['entry'],
      when: hasEntry,
    },
    (s, { app }) => app.editing.open('branch', s, s.selected),
  ),
  ofSession(
    {
      id: 'fork',
      title: 'Fork into a new session…',
      group: 'Edit',
      keys: ['Shift+F'],
      menus: ['entry', 'session', 'tab'],
    },
    (s, { app }) => app.editing.open('fork', s, s.selected),
  ),
  ofSession(
    {
      id: 'export',
      title: 'Export…',
      group: 'Edit',
      keys: ['Shift+X'],
      menus: ['entry', 'session', 'tab'],
    },
    (s, { app }) => app.export(s),
  ),
  ...(
    [
      ['pi', 'Export as a pi session…'],
      ['runlog', 'Export as a run log…'],
      ['html', 'Export as one HTML page…'],
      ['markdown', 'Export as Markdown…'],
    ] as const
  ).map(([as, title]) =>
    ofSession({ id: `export-${as}`, title, group: 'Edit', keys: [], menus: ['export'] }, (s, { app }) =>
      app.export(s, as),
    ),
  ),
  ofSession(
    {
      id: 'trash',
      title: 'Move the session to the trash…',
      group: 'Edit',
      keys: [],
      menus: ['session', 'tab'],
    },
    (s, { app }) => app.editing.open('trash', s),
  ),
  {
    id: 'undo',
    title: 'Undo what was written last',
    group: 'Edit',
    keys: ['$mod+z'],
    menus: ['session'],
    when: always, // it says when there is nothing
    run: ({ app }) => void app.editing.undo.undo(),
  },
  {
    id: 'redo',
    title: 'Redo what was taken back last',
    group: 'Edit',
    keys: ['$mod+Shift+Z'],
    when: always,
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
