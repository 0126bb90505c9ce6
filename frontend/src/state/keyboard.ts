import { createKeybindingsHandler } from 'tinykeys'
import { isTyping } from '../lib/keys'
import type { AppState } from './app.svelte'
import { command, commands, contextOf, keyIsOn } from './commands'

// What uses a key by itself when it has the focus.
const fired = 'button, a, summary, input, [role="separator"], [role="tab"], [role="radio"]'
const moved = 'input, [role="separator"], [role="tab"], [role="radio"]'
// A field takes back what was typed into it.
const typingUndo = '$mod+z'
const ends = 'input, [role="separator"], [role="tab"]'
const taken: Record<string, string> = {
  Enter: fired,
  Space: fired,
  'Shift+Space': fired,
  ArrowUp: moved,
  ArrowDown: moved,
  ArrowLeft: moved,
  ArrowRight: moved,
  Home: ends,
  End: ends,
}

/** The listener of keydown that runs commands by their keys. */
export function keyListener(app: AppState): (event: KeyboardEvent) => void {
  const bindings: Record<string, (event: KeyboardEvent) => void> = {}
  for (const command of commands) {
    for (const binding of command.keys) {
      const withModifier = /\$mod|Control|Alt|^F\d/u.test(binding)
      bindings[binding] = (event) => {
        if (event.defaultPrevented || !keyIsOn(binding, app.settings.value.singleKeys)) return
        if ((!withModifier || binding === typingUndo) && !isFree(event, binding)) return
        const ctx = contextOf(app)
        if (!command.when(ctx)) return
        event.preventDefault()
        command.run(ctx)
      }
    }
  }
  const handle = createKeybindingsHandler(bindings)
  return (event) => {
    // Characters that are still being composed are no commands.
    if (!event.isComposing) handle(event)
  }
}

// The buttons at the side of a mouse, as the DOM numbers them. WebKitGTK does not tell them apart.
const sideButtons: Record<number, string> = { 3: 'back', 4: 'forward' }

/** The listener of mousedown and mouseup for the buttons that go back and forward. */
export function mouseListener(app: AppState): (event: MouseEvent) => void {
  return (event) => {
    const id = sideButtons[event.button]
    if (id === undefined) return
    // Else what is under the pointer takes the focus, and the browser leaves the page.
    event.preventDefault()
    if (event.type !== 'mouseup') return
    const ctx = contextOf(app)
    if (command(id).when(ctx)) command(id).run(ctx)
  }
}

/** Keys without a modifier belong to fields, open dialogs and menus, and to what has the focus. */
function isFree(event: KeyboardEvent, binding: string): boolean {
  if (isTyping(event.target)) return false
  if (!(event.target instanceof Element)) return true
  if (event.target.closest('dialog, [role="menu"], [role="dialog"]') !== null) return binding === 'Shift+?'
  const users = taken[binding]
  return users === undefined || event.target.closest(users) === null
}
