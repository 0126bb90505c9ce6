import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aFollow, aRow, aRows, aSession, fakeApi } from '../api/fake'
import type { Row } from '../api/types'
import { marks, type Mark } from '../lib/outline'
import { OpenSession } from './session.svelte'
import { carriedRow } from '../lib/listing'
import { rowKey, type Timeline } from './timeline.svelte'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What is said where there is nothing to jump to. */
const missed = vi.fn()

/** Lets every answer come that is under way. */
const settle = () => vi.advanceTimersByTimeAsync(2)

/** Branches by their leaf: for each row its entry and its marks. */
type Branches = Record<string, [entry: string, ...marks: Mark[]][]>

function opened(branches: Branches, given: { delay?: Record<string, number>; carriedRows?: number } = {}) {
  const rowsOf = (leaf: string): Row[] =>
    (branches[leaf] ?? []).map(([entry], index) => aRow({ index, entry, text: entry }))
  const api = fakeApi({
    rows: async ({ leaf, from, count, at }) => {
      await new Promise((done) => setTimeout(done, given.delay?.[leaf] ?? 0))
      const rows = rowsOf(leaf)
      const found = rows.findIndex((r) => r.entry === at)
      const first = found >= 0 ? Math.max(0, found - 1) : from
      return aRows({
        leaf,
        total: rows.length,
        from: first,
        at: found,
        carried: given.carriedRows ? 'carried over from the run before' : '',
        carriedRows: given.carriedRows ?? 0,
        rows: rows.slice(first, first + count),
      })
    },
    outline: ({ leaf }) =>
      Promise.resolve(
        new Uint8Array(
          (branches[leaf] ?? []).flatMap(([, ...ms]) => [7, ms.reduce((bits, m) => bits | marks[m], 0)]),
        ),
      ),
  })
  const session = new OpenSession(api, aSession({ leaf: 'main', suggestedLeaf: 'main' }))
  session.timeline.begin()
  return { api, session, timeline: session.timeline }
}

const main: Branches = {
  main: [
    ['level', 'meta'],
    ['p1', 'prompt'],
    ['c1'],
    ['c2', 'error'],
    ['r1'],
    ['p2', 'prompt'],
    ['c3', 'edit', 'error'],
    ['name', 'meta'],
  ],
  other: [['level', 'meta'], ['p1', 'prompt'], ['c1'], ['x1'], ['x2']],
}

