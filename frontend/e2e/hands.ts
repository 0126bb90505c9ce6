import { expect } from 'vitest'
import type { App } from './driver'

interface Focus {
  role: string
  words: string
  /** A ring or a thicker line shows where it is. */
  seen: boolean
}

/** Where the focus is, and whether it can be seen there. */
export function focus(app: App): Promise<Focus> {
  return app.page.evaluate(() => {
    const at = document.activeElement
    if (at === null || at === document.body) return { role: 'none', words: '', seen: false }
    // The ring of a field stands around all of it; a splitter gets wider.
    const ringed = [at, ...(at.localName === 'input' && at.parentElement ? [at.parentElement] : [])]
    return {
      role: at.getAttribute('role') ?? at.localName,
      words: at.getAttribute('aria-label') ?? at.textContent,
      seen:
        (at.role === 'separator' && parseFloat(getComputedStyle(at, '::after').width) > 1) ||
        ringed.some((element) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element)
          return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1
        }),
    }
  })
}

/** Presses Tab until the focus is on something of this role that says these words. */
export async function tabTo(app: App, role: string, words = /./, key = 'Tab'): Promise<Focus> {
  const passed: string[] = []
  for (let presses = 0; presses < 80; presses++) {
    await app.keys(key)
    const at = await focus(app)
    if (at.role !== 'none') expect(at, `after ${presses + 1} × ${key}`).toMatchObject({ seen: true })
    if (at.role === role && words.test(at.words)) return at
    passed.push(`${at.role} ${at.words.trim().slice(0, 30)}`)
  }
  throw new Error(`${key} does not come to a ${role} ${words}; it came to ${passed.join(' | ')}`)
}
