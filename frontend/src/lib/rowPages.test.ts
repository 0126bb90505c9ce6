import { describe, expect, test } from 'vitest'
import { firstMissing, outdated, pagesFor, rowAt, withRows, type RowPages } from './rowPages'

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
    expect([firstMissing(pages, 1, 1000), rowAt(pages, 139), rowAt(pages, 140)]).toEqual([
      140,
      '139',
      undefined,
    ])
    pages = withRows(pages, 140, rows(140, 80), 10, [])
    expect([
      firstMissing(pages, 1, 1000),
      firstMissing(pages, 2, 1000),
      firstMissing(pages, 2, 220),
      rowAt(pages, 219),
    ]).toEqual([undefined, 220, undefined, '219'])
  })
  test('are fetched from the first row on that is missing, also where later ones are here', () => {
    let pages = withRows(none, 150, rows(150, 50), 10, [])
    expect([firstMissing(pages, 1, 1000), rowAt(pages, 199)]).toEqual([100, '199'])
    pages = withRows(pages, 100, rows(100, 100), 10, [])
    expect(firstMissing(pages, 1, 1000)).toBeUndefined()
  })
  test('of an earlier revision stay until newer ones come', () => {
    let pages = outdated(withRows(none, 0, rows(0, 100), 10, []))
    expect([firstMissing(pages, 0, 100), rowAt(pages, 5)]).toEqual([0, '5'])
    pages = withRows(pages, 0, rows(0, 60, 'new '), 10, [])
    expect([firstMissing(pages, 0, 100), rowAt(pages, 5), rowAt(pages, 60)]).toEqual([60, 'new 5', '60'])
  })
  test('of a list that became shorter are not taken for those it has when it is long again', () => {
    const pages = withRows(outdated(withRows(none, 0, rows(0, 100), 10, [])), 0, rows(0, 20, 'new '), 10, [])
    expect([firstMissing(pages, 0, 20), firstMissing(pages, 0, 60)]).toEqual([undefined, 20])
  })
  test('are asked for again from the first row on that may have changed', () => {
    const pages = outdated(withRows(none, 0, rows(0, 130), 10, []), (row, i) => row === '40' || i === 129)
    expect([0, 1].map((no) => firstMissing(pages, no, 130))).toEqual([40, 129])
    expect(firstMissing(withRows(pages, 40, rows(40, 60), 10, []), 0, 130)).toBeUndefined()
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
