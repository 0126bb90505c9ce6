import { carriedRow } from '../../lib/listing'
import type { Mark } from '../../lib/outline'
import type { AppState } from '../app.svelte'
import type { OpenSession } from '../session.svelte'
import { hasEntry, isComparing, ofSession, type Command, type Context } from './command'

const isRun = ({ session }: Context) => session?.info.format === 'runlog'

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
    session.compare.nextDifference(dir, () => none(app, 'difference', dir))
  } else if (session.view === 'changes') {
    if (!session.changes.nextHunk(dir)) none(app, 'hunk', dir)
  } else if (find.shown && find.text !== '') find.next(dir)
  else jump(app, session, 'error', dir)
}

function nextEdit(session: OpenSession, dir: 1 | -1, ctx: Context): void {
  if (session.view === 'changes') nextError(session, dir, ctx)
  else jump(ctx.app, session, 'edit', dir)
}

/** Opens the bar that finds in the branch. */
export function findInTimeline(session: OpenSession, { app }: Context): void {
  session.view = 'timeline'
  app.layout.narrowPane = 'timeline'
  session.timeline.find.open()
}

/** What goes from row to row, in the pane that had the focus last. */
export const moveCommands: readonly Command[] = [
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
]
