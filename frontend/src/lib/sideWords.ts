import { diffWordsWithSpace } from 'diff'
import type { Word } from './diff'

// Words of longer texts are not compared: they are shown as they are.
const wordChars = 20_000
const maxDistance = 2000
const maxMs = 40

/** Two texts in pieces, of each the words marked that the other does not have there. */
export function sideWords(a: string, b: string): { a: Word[]; b: Word[] } {
  const plain = { a: [{ text: a, changed: false }], b: [{ text: b, changed: false }] }
  if (a === b || a === '' || b === '' || a.length + b.length > wordChars) return plain
  const changes = diffWordsWithSpace(a, b, { maxEditLength: maxDistance, timeout: maxMs })
  if (changes === undefined) return plain
  return {
    a: changes.filter((c) => !c.added).map((c) => ({ text: c.value, changed: c.removed })),
    b: changes.filter((c) => !c.removed).map((c) => ({ text: c.value, changed: c.added })),
  }
}
