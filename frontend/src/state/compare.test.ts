import { expect, test, vi } from 'vitest'
import type { Api } from '../api/api'
import { ApiError } from '../api/errors'
import { aCompareRow, aComparison, aSession, fakeApi } from '../api/fake'
import type { CompareRow } from '../api/types'
import { Compare } from './compare.svelte'
import { Comparing } from './comparing.svelte'
import { Tabs } from './tabs.svelte'

const side = (leaf: string, session = 's1') => ({ session, leaf, follow: false })

/** Rows of which those at the places given differ. */
function rowsOf(total: number, different: readonly number[]): CompareRow[] {
  return Array.from({ length: total }, (_, i) =>
    aCompareRow(i, `a${i}`, `b${i}`, { same: !different.includes(i) }),
  )
}

function answering(rows: CompareRow[], given: Partial<Api> = {}): Api {
  const marks = String.fromCharCode(...rows.map((row) => (row.same ? 0 : 1)))
  return fakeApi({
    compare: () =>
      Promise.resolve(
        aComparison({
          rowCount: rows.length,
          divergence: { a: '', b: '', text: 'parted', row: rows.findIndex((row) => !row.same) },
        }),
      ),
    compareRows: (q) =>
      Promise.resolve({
        revisionA: 1,
        revisionB: 1,
        total: rows.length,
        from: q.from,
        at: rows.findIndex((row) => q.atA !== undefined && row.a.key === q.atA),
        rows: rows.slice(q.from, q.from + q.count),
      }),
    compareMarks: (q) =>
      Promise.resolve({ revisionA: 1, revisionB: 1, total: rows.length, from: q.from, marks: btoa(marks) }),
    ...given,
  })
}

async function shown(api: Api): Promise<Compare> {
  const compare = new Compare(api, side('a'), side('b'))
  await compare.refresh()
  await expect.poll(() => compare.marked).toBe(true)
  return compare
}

test('begins where the sides part, and goes from difference to difference', async () => {
  const compare = await shown(answering(rowsOf(300, [120, 121, 250])))
  expect(compare.cursor).toBe(120)
  expect(compare.row(120)?.a.key).toBe('a120')
  expect(compare.place).toBe(1)
  for (const [cursor, place] of [
    [121, 2],
    [250, 3],
  ]) {
    compare.nextDifference(1)
    expect([compare.cursor, compare.place]).toEqual([cursor, place])
  }
  const none = vi.fn()
  compare.nextDifference(1, none)
  expect(none).toHaveBeenCalledOnce()
  compare.nextDifference(-1)
  expect(compare.cursor).toBe(121)
  expect(compare.differences).toHaveLength(3)
})

test('does in order what keys ask for before the rows and the marks are here', async () => {
  const rows = rowsOf(300, [120, 121, 250])
  const known = answering(rows)
  let letGo = () => {}
  const gate = new Promise<void>((done) => (letGo = done))
  const compare = new Compare(
    answering(rows, { compareMarks: (q) => gate.then(() => known.compareMarks(q)) }),
    side('a'),
    side('b'),
  )
  compare.step(2)
  void compare.refresh()
  await expect.poll(() => compare.cursor).toBe(122)
  const none = vi.fn()
  compare.nextDifference(1, none)
  compare.step(-1)
  expect(compare.cursor).toBe(122)
  letGo()
  await expect.poll(() => compare.cursor).toBe(249)
  compare.nextDifference(1, none)
  compare.nextDifference(1, none)
  expect(compare.cursor).toBe(250)
  expect(none).toHaveBeenCalledOnce()
})

test('lets go of what keys asked for when it cannot be compared', async () => {
  const compare = new Compare(
    answering(rowsOf(9, [3]), { compare: () => Promise.reject(new ApiError('notFound', 'gone')) }),
    side('a'),
    side('b'),
  )
  const none = vi.fn()
  compare.nextDifference(1, none)
  void compare.refresh()
  await expect.poll(() => compare.failed?.message).toBe('gone')
  expect(none).not.toHaveBeenCalled()
})

test('folds what is the same, and unfolds it where it is opened', async () => {
  const compare = await shown(answering(rowsOf(20, [5, 6])))
  compare.toggleOnly()
  expect(compare.lines.map(({ row, rows }) => [row, rows])).toEqual([
    [0, 5],
    [5, 1],
    [6, 1],
    [7, 13],
  ])
  compare.step(1)
  compare.step(1)
  expect(compare.cursor).toBe(7)
  compare.toggle()
  expect([compare.only, compare.cursor, compare.lines.length]).toEqual([false, 7, 20])
})

test('fetches the rows that come on screen', async () => {
  const compare = await shown(answering(rowsOf(1000, [3])))
  expect(compare.row(700)).toBeUndefined()
  compare.want(690, 720, 1)
  await expect.poll(() => compare.row(700)?.a.key).toBe('a700')
})

test('keeps the row that is read when rows come in above it', async () => {
  let rows = rowsOf(50, [10])
  const api = answering(rows, {
    compare: () =>
      Promise.resolve(
        aComparison({ rowCount: rows.length, divergence: { a: '', b: '', text: '', row: 10 } }),
      ),
    compareRows: (q) =>
      Promise.resolve({
        revisionA: 1,
        revisionB: 1,
        total: rows.length,
        from: q.from,
        at: rows.findIndex((row) => q.atA !== undefined && row.a.key === q.atA),
        rows: rows.slice(q.from, q.from + q.count),
      }),
  })
  const compare = new Compare(api, side('a'), side('b'))
  await compare.refresh()
  compare.goTo(20)
  compare.toggle()
  rows = [aCompareRow(0, 'new', ''), ...rows].map((row, index) => ({ ...row, index }))
  await compare.refresh()
  const row = compare.row(compare.cursor)
  expect(row?.a.key).toBe('a20')
  expect(row && compare.isOpen(row)).toBe(true)
})