describe('the timeline', () => {
  test('lists the rows of the branch, quiet ones on request', async () => {
    const { timeline } = opened(main)
    await settle()
    expect(timeline.shown).toEqual([1, 2, 3, 4, 5, 6])
    timeline.meta = true
    expect(timeline.shown).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    timeline.setMode('skim')
    expect(timeline.shown).toEqual([1, 4, 5, 6])
    expect([1, 4, 5, 6].map((row) => timeline.startsTurn(row))).toEqual([true, false, true, false])
    timeline.meta = false
    timeline.setMode('read')
    // The row that begins the branch is hidden: the first one shown stands for it.
    expect([1, 2, 5].map((row) => timeline.startsTurn(row))).toEqual([true, false, true])
    expect(timeline.counts).toMatchObject({ prompt: 2, error: 2, edit: 1, label: 0, meta: 2 })
  })

  test('goes on from the first row where what stands above it fills the pane', async () => {
    const { timeline, session } = opened(main)
    await settle()
    timeline.seen(-1, 1, 0)
    timeline.first()
    await settle()
    timeline.seen(-1, -1, 0, false, false)
    expect(session.selected).toBe('p1')
    timeline.step(1)
    await settle()
    expect(session.selected).toBe('c1')
  })

  test('steps over the rows that are listed and selects their entries', async () => {
    const { timeline, session } = opened(main)
    await settle()
    timeline.seen(1, 6, 0)
    timeline.step(1)
    await settle()
    expect([timeline.cursor, session.selected]).toEqual([1, 'p1'])
    timeline.step(1)
    await settle()
    expect([timeline.cursor, session.selected, timeline.target?.align]).toEqual([2, 'c1', 'below'])
    timeline.step(-1)
    timeline.step(-1)
    await settle()
    expect(timeline.cursor).toBe(1)
  })

  test('jumps to marks from the selection, or from what is on screen', async () => {
    const { timeline, session } = opened(main)
    await settle()
    timeline.seen(-1, 3, 0)
    timeline.jump('error', 1, missed)
    await settle()
    expect([timeline.cursor, session.selected]).toEqual([3, 'c2'])
    timeline.jump('error', 1, missed)
    await settle()
    expect(timeline.cursor).toBe(6)
    expect(missed).not.toHaveBeenCalled()
    timeline.jump('error', 1, missed)
    await settle()
    expect(timeline.cursor).toBe(6)
    expect(missed).toHaveBeenCalledOnce()
    timeline.seen(4, 6, 0)
    timeline.jump('prompt', -1, missed)
    await settle()
    expect(timeline.cursor).toBe(5)
  })

  test('leaves the mode in which a row is not listed', async () => {
    const { timeline } = opened(main)
    await settle()
    timeline.seen(-1, 3, 0)
    timeline.setMode('skim')
    timeline.jump('error', 1, missed)
    await settle()
    expect([timeline.mode, timeline.cursor]).toEqual(['read', 3])
    await timeline.reveal('name')
    // A quiet row stays quiet; the one above it is gone to.
    expect([timeline.meta, timeline.cursor]).toEqual([false, 6])
  })

  describe('of a run that goes on from another', () => {
    const resumed = () => opened(main, { carriedRows: 5 })

    test('lists one row for all that was carried over, until it is unfolded', async () => {
      const { timeline } = resumed()
      await settle()
      expect(timeline.shown).toEqual([carriedRow, 5, 6])
      expect(timeline.startsTurn(5)).toBe(true)
      timeline.setMode('skim')
      expect(timeline.shown).toEqual([carriedRow, 5, 6])
      timeline.foldCarried()
      expect(timeline.shown).toEqual([carriedRow, 1, 4, 5, 6])
      timeline.setMode('read')
      expect(timeline.shown).toEqual([carriedRow, 1, 2, 3, 4, 5, 6])
    })

    test('steps onto that row, and opens it like any other', async () => {
      const { timeline, session } = resumed()
      await settle()
      timeline.seen(-1, 6, 0)
      timeline.step(1)
      await settle()
      expect([timeline.cursor, session.selected]).toEqual([carriedRow, ''])
      timeline.toggle()
      timeline.step(1)
      await settle()
      expect([timeline.carriedOpen, timeline.cursor, session.selected]).toEqual([true, 1, 'p1'])
      // What is folded cannot be where the keys are.
      timeline.foldCarried()
      expect(timeline.cursor).toBe(carriedRow)
      timeline.step(1)
      await settle()
      expect(session.selected).toBe('p2')
    })

    test.each([
      ['the next prompt', (t: Timeline) => t.jump('prompt', 1, missed), 1],
      ['the next error', (t: Timeline) => t.jump('error', 1, missed), 3],
      ['an entry selected elsewhere', (t: Timeline) => void t.reveal('c1'), 2],
    ])('unfolds for %s', async (_, go, row) => {
      const { timeline } = resumed()
      await settle()
      timeline.seen(-1, 6, 0)
      timeline.selectCarried()
      go(timeline)
      await settle()
      expect([timeline.carriedOpen, timeline.cursor, timeline.target?.row]).toEqual([true, row, row])
    })

    test('stays folded for what the run did itself, on other branches and as it grows', async () => {
      const { timeline, session } = resumed()
      await settle()
      await timeline.reveal('c3')
      expect([timeline.carriedOpen, timeline.cursor]).toEqual([false, 6])
      session.follow(aFollow(aSession({ revision: 2, leaf: 'main', suggestedLeaf: 'main' })), 'main')
      await settle()
      expect(timeline.shown).toEqual([carriedRow, 5, 6])
    })

    test('fetches no page of what is folded because the top is on screen', async () => {
      const long: Branches = { main: Array.from({ length: 450 }, (_, i) => [`e${i}`]) }
      const { api, timeline } = opened(long, { carriedRows: 420 })
      await settle()
      timeline.seen(-1, 430, 0)
      await settle()
      const asked = api.calls.flatMap(({ method, q }) =>
        method === 'rows' ? [(q as { from: number }).from] : [],
      )
      expect(new Set(asked)).toEqual(new Set([0, 400, 300]))
    })
  })

  test('stays where both branches are the same', async () => {
    const { timeline, session } = opened(main)
    await settle()
    timeline.seen(2, 4, 13)
    session.showLeaf('other')
    await settle()
    expect(timeline.branch?.leaf).toBe('other')
    expect(timeline.top).toEqual({ row: 2, offsetPx: 13 })
    timeline.seen(3, 4, 5)
    session.showLeaf('main')
    await settle()
    expect(timeline.top).toEqual({ row: -1, offsetPx: 0 })
  })

  test('shows the branch that was asked for last, whichever answer comes last', async () => {
    const { timeline, session } = opened(main, { delay: { other: 15 } })
    await settle()
    session.showLeaf('other')
    session.showLeaf('main')
    await vi.advanceTimersByTimeAsync(30)
    expect(timeline.branch?.leaf).toBe('main')
    expect(timeline.total).toBe(8)
  })

  test('keeps what is unfolded and where the reader is when the session grows', async () => {
    const { timeline, session } = opened(main)
    await settle()
    const row = timeline.row(3)
    if (!row) throw new Error('no row')
    timeline.select(row)
    timeline.toggle()
    timeline.seen(2, 5, 7)
    session.follow(aFollow(aSession({ revision: 2, leaf: 'main', suggestedLeaf: 'main' })), 'main')
    await settle()
    const again = timeline.row(3)
    expect(again && timeline.isOpen(rowKey(again))).toBe(true)
    expect([timeline.cursor, timeline.top]).toEqual([3, { row: 2, offsetPx: 7 }])
  })

  test('keeps a key that is pressed before the first rows are here', async () => {
    const ways: [key: string, press: (t: Timeline) => void, cursor: number][] = [
      ['to the end', (t) => t.last(), 6],
      ['a step', (t) => t.step(1), 1],
      ['several steps', (t) => [1, 2, 3].forEach(() => t.step(1)), 3],
      ['to the end and back', (t) => [t.last(), t.step(-1)], 5],
      ['to the next error', (t) => t.jump('error', 1, missed), 3],
    ]
    for (const [key, press, cursor] of ways) {
      const { timeline } = opened(main, { delay: { main: 20 } })
      press(timeline)
      await vi.advanceTimersByTimeAsync(30)
      expect([timeline.cursor, timeline.target?.row], key).toEqual([cursor, cursor])
    }
  })

  /** A branch whose rows come page by page, each a moment after it was asked for. */
  async function far() {
    const entries = Array.from({ length: 900 }, (_, i): [string] => [`e${i}`])
    const it = opened({ main: entries }, { delay: { main: 20 } })
    await vi.advanceTimersByTimeAsync(100)
    it.timeline.seen(0, 40, 0)
    return it
  }

  test('opens the row that was gone to, also when it is still to come', async () => {
    const { timeline } = await far()
    timeline.last()
    timeline.toggle()
    await vi.advanceTimersByTimeAsync(1000)
    const last = timeline.row(899)
    expect(last && timeline.isOpen(rowKey(last))).toBe(true)
  })

  test('leaves the reader where they went while a hit was on its way', async () => {
    const { api, timeline } = await far()
    const hit = { row: 800, field: 'body', line: 0 }
    api.find = () => Promise.resolve({ revision: 1, hits: [hit], next: 900, total: 900 })
    timeline.find.open()
    timeline.find.text = 'e800'
    timeline.find.begin()
    await vi.advanceTimersByTimeAsync(10)
    timeline.first()
    await vi.advanceTimersByTimeAsync(1000)
    expect([timeline.cursor, timeline.target?.row]).toEqual([0, -1])
  })

  test('comes to another way of reading where the reader went while it was on its way', async () => {
    const long: Branches = {
      main: Array.from({ length: 900 }, (_, i) => [`e${i}`, ...(i % 9 === 0 ? (['prompt'] as const) : [])]),
    }
    const { api, timeline, session } = opened(long, { delay: { main: 20 } })
    api.records = async ({ at = '', from }) => {
      await new Promise((done) => setTimeout(done, 60))
      return { revision: 1, total: 900, at: at ? Number(at.slice(1)) : -1, from, records: [] }
    }
    await vi.advanceTimersByTimeAsync(100)
    timeline.seen(0, 40, 0)
    timeline.setMode('skim')
    timeline.last()
    await vi.advanceTimersByTimeAsync(1000)
    expect([timeline.mode, timeline.cursor]).toEqual(['skim', timeline.shown.at(-1)])
    timeline.seen(880, 899, 0)
    timeline.setMode('raw')
    timeline.first()
    await vi.advanceTimersByTimeAsync(1000)
    expect([timeline.mode, session.selected, timeline.records.cursor]).toEqual(['raw', 'e0', 0])
    timeline.setMode('read')
    await vi.advanceTimersByTimeAsync(1000)
    timeline.seen(0, 20, 0)
    timeline.setMode('raw')
    session.select('e500', { from: 'graph' })
    void timeline.reveal('e500')
    await vi.advanceTimersByTimeAsync(1000)
    expect([timeline.mode, session.selected, timeline.records.cursor]).toEqual(['raw', 'e500', 500])
  })

  test('goes to the first row of a turn for the quiet one that begins it', async () => {
    const { timeline } = opened({
      main: [['p1', 'prompt'], ['end', 'meta'], ['round', 'meta', 'round'], ['c1']],
    })
    await settle()
    await timeline.reveal('round')
    expect(timeline.cursor).toBe(3)
    await timeline.reveal('end')
    expect(timeline.cursor).toBe(0)
  })

  test('keys go on from the row they act on, however cards push it, until the reader scrolls away', async () => {
    const { timeline } = opened(main)
    await settle()
    timeline.seen(-1, 4, 0)
    timeline.first()
    timeline.step(1)
    timeline.step(1)
    timeline.toggle()
    timeline.step(1)
    // The opened card pushes the row below it out of the window.
    timeline.seen(-1, 3, 0)
    timeline.step(1)
    expect(timeline.cursor).toBe(5)
    timeline.seen(1, 2, 40)
    timeline.step(1)
    expect(timeline.cursor).toBe(1)
  })

  test('brings a selection made elsewhere on screen, and says when it is on another branch', async () => {
    const { timeline } = opened(main)
    await settle()
    expect(await timeline.reveal('c3')).toBe(true)
    expect([timeline.cursor, timeline.target?.row]).toEqual([6, 6])
    const elsewhere = timeline.reveal('x2')
    await settle()
    expect(await elsewhere).toBe(false)
    expect(timeline.cursor).toBe(6)
  })

  test('says why a branch cannot be read, and reads it when asked again', async () => {
    let broken = true
    const api = fakeApi({
      rows: () => (broken ? Promise.reject(new Error('gone away')) : Promise.resolve(aRows({ total: 0 }))),
    })
    const session = new OpenSession(api, aSession())
    session.timeline.begin()
    await settle()
    expect(session.timeline.failed?.message).toBe('gone away')
    broken = false
    session.timeline.retry()
    await settle()
    expect([session.timeline.failed, session.timeline.branch?.leaf]).toEqual([null, 'leaf'])
  })
})
