import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marked } from './marked'

const shown = (text: string, query: string) =>
  marked(text, query)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('')

test('marks each of the words, whatever their case and accents', () => {
  expect(shown('Split the lock, then split it', 'SPLIT lock')).toBe('[Split] the [lock], then [split] it')
  expect(shown('Crème brûlée', 'creme bru')).toBe('[Crème] [brû]lée')
  expect(shown('ﬁne ligatures', 'fi')).toBe('[ﬁ]ne ligatures')
  expect(shown('nothing here', 'absent')).toBe('nothing here')
  expect(shown('no words', '  ')).toBe('no words')
})

test('loses nothing of a text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, query) => {
      expect(
        marked(text, query)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
