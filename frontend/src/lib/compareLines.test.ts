import { expect, test } from 'vitest'
import { bytesOf, differences, lineAt, linesOf, mark } from './compareLines'

const marks = Uint8Array.from([
  0,
  0,
  mark.other,
  mark.other | mark.onlyA,
  0,
  mark.differs | mark.errorA,
  0,
  0,
])

test('finds every row that differs', () => {
  expect(differences(marks)).toEqual([2, 3, 5])
  expect(differences(new Uint8Array())).toEqual([])
})

test('folds what is the same between the differences', () => {
  expect(linesOf(8, marks, true)).toEqual([
    { row: 0, rows: 2 },
    { row: 2, rows: 1 },
    { row: 3, rows: 1 },
    { row: 4, rows: 1 },
    { row: 5, rows: 1 },
    { row: 6, rows: 2 },
  ])
  expect(linesOf(3, marks, false)).toHaveLength(3)
})

test('shows every row while the marks are not known', () => {
  expect(linesOf(8, marks.slice(0, 4), true)).toHaveLength(8)
})

test('finds the line that holds a row', () => {
  const lines = linesOf(8, marks, true)
  expect([0, 1, 2, 5, 7].map((row) => lineAt(lines, row))).toEqual([0, 0, 1, 4, 5])
})

test('reads bytes out of base64', () => {
  expect([...bytesOf('AAF/')]).toEqual([0, 1, 127])
})
