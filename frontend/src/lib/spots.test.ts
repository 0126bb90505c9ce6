import { expect, test } from 'vitest'
import { spotsOf } from './spots'

const words = (text: string, query: string) => spotsOf(text, query).map(([from, to]) => text.slice(from, to))

test.each([
  ['emoji 🪁🪁 kite', 'kite', ['kite']],
  ['👨‍👩‍👧 family kite', 'KITE', ['kite']],
  ['Ärger mit Umlauten', 'arger', ['Ärger']],
  ['arger', 'ärger', ['arger']],
  ['揚げる凧', '揚げる', ['揚げる']],
  ['étude and e\u0301tude', 'etude', ['étude', 'e\u0301tude']],
  ['étude and e\u0301tude', 'étude', ['étude', 'e\u0301tude']],
  ['İstanbul turu', 'istanbul', ['İstanbul']],
  ['Змей', 'змей', ['Змей']],
  ['a.b*c', '.b*', ['.b*']],
  ['aaaa', 'aa', ['aa', 'aa']],
  ['a family 👨‍👩‍👧', '👩', ['👨‍👩‍👧']],
  ['zero\u200bwidth and zerowidth', 'zerowidth', ['zero\u200bwidth', 'zerowidth']],
  ['zerowidth', 'zero\ufeffwidth', ['zerowidth']],
  ['nothing', '', []],
  ['plan', 'pln', []],
  ['x'.repeat(20), 'x'.repeat(10_000), []],
])('finds in %j what %j asks for', (text, query, found) => {
  expect(words(text, query)).toEqual(found)
})
