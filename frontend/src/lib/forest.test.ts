import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nest, placed } from './forest'

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

test('lines know their places among those that hang from the same line', () => {
  const lines = [1, 2, 3, 3, 2, 1, 2].map((depth) => ({ depth }))
  const shown = placed(lines, ({ depth }) => depth).map(
    ({ posInSet, setSize }) => `${posInSet} of ${setSize}`,
  )
  expect(shown).toEqual(['1 of 2', '1 of 2', '1 of 2', '2 of 2', '2 of 2', '2 of 2', '1 of 1'])
})

test('every set of siblings is counted from one to its size', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20 }), { maxLength: 20 }), (parents) => {
      const lines = nest(
        parents.map((parent, i) => [String(i), String(parent)] as [string, string]),
        ([key]) => key,
        ([, parent]) => parent,
      )
      const sets = new Map<string, { places: number[]; sizes: Set<number> }>()
      const above: string[] = []
      for (const { item, depth, posInSet, setSize } of placed(lines, (line) => line.depth)) {
        const parent = above[depth - 1] ?? ''
        above[depth] = item[0]
        const set = sets.get(parent) ?? { places: [], sizes: new Set() }
        sets.set(parent, { places: [...set.places, posInSet], sizes: set.sizes.add(setSize) })
      }
      for (const { places, sizes } of sets.values()) {
        expect(places).toEqual(places.map((_, i) => i + 1))
        expect([...sizes]).toEqual([places.length])
      }
    }),
  )
})
