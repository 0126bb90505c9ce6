import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellPx, nearestMark, noCounts, stripCells, stripKinds, type StripKind } from './strip'

const cells = 200

/** Counts with rows of kinds in cells. */
function counted(rows: readonly (readonly [kind: StripKind, cell: number, n?: number])[]) {
  const counts = noCounts(cells)
  for (const [kind, cell, n = 1] of rows) counts[kind][cell] = (counts[kind][cell] ?? 0) + n
  return counts
}

const everywhere = (kind: StripKind, n = 1) =>
  Array.from({ length: cells }, (_, cell) => [kind, cell, n] as const)

test('what falls into one cell is one mark, the most important', () => {
  const drawn = stripCells(
    counted([
      ['prompt', 4],
      ['label', 4],
      ['error', 4, 7],
      ['label', 9],
      ['prompt', 9],
    ]),
  )
  expect(drawn[4]).toEqual({ mark: 'error', shades: {} })
  expect(drawn[9]).toEqual({ mark: 'label', shades: {} })
  expect(drawn.filter(({ mark }) => mark !== undefined)).toHaveLength(2)
})

test('what is everywhere is a shade of how much of it there is, and hides nothing rare', () => {
  const drawn = stripCells(
    counted([...everywhere('error', 2), ['error', 50, 6], ['label', 7], ...everywhere('prompt')]),
  )
  expect(drawn[7]).toEqual({ mark: 'label', shades: { error: 0.25, prompt: 1 } })
  expect(drawn[50]).toEqual({ mark: undefined, shades: { error: 1, prompt: 1 } })
  expect(drawn.filter(({ mark }) => mark !== undefined)).toHaveLength(1)
})

test('nothing is left out of a strip, and no kind fills it with marks', () => {
  const row = fc.tuple(fc.constantFrom(...stripKinds), fc.nat(cells - 1), fc.integer({ min: 1, max: 50 }))
  fc.assert(
    fc.property(fc.array(row, { maxLength: 600 }), (rows) => {
      const counts = counted(rows)
      const drawn = stripCells(counts)
      const left = stripKinds.flatMap((kind) =>
        drawn.filter(({ mark, shades }, cell) => {
          const here = (counts[kind][cell] ?? 0) > 0
          return here
            ? mark === undefined && shades[kind] === undefined
            : mark === kind || shades[kind] !== undefined
        }),
      )
      expect(left).toEqual([])
      const most = stripKinds.map((kind) => drawn.filter(({ mark }) => mark === kind).length)
      expect(Math.max(...most)).toBeLessThanOrEqual(cells / 4)
    }),
  )
})

test('a click finds the mark that is nearest to it', () => {
  const drawn = stripCells(
    counted([
      ['error', 10],
      ['label', 13],
    ]),
  )
  expect(nearestMark(drawn, 10.5 * cellPx, 6)).toBe(10)
  expect(nearestMark(drawn, 12 * cellPx, 6)).toBe(13)
  expect(nearestMark(drawn, 100 * cellPx, 6)).toBeUndefined()
})
