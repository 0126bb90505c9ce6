import { expect, test } from 'vitest'
import { kept, same } from './same'

test.each<[unknown, unknown, boolean]>([
  [1, 1, true],
  ['a', 'b', false],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: undefined }, { b: undefined }, true],
  [[1, 2], [1], false],
  [[], {}, false],
  [null, {}, false],
])('%j and %j', (a, b, equal) => expect([same(a, b), same(b, a)]).toEqual([equal, equal]))

test('what equals the value before is the value before', () => {
  const before = { text: 'a' }
  expect(kept(before, { text: 'a' })).toBe(before)
  expect(kept(before, { text: 'b' })).toEqual({ text: 'b' })
  expect(kept(undefined, before)).toBe(before)
})
