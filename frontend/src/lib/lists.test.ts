import { expect, test } from 'vitest'
import { fuzzyScore, wordsMatch } from './match'
import { Pages } from './pages'
import { rowAt, shown, starts } from './sums'

test('pages say what is missing and let the oldest go', () => {
  const pages = new Pages<number>(10, 2)
  expect(pages.missing(5, 25)).toEqual([0, 1, 2])
  pages.put(0, [0, 1])
  pages.put(1, [10])
  pages.put(2, [20])
  expect(pages.at(10)).toBe(10)
  expect(pages.at(0)).toBeUndefined()
  expect(pages.missing(5, 25)).toEqual([0])
})

test('rows of different heights are found by their place', () => {
  const begins = starts([28, 44, 44, 28])
  expect(begins).toEqual([0, 28, 72, 116, 144])
  expect([0, 27, 28, 115, 116, 9999].map((px) => rowAt(begins, px))).toEqual([0, 0, 1, 2, 3, 3])
  expect(shown(begins, 30, 50, 0)).toEqual([1, 3])
  expect(shown(starts([]), 0, 100, 3)).toEqual([0, 0])
})

test('a filter wants all words, whatever their case and accents', () => {
  expect(wordsMatch('CAFE fix')('Fix the café')).toBe(true)
  expect(wordsMatch('cafe tea')('Fix the café')).toBe(false)
  expect(wordsMatch(' ')('anything')).toBe(true)
})

test('what stands together and begins words comes first', () => {
  const best = (query: string, ...texts: string[]) =>
    [...texts].sort((a, b) => fuzzyScore(query, b) - fuzzyScore(query, a))[0]
  expect(best('copy', 'Close opposite yard', 'Copy text')).toBe('Copy text')
  expect(best('ctx', 'Copy text', 'Connect the box')).toBe('Copy text')
  expect(fuzzyScore('xyz', 'Copy text')).toBe(0)
})
