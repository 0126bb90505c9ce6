import { expect, test } from 'vitest'
import { carriedRow, Listing } from './listing'
import { marks, Outline } from './outline'

/** An outline of rows by their marks. */
const outline = (...rows: (keyof typeof marks | '')[]) =>
  new Outline(new Uint8Array(rows.flatMap((mark) => [7, mark === '' ? 0 : marks[mark]])))

const of = outline('meta', 'prompt', '', 'meta', 'prompt', 'meta', '')
const listing = (
  given: { total?: number; meta?: boolean; carriedRows?: number; carriedOpen?: boolean } = {},
) => new Listing({ outline: of, total: 7, meta: false, carriedRows: 0, carriedOpen: false, ...given })

test('lists nothing of no branch', () => {
  expect(new Listing(null).rows('read')).toEqual([])
})

test('leaves out quiet rows unless they are wished, and lists those nothing is known of', () => {
  expect(listing().rows('read')).toEqual([1, 2, 4, 6])
  expect(listing({ meta: true }).rows('read')).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(listing({ total: 9 }).rows('read')).toEqual([1, 2, 4, 6, 7, 8])
})

test('puts one row in the place of those that were carried over, before them where they are open', () => {
  expect(listing({ carriedRows: 3 }).rows('read')).toEqual([carriedRow, 4, 6])
  expect(listing({ carriedRows: 3, carriedOpen: true }).rows('read')).toEqual([carriedRow, 1, 2, 4, 6])
})

test('goes to the row above one that is not listed, unless that is of another turn', () => {
  const list = listing().rows('read')
  expect([0, 2, 3, 5].map((row) => listing().nearest(row, list))).toEqual([1, 2, 2, 4])
})
