import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nest } from './forest'

const shape = (pairs: [string, string][]) =>
  nest(
    pairs,
    ([key]) => key,
    ([, parent]) => parent,
  ).map(({ item, depth }) => `${'.'.repeat(depth)}${item[0]}`)

test('forks stand under what they were made from', () => {
  expect(
    shape([
      ['c', 'a'],
      ['b', ''],
      ['a', ''],
      ['d', 'c'],
    ]),
  ).toEqual(['b', 'a', '.c', '..d'])
})

test('a parent that is not listed makes a root', () => {
  expect(shape([['a', 'gone']])).toEqual(['a'])
})

test('a ring of parents loses nobody', () => {
  expect(
    shape([
      ['a', 'b'],
      ['b', 'a'],
      ['c', 'c'],
    ]).map((line) => line.replaceAll('.', '')),
  ).toEqual(['c', 'a', 'b'])
})

test('every item comes out once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20 }), { maxLength: 20 }), (parents) => {
      const items = parents.map((parent, i) => [String(i), String(parent)] as [string, string])
      const out = nest(
        items,
        ([key]) => key,
        ([, parent]) => parent,
      )
      return new Set(out.map(({ item }) => item[0])).size === items.length && out.length === items.length
    }),
  )
})
