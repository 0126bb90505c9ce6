import { expect, test } from 'vitest'
import { lineOf, linesIn, placeAt, spansOf } from './changedLines'
import { choicesOf, filesWords, pathEnds } from './changedWords'

const parts = (open: boolean) =>
  spansOf([
    { part: 'files', rows: 3, open: false },
    { part: 'undone', rows: 0, open: true },
    { part: 'elsewhere', rows: 2, open },
  ])

test('lays out the files, then what is folded below a line of its own', () => {
  expect(linesIn(parts(false))).toBe(4)
  expect(linesIn(parts(true))).toBe(6)
  const places = Array.from({ length: 7 }, (_, line) => placeAt(parts(true), line))
  expect(places.map((place) => place && `${place.part} ${place.n}`)).toEqual([
    'files 0',
    'files 1',
    'files 2',
    'elsewhere -1',
    'elsewhere 0',
    'elsewhere 1',
    undefined,
  ])
})

test('finds the line of a place again, that of a folded part at its head', () => {
  expect(lineOf(parts(true), { part: 'elsewhere', n: 1 })).toBe(5)
  expect(lineOf(parts(false), { part: 'elsewhere', n: 1 })).toBe(3)
  expect(lineOf(parts(false), { part: 'files', n: 9 })).toBe(2)
  expect(lineOf(parts(false), { part: 'undone', n: 0 })).toBe(0)
  expect(lineOf([], { part: 'files', n: 0 })).toBe(0)
})

test('a list without files begins with the head of what there is', () => {
  const spans = spansOf([
    { part: 'files', rows: 0, open: false },
    { part: 'outside', rows: 2, open: false },
  ])
  expect(placeAt(spans, 0)).toEqual({ part: 'outside', n: -1 })
  expect(placeAt(spans, 1)).toBeUndefined()
})

test('offers the certainties there are, with their numbers', () => {
  const counts = { certain: 9, likely: 2, possible: 0, failed: 1, commands: 1 }
  expect(filesWords(counts)).toBe('11 files')
  expect(choicesOf(counts).map(({ words }) => words)).toEqual([
    '9 certain',
    '2 likely',
    '1 failed',
    '1 command',
  ])
})

test('keeps the end of a path', () => {
  expect(pathEnds('a/b/c.go')).toEqual({ folder: 'a/b/', name: 'c.go' })
  expect(pathEnds('c.go')).toEqual({ folder: '', name: 'c.go' })
  expect(pathEnds('a/dist/')).toEqual({ folder: 'a/', name: 'dist/' })
})
