import type { ChangedRow } from '../../api/types'
import { plural } from '../../lib/format'
import type { AppState } from '../app.svelte'
import type { OpenSession, View } from '../session.svelte'
import { always, ofSession, type Command, type Context } from './command'
import { copy } from './session'

/** Fills the third pane with a view, which takes the focus. */
export function show(session: OpenSession, view: View, { app }: Context): void {
  session.view = view
  session.family.cursor = '' // it begins at the session itself
  session.pane = 'timeline'
  app.layout.narrowPane = 'timeline'
  app.layout.viewAsked++
}

/** Copies what the branch changed, or what it did to the file of the keyboard. */
function copyPatch(app: AppState, { changes }: OpenSession, one: boolean): void {
  void app.attempt('Nothing was copied', async () => {
    const text = await changes.patch(one ? changes.row(changes.cursor) : undefined)
    if (text === '') return app.toasts.show('Nothing of it is sure to apply: nothing was copied')
    await app.api.copy(text)
    const left = changes.left?.total ?? 0
    app.toasts.show(left === 0 ? 'Patch copied' : `Patch copied, with ${plural(left, 'remark')}`)
  })
}

/** The row of what was changed that the keyboard is at, where it has a path. */
function changedFile({ session }: Context): ChangedRow | undefined {
  if (session?.view !== 'changes') return undefined
  const row = session.changes.row(session.changes.cursor)
  return row === undefined || row.path === '' ? undefined : row
}

/** What the panes show, and what is done in a view alone. */
export const viewCommands: readonly Command[] = [
  {
    id: 'sessions',
    title: 'Show or hide the sessions',
    group: 'View',
    keys: ['$mod+b'],
    when: always,
    run: ({ app }) => app.layout.toggleSessions(),
  },
  ofSession(
    { id: 'family', title: 'Family: what this comes from and what came of it', group: 'View', keys: ['f'] },
    (s, ctx) => show(s, s.view === 'family' ? 'timeline' : 'family', ctx),
  ),
  ofSession(
    {
      id: 'changes',
      title: 'Changes: what the branch did to files',
      group: 'View',
      keys: ['v'],
      menus: ['session'],
    },
    (s, ctx) => show(s, s.view === 'changes' ? 'timeline' : 'changes', ctx),
  ),
  ofSession(
    {
      id: 'changes-patch',
      title: 'Copy all changes as a patch',
      group: 'View',
      keys: [],
      when: ({ session }) => session?.view === 'changes' && (session.changes.shown?.patchable ?? 0) > 0,
    },
    (s, { app }) => copyPatch(app, s, false),
  ),
  ofSession(
    {
      id: 'change-patch',
      title: 'Copy the change of the file as a patch',
      group: 'View',
      keys: [],
      menus: ['change'],
      when: (ctx) => changedFile(ctx)?.patchable === true && ctx.session?.changes.cursor.part === 'files',
    },
    (s, { app }) => copyPatch(app, s, true),
  ),
  ofSession(
    {
      id: 'change-path',
      title: 'Copy the path of the changed file',
      group: 'View',
      keys: [],
      menus: ['change'],
      when: (ctx) => changedFile(ctx) !== undefined,
    },
    (_, ctx) => copy(ctx.app, changedFile(ctx)?.path ?? '', 'Path copied'),
  ),
  ofSession(
    {
      id: 'context',
      title: 'Context: what the model saw here',
      group: 'View',
      keys: ['c'],
      menus: ['entry'],
      when: ({ session }) => session !== undefined && (session.selected !== '' || session.leaf !== ''),
    },
    (s, ctx) => show(s, s.view === 'context' ? 'timeline' : 'context', ctx),
  ),
  ...(
    [
      ['lastPrompt', 'Context: what changed since the last prompt'],
      ['lastReply', 'Context: what changed since the previous reply'],
      ['beforeCompaction', 'Context: what changed with the compaction'],
    ] as const
  ).map(([since, title]) =>
    ofSession(
      {
        id: `context-${since}`,
        title,
        group: 'View',
        keys: [],
        when: ({ session }) => session?.view === 'context' && session.seen.can(since),
      },
      (s) => s.seen.compareSince(since),
    ),
  ),
  ofSession(
    {
      id: 'context-compare',
      title: 'Context: compare with another entry…',
      group: 'View',
      keys: [],
      when: ({ session }) => session?.view === 'context' && !session.seen.comparing,
    },
    (s) => s.seen.compare(),
  ),
  ofSession(
    {
      id: 'timeline',
      title: 'Timeline: read the branch',
      group: 'View',
      keys: ['t'],
      when: ({ session }) => session !== undefined && session.view !== 'timeline',
    },
    (s, ctx) => show(s, 'timeline', ctx),
  ),
  ...(
    [
      ['continued-from', 'Open the session this one was made from', (s: OpenSession) => s.family.from],
      [
        'continued-by',
        'Open the newest session made from this one',
        (s: OpenSession) => s.family.next.at(-1),
      ],
    ] as const
  ).map(([id, title, of]) =>
    ofSession(
      {
        id,
        title,
        group: 'Session',
        keys: [],
        menus: ['session'],
        when: ({ session }) => session !== undefined && (of(session)?.handle ?? '') !== '',
      },
      (s, { app }) => {
        const node = of(s)
        if (node !== undefined) void app.tabs.open(node, { preview: false })
      },
    ),
  ),
  {
    id: 'unwell',
    title: 'Sessions: only those that did not finish well, or all',
    group: 'View',
    keys: [],
    when: always,
    run: ({ app }) => {
      app.library.unwell = !app.library.unwell
      if (!app.layout.sessionsShown) app.layout.toggleSessions()
    },
  },
  ofSession(
    { id: 'skim', title: 'Read or skim the timeline', group: 'View', keys: ['s'], menus: ['session'] },
    (s) => s.timeline.setMode(s.timeline.mode === 'read' ? 'skim' : 'read'),
  ),
  ...(
    [
      ['read', 'Timeline: read everything', '1'],
      ['skim', 'Timeline: prompts and final replies', '2'],
      ['steps', 'Timeline: tools only', '3'],
      ['raw', 'Timeline: records as they stand in the file', '4'],
    ] as const
  ).map(([mode, title, key]) =>
    ofSession(
      {
        id: `mode-${mode}`,
        title,
        group: 'View',
        keys: [key],
        when: ({ session }) => session?.view === 'timeline' && session.timeline.mode !== mode,
      },
      (s) => s.timeline.setMode(mode),
    ),
  ),
]
