import { isSingleKey } from '../lib/keys'
import { textSizes } from './settings.svelte'
import type { CopyForm } from '../api/types'
import type { AppState } from './app.svelte'
import type { Choice } from './comparing.svelte'
import { editCommands } from './editCommands'
import { carriedRow, type CopyPart } from './timeline.svelte'
import type { OpenSession, View } from './session.svelte'
import type { ChangedRow } from '../api/types'
import { plural } from '../lib/format'
import type { Mark } from '../lib/outline'
import { errorWords } from '../lib/text'
import { clamp } from '../lib/window'

/** Where commands act: the page and the session on screen. */
export interface Context {
  app: AppState
  session: OpenSession | undefined
}

/** The groups of the help sheet and the palette, in their order. */
export const groups = ['Move', 'Branches', 'Edit', 'Session', 'View', 'Branchline'] as const

/** A menu that shows commands: of an entry, of a session, of its tab, of what it can become, of what can be opened, of a file that was changed. */
export type MenuName = 'entry' | 'session' | 'tab' | 'export' | 'open' | 'change'

/** One thing a reader can do. Palette, menus, keys and help sheet are readings of the list. */
export interface Command {
  id: string
  title: string
  group: (typeof groups)[number]
  /** As tinykeys spells them; the first is the one menus show. */
  keys: readonly string[]
  menus?: readonly MenuName[]
  /** Whether it makes sense now. */
  when(ctx: Context): boolean
  run(ctx: Context): void
}

const always = () => true
const inSession = (ctx: Context) => ctx.session !== undefined
const hasEntry = (ctx: Context) => ctx.session !== undefined && ctx.session.selected !== ''
const isComparing = ({ session }: Context) => session?.view === 'compare' && session.compare !== undefined
const isRun = ({ session }: Context) => session?.info.format === 'runlog'
const isPeeking = ({ session }: Context) => session?.view === 'timeline' && session.timeline.peeking
const hasTab = (ctx: Context) => ctx.app.tabs.active !== undefined

/** A command of the session on screen. */
function ofSession(
  parts: Omit<Command, 'when' | 'run'> & { when?: Command['when'] },
  act: (session: OpenSession, ctx: Context) => void,
): Command {
  return {
    when: inSession,
    ...parts,
    run: (ctx) => {
      if (ctx.session !== undefined) act(ctx.session, ctx)
    },
  }
}

/** Moves in the pane that had the focus last. */
function move(session: OpenSession, dir: 1 | -1): void {
  if (session.pane === 'graph') session.graph.step(dir)
  else if (session.view === 'family') session.family.step(dir)
  else if (session.view === 'context') session.seen.step(dir)
  else if (session.view === 'compare') (session.compare ?? session.leaves).step(dir)
  else if (session.view === 'changes') session.changes.step(dir)
  else session.timeline.step(dir)
}

function page(session: OpenSession, dir: 1 | -1): void {
  if (session.view === 'context') session.seen.page(dir)
  else if (session.view === 'compare') session.compare?.page(dir)
  else if (session.view === 'changes') session.changes.page(dir)
  else session.timeline.page(dir)
}

/** Goes to the next or the previous row of the timeline with a mark, and says when there is none. */
export function jump(app: AppState, session: OpenSession, mark: Mark, dir: 1 | -1): void {
  session.timeline.jump(mark, dir, () => none(app, mark, dir))
}

function none(app: AppState, what: string, dir: 1 | -1): void {
  app.toasts.tell(`No ${what} ${dir > 0 ? 'below' : 'above'}.`)
}

function nextError(session: OpenSession, dir: 1 | -1, { app }: Context): void {
  const { find } = session.timeline
  if (session.view === 'compare' && session.compare !== undefined) {
    if (!session.compare.nextDifference(dir)) none(app, 'difference', dir)
  } else if (session.view === 'changes') {
    if (!session.changes.nextHunk(dir)) none(app, 'hunk', dir)
  } else if (find.shown && find.text !== '') find.next(dir)
  else jump(app, session, 'error', dir)
}