test('leaves the reader where he went while what is on screen was asked for again', async () => {
  const rows = rowsOf(50, [10])
  const waiting: (() => void)[] = []
  const answers = answering(rows)
  let held = false
  const compare = await shown(
    answering(rows, {
      compareRows: async (q) => {
        if (held) await new Promise<void>((done) => waiting.push(done))
        return answers.compareRows(q)
      },
    }),
  )
  held = true
  const again = compare.refresh()
  await expect.poll(() => waiting.length).toBe(1)
  compare.step(3)
  waiting[0]?.()
  await again
  expect(compare.cursor).toBe(13)
})

test('tells the calls of one message apart', async () => {
  const call = (target: string) => ({ ...aCompareRow(0, '', 'm').b, target })
  const rows = ['first', 'second', 'third'].map((target, i) =>
    aCompareRow(i, '', 'm', { a: aCompareRow(i, '', '').a, b: call(target) }),
  )
  const last = { at: 2, revisionA: 1, revisionB: 1, total: 3, from: 0, rows }
  const compare = await shown(answering(rows, { compareRows: () => Promise.resolve(last) }))
  compare.goTo(1)
  compare.toggle()
  expect(rows.map((row) => compare.isOpen(row))).toEqual([false, true, false])
  await compare.refresh()
  expect(compare.cursor).toBe(1)
})

test('goes on with a branch that was compared to its end, and not with one that was not', async () => {
  const api = fakeApi({
    compare: () =>
      Promise.resolve(
        aComparison({
          sideA: { ...aComparison().sideA, leaf: 'a', end: 'a' },
          sideB: { ...aComparison().sideB, leaf: 'b', end: 'b9' },
        }),
      ),
  })
  const compare = new Compare(api, side('a'), side('b'))
  await compare.refresh()
  expect([compare.sides.a.follow, compare.sides.b.follow]).toEqual([true, false])
})

test('asks for the sides the other way round when they are swapped', async () => {
  const api = fakeApi({
    compare: (q) =>
      Promise.resolve(
        aComparison({
          sideA: { ...aComparison().sideA, leaf: q.a.leaf, end: q.a.leaf },
          sideB: { ...aComparison().sideB, leaf: q.b.leaf, end: q.b.leaf },
        }),
      ),
  })
  const compare = new Compare(api, side('a'), side('b'))
  await compare.refresh()
  compare.swap()
  await expect.poll(() => compare.head?.sideA.leaf).toBe('b')
  expect(compare.sides.b.leaf).toBe('a')
})

test('says why they cannot be compared, and tries again', async () => {
  let closed = true
  const api = fakeApi({
    compare: () =>
      closed
        ? Promise.reject(new ApiError('gone', 'the session is not open'))
        : Promise.resolve(aComparison()),
  })
  const compare = new Compare(api, side('a'), side('b'))
  await compare.refresh()
  expect(compare.failed?.message).toBe('the session is not open')
  closed = false
  await compare.refresh()
  expect(compare.failed).toBeUndefined()
  expect(compare.head?.summary).toContain('in common')
})

test('waits for the second side, lets the first go, and compares two files beside one another', async () => {
  const open = (q: { handle: string }) =>
    Promise.resolve(aSession({ session: `s-${q.handle}`, path: `/runs/${q.handle}.jsonl`, branches: 3 }))
  const tabs = new Tabs(fakeApi({ open }))
  const comparing = new Comparing(tabs)
  const file = (handle: string) => ({ handle, title: handle, path: `/runs/${handle}.jsonl` })
  await tabs.open(file('one'), { preview: false })
  const choice = { file: file('one'), leaf: 'k1', words: 'first' }
  await comparing.choose(choice)
  expect(tabs.session && comparing.waits(tabs.session, 'k1')).toBe(true)
  await comparing.choose(choice)
  expect(comparing.first).toBeUndefined()

  await comparing.choose(choice)
  await comparing.choose({ file: file('two'), leaf: '', words: 'other' })
  expect(tabs.activeId).toBe('s-one')
  expect(tabs.list.map((tab) => tab.id)).toEqual(['s-one', 's-two'])
  expect(tabs.session?.view).toBe('compare')
  expect(tabs.session?.compare?.sides.b).toEqual({ session: 's-two', leaf: '', follow: false })
  expect(comparing.first).toBeUndefined()
})

test('what is done to the sides while they are compared anew is kept', async () => {
  const told: (() => void)[] = []
  const api = answering(rowsOf(3, [1]), {
    compare: ({ a, b }) =>
      new Promise((done) =>
        told.push(() =>
          done(
            aComparison({
              rowCount: 3,
              sideA: { ...aComparison().sideA, leaf: a.leaf, end: 'end' },
              sideB: { ...aComparison().sideB, leaf: b.follow ? 'end' : b.leaf, end: 'end' },
            }),
          ),
        ),
      ),
  })
  const compare = new Compare(api, side('a'), side('b'))
  const settle = async () => {
    for (let tell = told.shift(); tell !== undefined; tell = told.shift()) {
      tell()
      await new Promise((done) => setTimeout(done))
    }
  }
  void compare.refresh()
  await settle()
  void compare.refresh()
  compare.swap()
  await settle()
  expect([compare.sides.a.leaf, compare.sides.b.leaf]).toEqual(['b', 'a'])
  expect(compare.head?.sideA.leaf).toBe('b')
  void compare.refresh()
  compare.toEnd('b')
  await settle()
  expect([compare.sides.a.leaf, compare.sides.b.leaf]).toEqual(['b', 'end'])
})
