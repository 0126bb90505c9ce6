import type { OpenSession } from '../session.svelte'
import { hasEntry, isComparing, ofSession, type Command, type Context } from './command'
import { findInTimeline } from './moving'

/** Gives the box that finds in the graph the focus. */
function findInGraph(_: OpenSession, { app }: Context): void {
  app.layout.narrowPane = 'graph'
  app.layout.findAsked++
}

/** What the graph of the branches shows, and where in it. */
export const branchCommands: readonly Command[] = [
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
    // Beside a comparison there is no graph to find in.
    if ((s.pane === 'timeline' && s.view === 'timeline') || isComparing(ctx)) findInTimeline(s, ctx)
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
]