function nextEdit(session: OpenSession, dir: 1 | -1, ctx: Context): void {
  if (session.view === 'changes') nextError(session, dir, ctx)
  else jump(ctx.app, session, 'edit', dir)
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

/** Takes a side to compare: the first waits for the second, with which the keys go to the comparison. */
export function choose(app: AppState, choice: Choice): void {
  void app.attempt('They were not compared', async () => {
    if (!(await app.comparing.choose(choice))) return
    app.layout.narrowPane = 'timeline'
    app.layout.viewAsked++
  })
}

/** The selected entry as a side to compare, undefined when none is. */
export function chosen(session: OpenSession): Choice | undefined {
  const { entry, selected, graph } = session
  const text = entry.state === 'ready' && entry.value.key === selected ? entry.value.text : ''
  return graph.end === '' ? undefined : choiceOf(session, graph.end, text)
}

/** Compares with the side that waits, else with the one that is given. */
export function compareTo(app: AppState, before: Choice | undefined, choice: Choice): void {
  if (app.comparing.first === undefined && before !== undefined) choose(app, before)
  choose(app, choice)
}

/** The branch that ends at an entry of a session. */
export function choiceOf(session: OpenSession, leaf: string, words: string): Choice {
  return { file: session.file, leaf, words: errorWords(words) }
}

/** The line of a menu that takes a side to compare. */
export function compareItem(app: AppState, choice: Choice) {
  return { id: 'compare-with', title: app.comparing.title, binding: 'd', run: () => choose(app, choice) }
}

/** Takes the entry of the keyboard as a side to compare: in the table of leaves that of the row. */
function chooseHere(session: OpenSession, app: AppState): void {
  const inLeaves = session.pane !== 'graph' && session.view === 'compare' && session.compare === undefined
  const leaf = inLeaves ? session.leaves.list[session.leaves.stop] : undefined
  const choice = leaf === undefined ? chosen(session) : choiceOf(session, leaf.key, leaf.lastWords)
  if (choice !== undefined) choose(app, choice)
}

/** Gives the box that finds in the graph the focus. */
function findInGraph(_: OpenSession, { app }: Context): void {
  app.layout.narrowPane = 'graph'
  app.layout.findAsked++
}

/** Opens the bar that finds in the branch. */
function findInTimeline(session: OpenSession, { app }: Context): void {
  session.view = 'timeline'
  app.layout.narrowPane = 'timeline'
  session.timeline.find.open()
}

/** Fills the third pane with a view, which takes the focus. */
function show(session: OpenSession, view: View, { app }: Context): void {
  session.view = view
  session.family.cursor = '' // it begins at the session itself
  session.pane = 'timeline'
  app.layout.narrowPane = 'timeline'
  app.layout.viewAsked++
}

export const commands: readonly Command[] = [
  ofSession({ id: 'step-down', title: 'Next row', group: 'Move', keys: ['j', 'ArrowDown'] }, (s) =>
    move(s, 1),
  ),
  ofSession({ id: 'step-up', title: 'Previous row', group: 'Move', keys: ['k', 'ArrowUp'] }, (s) =>
    move(s, -1),
  ),
  ofSession(
    {
      id: 'extend-down',
      title: 'Select to the next row',
      group: 'Move',
      keys: ['Shift+J', 'Shift+ArrowDown'],
    },
    (s) => s.timeline.extend(1),
  ),
  ofSession(
    {
      id: 'extend-up',
      title: 'Select to the previous row',
      group: 'Move',
      keys: ['Shift+K', 'Shift+ArrowUp'],
    },
    (s) => s.timeline.extend(-1),
  ),
  ofSession({ id: 'next-prompt', title: 'Next prompt', group: 'Move', keys: ['p'] }, (s, { app }) =>
    jump(app, s, 'prompt', 1),
  ),
  ofSession(
    { id: 'previous-prompt', title: 'Previous prompt', group: 'Move', keys: ['Shift+P'] },
    (s, { app }) => jump(app, s, 'prompt', -1),
  ),
  ofSession(
    { id: 'next-round', title: 'Next round of the run', group: 'Move', keys: ['r'], when: isRun },
    (s, { app }) => jump(app, s, 'round', 1),
  ),
  ofSession(
    {
      id: 'previous-round',
      title: 'Previous round of the run',
      group: 'Move',
      keys: ['Shift+R'],
      when: isRun,
    },
    (s, { app }) => jump(app, s, 'round', -1),
  ),
  ofSession(
    { id: 'next-error', title: 'Next error, difference or hunk', group: 'Move', keys: ['n'] },
    (s, ctx) => nextError(s, 1, ctx),
  ),
  ofSession(
    { id: 'previous-error', title: 'Previous error, difference or hunk', group: 'Move', keys: ['Shift+N'] },
    (s, ctx) => nextError(s, -1, ctx),
  ),
  ofSession({ id: 'next-edit', title: 'Next edit or hunk', group: 'Move', keys: ['e'] }, (s, ctx) =>
    nextEdit(s, 1, ctx),
  ),
  ofSession(
    { id: 'previous-edit', title: 'Previous edit or hunk', group: 'Move', keys: ['Shift+E'] },
    (s, ctx) => nextEdit(s, -1, ctx),
  ),
  ofSession(
    {
      id: 'find-branch',
      title: 'Find in the timeline',
      group: 'Move',
      keys: ['$mod+f'],
      menus: ['session'],
    },
    findInTimeline,
  ),
  ofSession({ id: 'first', title: 'Go to the first row', group: 'Move', keys: ['g g', 'Home'] }, (s) => {
    if (s.pane === 'graph') s.graph.first()
    else if (s.view === 'context') s.seen.goTo(0)
    else if (s.view === 'compare') (s.compare ?? s.leaves).goTo(0)
    else if (s.view === 'changes') s.changes.step(-Infinity)
    else s.timeline.first()
  }),
  ofSession(
    { id: 'last', title: 'Go to the last row and follow', group: 'Move', keys: ['Shift+G', 'End'] },
    (s) => {
      if (s.pane !== 'graph' && s.view === 'compare') return (s.compare ?? s.leaves).goTo(Infinity)
      if (s.pane !== 'graph' && s.view === 'changes') return s.changes.step(Infinity)
      if (s.pane !== 'graph') return s.view === 'context' ? s.seen.goTo(Infinity) : s.timeline.last()
      s.timeline.endNext()
      s.graph.last()
    },
  ),
  ofSession({ id: 'page-down', title: 'Page down', group: 'Move', keys: ['Space'] }, (s) => page(s, 1)),
  ofSession({ id: 'page-up', title: 'Page up', group: 'Move', keys: ['Shift+Space'] }, (s) => page(s, -1)),
  ofSession(
    {
      id: 'open-row',
      title: 'Open or close the row',
      group: 'Move',
      keys: ['Enter'],
      when: (ctx) => hasEntry(ctx) || ctx.session?.timeline.cursor === carriedRow,
      menus: ['entry'],
    },
    (s) => {
      if (s.pane === 'graph' && s.graph.toggleAtCursor()) return
      if (s.view === 'context') s.seen.toggle()
      else if (s.view === 'compare') s.compare?.toggle()
      else if (s.view === 'changes') s.changes.toggle()
      else s.timeline.toggle()
    },
  ),
  ofSession(
    {
      id: 'peek',
      title: 'Peek: open the row until you go on',
      group: 'Move',
      keys: ['i'],
      when: (ctx) => hasEntry(ctx) && ctx.session?.view === 'timeline',
      menus: ['entry'],
    },
    (s) => s.timeline.peek(),
  ),
  {
    id: 'back',
    title: 'Back',
    group: 'Move',
    keys: ['Alt+ArrowLeft'],
    when: ({ app }) => app.tabs.canTravel(-1),
    run: ({ app }) => void app.tabs.travel(-1),
  },
  {
    id: 'forward',
    title: 'Forward',
    group: 'Move',
    keys: ['Alt+ArrowRight'],
    when: ({ app }) => app.tabs.canTravel(1),
    run: ({ app }) => void app.tabs.travel(1),
  },

  ofSession(
    {
      id: 'parent',
      title: 'Go to the parent, or fold',
      group: 'Branches',
      keys: ['h', 'ArrowLeft'],
      when: (ctx) => hasEntry(ctx) && !isComparing(ctx),
    },
    (s) => s.graph.outward(),
  ),
  ofSession(
    {
      id: 'child',
      title: 'Go to the child, or unfold',
      group: 'Branches',
      keys: ['l', 'ArrowRight'],
      when: (ctx) => hasEntry(ctx) && !isComparing(ctx),
    },
    (s) => s.graph.inward(),
  ),
  ofSession(
    {
      id: 'previous-branch',
      title: 'Previous sibling branch',
      group: 'Branches',
      keys: ['['],
      menus: ['entry'],
      when: hasEntry,
    },
    (s) => s.graph.sibling(-1),
  ),
  ofSession(
    {
      id: 'next-branch',
      title: 'Next sibling branch',
      group: 'Branches',
      keys: [']'],
      menus: ['entry'],
      when: hasEntry,
    },
    (s) => s.graph.sibling(1),
  ),
  ofSession(
    {
      id: 'compare-with',
      title: 'Compare with…',
      group: 'Branches',
      keys: ['d'],
      menus: ['entry'],
      when: (ctx) => hasEntry(ctx) || ctx.session?.view === 'compare',
    },
    (s, { app }) => chooseHere(s, app),
  ),
  {
    id: 'leave',
    title: 'End the peek, or let go of the chosen side to compare',
    group: 'View',
    keys: ['Escape'],
    when: (ctx) => isPeeking(ctx) || ctx.app.comparing.first !== undefined,
    run: (ctx) => {
      if (isPeeking(ctx)) ctx.session?.timeline.endPeek()
      else ctx.app.comparing.cancel()
    },
  },
  ofSession(
    {
      id: 'compare',
      title: 'Compare: all leaves of the session',
      group: 'View',
      keys: [],
      menus: ['session'],
    },
    (s, ctx) => {
      s.leave()
      s.compare = undefined
      show(s, 'compare', ctx)
      s.visit() // also where it takes the place of a comparison
    },
  ),
  ofSession(
    {
      id: 'compare-swap',
      title: 'Compare: swap the sides',
      group: 'Branches',
      keys: ['x'],
      when: isComparing,
    },
    (s) => s.compare?.swap(),
  ),
  ofSession(
    {
      id: 'compare-copy',
      title: 'Copy the comparison as Markdown',
      group: 'Session',
      keys: [],
      when: isComparing,
    },
    (s, { app }) =>
      void app.attempt(
        'Nothing was copied',
        async () => app.api.copy((await s.compare?.markdown()) ?? ''),
        'Comparison copied',
      ),
  ),
  ofSession(
    {
      id: 'show-active',
      title: 'Show the branch where pi continues',
      group: 'Branches',
      keys: [],
      when: ({ session }) => session !== undefined && session.info.leaf !== '',
    },
    (s) => s.showLeaf(s.info.leaf, s.info.leaf),
  ),
  ofSession({ id: 'find', title: 'Find here', group: 'Branches', keys: ['/'] }, (s, ctx) => {
    if (s.pane === 'timeline' && s.view === 'timeline') findInTimeline(s, ctx)
    else findInGraph(s, ctx)
  }),
  ofSession(
    { id: 'find-graph', title: 'Find in the branch graph', group: 'Branches', keys: [] },
    findInGraph,
  ),
  ...(
    [
      ['all', 'Graph: show everything'],
      ['prompts', 'Graph: show prompts only'],
      ['noTools', 'Graph: hide tools'],
      ['labels', 'Graph: show labelled entries only'],
      ['errors', 'Graph: show errors only'],
    ] as const
  ).map(([filter, title]) =>
    ofSession({ id: `graph-${filter}`, title, group: 'Branches', keys: [] }, (s) =>
      s.graph.setFilter(filter),
    ),
  ),

  ofSession(
    {
      id: 'graph-fold',
      title: 'Fold or unfold the branch',
      group: 'Branches',
      keys: ['z'],
      menus: ['entry'],
      when: hasEntry,
    },
    (s) => void s.graph.toggleFoldHere(),
  ),
  ofSession(
    {
      id: 'graph-unfold',
      title: 'Unfold all branches',
      group: 'Branches',
      keys: [],
      menus: ['entry'],
      when: ({ session }) => session !== undefined && session.graph.folds.length > 0,
    },
    (s) => s.graph.unfoldAll(),
  ),
  ofSession(
    {
      id: 'graph-hoist',
      title: 'Show the branch alone, or the whole tree again',
      group: 'Branches',
      keys: ['Shift+H'],
      menus: ['entry'],
      when: hasEntry,
    },
    (s) => s.graph.toggleHoist(),
  ),
  ofSession(
    {
      id: 'graph-overview',
      title: 'Show the overview or the list; in Compare: only differences or all',
      group: 'Branches',
      keys: ['o'],
    },
    (s, ctx) => {
      if (isComparing(ctx)) return s.compare?.toggleOnly()
      ctx.app.layout.narrowPane = 'graph'
      s.pane = 'graph'
      s.graph.overview = !s.graph.overview
      ctx.app.layout.graphAsked++
    },
  ),
  ...(
    [
      ['root', false, 'Go to the first row of the branch'],
      ['point', true, 'Previous branch point'],
      ['point', false, 'Next branch point'],
      ['leaf', true, 'Previous end of a branch'],
      ['leaf', false, 'Next end of a branch'],
    ] as const
  ).map(([way, back, title]) =>
    ofSession(
      { id: `graph-${back ? 'previous' : 'next'}-${way}`, title, group: 'Branches', keys: [] },
      (s) => void s.graph.jump(way, back),
    ),
  ),

  ...editCommands,

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
  theme('system', 'Theme: as the system'),
  theme('dark', 'Theme: dark'),
  theme('light', 'Theme: light'),
  size('larger', 'Make the text larger', ['$mod++', '$mod+=', '$mod+Shift++'], 10),
  size('smaller', 'Make the text smaller', ['$mod+-'], -10),
  size('usual-size', 'Show text at its usual size', ['$mod+0'], 0),

  overlay('palette', 'Search commands and sessions', ['$mod+k', '$mod+Shift+P']),
  // A keyboard that types ? without Shift is met by the third.
  overlay('help', 'Keys', ['Shift+?', 'F1', '?']),
  overlay('settings', 'Settings', ['$mod+,']),
]

function overlay(name: 'palette' | 'help' | 'settings', title: string, keys: string[]): Command {
  return {
    id: name,
    title,
    group: 'Branchline',
    keys,
    when: always,
    run: ({ app }) => (app.layout.overlay = app.layout.overlay === name ? '' : name),
  }
}

function theme(name: string, title: string): Command {
  return {
    id: `theme-${name}`,
    title,
    group: 'View',
    keys: [],
    when: ({ app }) => app.settings.value.theme !== name,
    run: ({ app }) => app.settings.set({ theme: name }),
  }
}

function size(id: string, title: string, keys: string[], by: number): Command {
  return {
    id,
    title,
    group: 'View',
    keys,
    when: always,
    run: ({ app }) => {
      const wanted = by === 0 ? textSizes.usual : app.settings.value.textSize + by
      app.settings.set({ textSize: clamp(wanted, textSizes.low, textSizes.high) })
    },
  }
}

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

function copy(app: AppState, text: string, done: string): void {
  void app.attempt('Nothing was copied', () => app.api.copy(text), done)
}

/** The context commands run in now. */
export function contextOf(app: AppState): Context {
  return { app, session: app.tabs.session }
}

/** The commands of a menu that make sense now, as its lines: of the session on screen, or another one. */
export function menuItems(
  name: MenuName,
  app: AppState,
  session = app.tabs.session,
): { id: string; title: string; binding: string; run: () => void }[] {
  const ctx = { app, session }
  return commands
    .filter((command) => command.menus?.includes(name) === true && command.when(ctx))
    .map(({ id, title, keys, run }) => ({
      id,
      title: id === 'compare-with' ? app.comparing.title : title,
      binding: keys[0] ?? '',
      run: () => run(ctx),
    }))
}

/** The command of an id; the ids are this file's own. */
export function command(id: string): Command {
  const found = commands.find((other) => other.id === id)
  if (found === undefined) throw new Error(`no command ${id}`)
  return found
}

/** A key that works by itself is off while the reader has switched those off. */
export function keyIsOn(binding: string, singleKeys: boolean): boolean {
  return singleKeys || !isSingleKey(binding)
}
