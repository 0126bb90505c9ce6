import { errorWords } from '../../lib/text'
import type { AppState } from '../app.svelte'
import type { Choice } from '../comparing.svelte'
import type { OpenSession } from '../session.svelte'
import { hasEntry, isComparing, ofSession, type Command, type Context } from './command'
import { show } from './views'

const isPeeking = ({ session }: Context) => session?.view === 'timeline' && session.timeline.peeking

/** Takes a side to compare: the first waits for the second, with which the keys go to the comparison. */
export function choose(app: AppState, choice: Choice): void {
  void app.attempt('They were not compared', async () => {
    if (!(await app.comparing.choose(choice))) return
    app.layout.narrowPane = 'timeline'
    app.layout.viewAsked++
  })
}

/** Takes a side to compare by a single letter, in a list with keys of its own; false where that does nothing. */
export function chooseByKey(app: AppState, choice: Choice | undefined): boolean {
  if (!app.settings.value.singleKeys || choice === undefined) return false
  choose(app, choice)
  return true
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

/** What takes two branches side by side. */
export const compareCommands: readonly Command[] = [
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
]
