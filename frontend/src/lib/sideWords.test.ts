import { expect, test } from 'vitest'
import { sideWords } from './sideWords'

const changed = (words: { text: string; changed: boolean }[]) =>
  words.filter((word) => word.changed).map((word) => word.text)

test('marks on each side the words the other does not have there', () => {
  const { a, b } = sideWords('51 tests pass in 2 s', '49 tests pass in 2 s, 2 fail')
  expect(changed(a)).toEqual(['51'])
  expect(changed(b).join('|')).toMatch(/^49\|.*2 fail$/)
  expect(a.map((word) => word.text).join('')).toBe('51 tests pass in 2 s')
})

test('marks nothing in equal texts, beside nothing, and in very long ones', () => {
  for (const [a, b] of [
    ['same', 'same'],
    ['something', ''],
    ['a '.repeat(15_000), 'b '.repeat(15_000)],
  ] as const) {
    const words = sideWords(a, b)
    expect([...changed(words.a), ...changed(words.b)]).toEqual([])
  }
})
