import { createKeybindingsHandler } from 'tinykeys'
import { isTyping } from '../lib/keys'
import type { AppState } from './app.svelte'
import { command, commands, contextOf, keyIsOn } from './commands'

// What uses a key by itself when it has the focus.
const fired = 'button, a, summary, input, [role="separator"], [role="tab"], [role="radio"]'
const moved = 'input, [role="separator"], [role="tab"], [role="radio"]'
// A field takes back what was typed into it, and goes over its words on a Mac.
const typed = (mac: boolean) => [
  '$mod+z',
  '$mod+Shift+Z',
  ...(mac ? ['Alt+ArrowLeft', 'Alt+ArrowRight'] : []),
]
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
  const ofFields = typed(app.mac)
  for (const command of commands) {
    for (const binding of command.keys) {
      const withModifier = /\$mod|Control|Alt|^F\d/u.test(binding)
      bindings[binding] = (event) => {
        if (event.defaultPrevented || !keyIsOn(binding, app.settings.value.singleKeys)) return
        if ((!withModifier || ofFields.includes(binding)) && !isFree(event, binding)) return
        if (underDialog() && !worksOver(app, command.id)) {
          // Nor does the browser go back, or close, what lies under it.
          if (withModifier) event.preventDefault()
          return
        }
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
    if (event.type !== 'mouseup' || underDialog()) return
    const ctx = contextOf(app)
    if (command(id).when(ctx)) command(id).run(ctx)
  }
}

/** A dialog lies over the page: what is under it stays as it is, wherever the focus went. */
export function underDialog(): boolean {
  return document.querySelector('dialog[open]') !== null
}

/** Over a dialog the text can be made larger; help, palette and settings take the place of each other, and of nothing else. */
function worksOver({ layout }: AppState, id: string): boolean {
  if (['larger', 'smaller', 'usual-size'].includes(id)) return true
  return layout.overlay !== '' && ['palette', 'help', 'settings'].includes(id)
}

/** Keys without a modifier belong to fields and menus, and to what has the focus. */
function isFree(event: KeyboardEvent, binding: string): boolean {
  if (isTyping(event.target)) return false
  if (!(event.target instanceof Element)) return true
  if (event.target.closest('[role="menu"], [role="dialog"]') !== null) return false
  const users = taken[binding]
  return users === undefined || event.target.closest(users) === null
}
