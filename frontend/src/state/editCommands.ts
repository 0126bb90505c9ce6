import type { AppState } from './app.svelte'
import type { Command, Context } from './commands'
import type { Act } from './sheet.svelte'

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
    id: 'rename',
    title: 'Rename the session…',
    group: 'Edit',
    keys: ['F2'],
    menus: ['session', 'tab'],
    when: hasSession,
    run: ({ app, session }) => write(app, session, 'rename'),
  },
  {
    id: 'undo',
    title: 'Undo what was written last',
    group: 'Edit',
    keys: ['$mod+z'],
    menus: ['session'],
    when: ({ app }) => app.editing.undo.last !== undefined,
    run: ({ app }) => void app.editing.undo.undo(),
  },
]
