import { isSingleKey } from '../lib/keys'
import type { AppState } from './app.svelte'
import { branchCommands } from './commands/branches'
import type { Command, Context, MenuName } from './commands/command'
import { compareCommands } from './commands/comparing'
import { editCommands } from './commands/editing'
import { moveCommands } from './commands/moving'
import { sessionCommands } from './commands/session'
import { viewCommands } from './commands/views'
import { windowCommands } from './commands/window'

/** All that a reader can do, in the order of the menus, the palette and the help sheet. */
export const commands: readonly Command[] = [
  ...moveCommands,
  ...compareCommands,
  ...branchCommands,
  ...editCommands,
  ...sessionCommands,
  ...viewCommands,
  ...windowCommands,
]

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
