import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { marks, Outline, placeOf, type Mark } from './outline'

function outline(...rows: [heightPx: number, ...marks: Mark[]][]): Outline {
  return new Outline(
    new Uint8Array(rows.flatMap(([h, ...ms]) => [h / 4, ms.reduce((bits, m) => bits | marks[m], 0)])),
  )
}

const branch = outline(
  [8, 'meta'],
  [40, 'prompt'],
  [28, 'call'],
  [28, 'error', 'call'],
  [100],
  [8, 'meta'],
  [40, 'prompt'],
  [28, 'edit', 'error', 'call'],
)

describe('the outline of a branch', () => {
  test('tells heights and counts marks', () => {
    expect([
      branch.total,
      branch.heightPx(1),
      branch.heightPx(4),
      branch.count('error'),
      branch.count('label'),
    ]).toEqual([8, 40, 100, 2, 0])
    expect(branch.counts()).toEqual({
      prompt: 2,
      error: 2,
      edit: 1,
      label: 0,
      compaction: 0,
      round: 0,
      call: 3,
      meta: 2,
    })
  })
  test('finds the next and the previous mark', () => {
    expect([
      branch.next(-1, 1, 'error'),
      branch.next(3, 1, 'error'),
      branch.next(7, 1, 'error'),
      branch.next(7, -1, 'error'),
    ]).toEqual([3, 7, -1, 3])
    expect([branch.place(2, 'error'), branch.place(3, 'error'), branch.place(9, 'error')]).toEqual([0, 1, 2])
  })
  test('leaves quiet rows out until they are asked for', () => {
    expect(branch.shown('read', false)).toEqual([1, 2, 3, 4, 6, 7])
    expect(branch.shown('read', true)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })
  test('skims prompts and what each turn ended with', () => {
    expect(branch.shown('skim', false)).toEqual([1, 4, 6, 7])
  })
  test('lists tools alone', () => {
    expect(branch.shown('steps', true)).toEqual([2, 3, 7])
  })
  test('grows at its end', () => {
    expect(branch.lastPrompt).toBe(6)
    const grown = branch.grown(6, new Uint8Array([10, 1, 7, 0, 7, marks.error]))
    expect([grown.total, grown.heightPx(4), grown.has(7, 'edit')]).toEqual([9, 100, false])
    expect([grown.count('error'), grown.count('error', 4)]).toEqual([2, 1])
  })
  test('finds the first row on the list of the next round and of the one before', () => {
    const run = outline(
      [40, 'prompt'],
      [28, 'meta', 'round'],
      [28, 'call'],
      [28, 'call'],
      [28, 'meta', 'round'], // nothing of it is on the list
      [28, 'meta', 'round'],
      [28, 'call', 'error'],
    )
    const shown = run.shown('read', false)
    expect([-1, 0, 2, 3, 6].map((row) => run.nextRound(row, 1, shown))).toEqual([2, 2, 6, 6, -1])
    expect([6, 3, 2, 0].map((row) => run.nextRound(row, -1, shown))).toEqual([2, 2, -1, -1])
    expect(run.shown('skim', false)).toEqual([0, 3, 6])
  })
  test('shows each row at most once, in order', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom('read', 'skim', 'steps'),
        fc.boolean(),
        (bytes, mode, meta) => {
          const rows = new Outline(bytes).shown(mode, meta)
          rows.forEach((row, i) => expect(row).toBeGreaterThan(rows[i - 1] ?? -1))
        },
      ),
    )
  })
})

test('a row that is not shown has the place of the next one', () => {
  expect([0, 1, 2, 5, 9].map((row) => placeOf([1, 2, 6], row))).toEqual([0, 0, 1, 2, 3])
})
