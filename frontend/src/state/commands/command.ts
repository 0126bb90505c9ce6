import type { AppState } from '../app.svelte'
import type { OpenSession } from '../session.svelte'

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

export const always = () => true
const inSession = (ctx: Context) => ctx.session !== undefined
export const hasEntry = (ctx: Context) => ctx.session !== undefined && ctx.session.selected !== ''
export const isComparing = ({ session }: Context) =>
  session?.view === 'compare' && session.compare !== undefined

/** A command of the session on screen. */
export function ofSession(
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
