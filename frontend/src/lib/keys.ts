// Keys are written as tinykeys spells them: "$mod+k", "g g", "Shift+P".

const names: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Space: 'Space',
  Escape: 'Esc',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
}

/** The caps of a binding, one list a press: "$mod+k" → [["Ctrl", "K"]]. */
export function keyCaps(binding: string, mac: boolean): string[][] {
  return binding.split(' ').map((press) => pressCaps(press, mac))
}

function pressCaps(press: string, mac: boolean): string[] {
  const parts = press.split('+')
  const key = parts.at(-1) || '+'
  const caps: string[] = []
  const mods = parts.slice(0, -1)
  const letter = /^[a-z]$/iu.test(key)
  for (const mod of mods) {
    if (mod === '$mod') caps.push(mac ? '⌘' : 'Ctrl')
    else if (mod === 'Control') caps.push('Ctrl')
    else if (mod === 'Alt') caps.push(mac ? '⌥' : 'Alt')
    // A capital says Shift by itself, and "?" is typed with it.
    else if (mod === 'Shift' && (mods.length > 1 || key.length > 1)) caps.push('Shift')
  }
  const alone = caps.length === 0
  caps.push(names[key] ?? (letter && alone && !mods.includes('Shift') ? key.toLowerCase() : upper(key)))
  return caps
}

function upper(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key
}

/** A binding as plain text, for tips: "Ctrl+K", "g g". */
export function keyText(binding: string, mac: boolean): string {
  return keyCaps(binding, mac)
    .map((caps) => caps.join(mac ? ' ' : '+'))
    .join(' ')
}

/** Printable keys without a modifier: those a reader can switch off. */
export function isSingleKey(binding: string): boolean {
  return binding.split(' ').every((press) => {
    const parts = press.split('+')
    const mods = parts.slice(0, -1)
    return (parts.at(-1) ?? '').length <= 1 && mods.every((mod) => mod === 'Shift')
  })
}

/** Something that takes typed text has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[contenteditable]:not([contenteditable="false"])') !== null) return true
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return (
    target instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type)
  )
}
