import { describe, expect, test } from 'vitest'
import {
  complete,
  firstMissing,
  outdated,
  pagesFor,
  renewed,
  rowAt,
  withRows,
  type RowPages,
} from './rowPages'

const none: RowPages<string> = new Map()
const rows = (from: number, count: number, mark = '') =>
  Array.from({ length: count }, (_, i) => `${mark}${from + i}`)

describe('pages of rows', () => {
  test('are fetched in view first, then ahead, then behind', () => {
    expect(pagesFor(250, 420, 1, 10_000)).toEqual([2, 3, 4, 5, 1])
    expect(pagesFor(250, 280, -1, 10_000)).toEqual([2, 1, 3])
    expect(pagesFor(0, 30, 1, 0)).toEqual([0])
    expect(pagesFor(950, 999, 1, 1000)).toEqual([9, 8])
  })
  test('take answers that hold fewer rows than asked for, and across pages', () => {
    let pages = withRows(none, 100, rows(100, 40), 10, [])
    expect([complete(pages, 1, 1000), rowAt(pages, 139), rowAt(pages, 140)]).toEqual([
      false,
      '139',
      undefined,
    ])
    pages = withRows(pages, 140, rows(140, 80), 10, [])
    expect([
      complete(pages, 1, 1000),
      complete(pages, 2, 1000),
      complete(pages, 2, 220),
      rowAt(pages, 219),
    ]).toEqual([true, false, true, '219'])
  })
  test('of an earlier revision stay until they are renewed', () => {
    let pages = outdated(withRows(none, 0, rows(0, 100), 10, []))
    expect([complete(pages, 0, 100), rowAt(pages, 5)]).toEqual([false, '5'])
    pages = renewed(withRows(pages, 0, rows(0, 100, 'new '), 10, []), 0)
    expect([complete(pages, 0, 100), rowAt(pages, 5)]).toEqual([true, 'new 5'])
  })
  test('are asked for again from the first row on that may have changed', () => {
    const pages = outdated(withRows(none, 0, rows(0, 130), 10, []), (row, i) => row === '40' || i === 129)
    expect([0, 1].map((no) => [complete(pages, no, 130), firstMissing(pages, no)])).toEqual([
      [false, 40],
      [false, 129],
    ])
    const again = renewed(withRows(pages, 40, rows(40, 60), 10, []), 0)
    expect([complete(again, 0, 130), complete(renewed(again, 1), 1, 131)]).toEqual([true, false])
  })
  test('keep the rows that are as before', () => {
    const before = [{ text: 'a' }, { text: 'b' }]
    const pages = withRows(withRows(new Map(), 0, before, 10, []), 0, [{ text: 'a' }, { text: 'c' }], 10, [])
    expect(rowAt(pages, 0)).toBe(before[0])
    expect(rowAt(pages, 1)).toEqual({ text: 'c' })
  })
  test('that are not wanted go when there are too many', () => {
    let pages = none
    for (let no = 0; no < 6; no++) pages = withRows(pages, no * 100, rows(no * 100, 100), 3, [0])
    expect([...pages.keys()]).toEqual([0, 4, 5])
  })
})
