import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Api } from '../api/api'
import { ApiError } from '../api/errors'
import { aChange, aChangedRow, aChanges, aFollow, anEntry, aSession, fakeApi } from '../api/fake'
import type { ChangedRow } from '../api/types'
import { OpenSession } from './session.svelte'

/** What a branch changed, as many files as the number in its leaf; every tenth is only likely. */
function changing(given: Partial<Api> = {}) {
  let revision = 1
  const all = (leaf: string): ChangedRow[] =>
    Array.from({ length: size(leaf) }, (_, n) =>
      aChangedRow({
        place: n,
        path: `src/f${n}.go`,
        certainty: n % 10 === 9 ? 'likely' : 'certain',
        entry: `e${n}`,
      }),
    )
  const api = fakeApi({
    changes: ({ leaf, part, only, from, count }) => {
      const files = all(leaf).filter((row) => only === '' || row.certainty === only)
      const elsewhere = [aChangedRow({ path: 'other.go' }), aChangedRow({ place: 1, path: 'another.go' })]
      const rows = part === 'files' ? files : part === 'elsewhere' ? elsewhere : []
      return Promise.resolve(
        aChanges(all(leaf), {
          revision,
          leaf,
          elsewhere: elsewhere.length,
          total: rows.length,
          from,
          rows: rows.slice(from, from + count),
        }),
      )
    },
    change: ({ place }) => Promise.resolve(aChange({ parts: parts(place === 0 ? 2 : 1) })),
    ...given,
  })
  const session = new OpenSession(api, aSession({ leaf: 'k250', suggestedLeaf: 'k250' }))
  session.view = 'changes'
  return { api, session, changes: session.changes, grow: () => ++revision }
}

const parts = (n: number) =>
  Array.from({ length: n }, () => ({
    diff: '@@ -1,1 +1,1 @@\n-a\n+b\n',
    cut: 0,
    added: 1,
    removed: 1,
    steps: [0],
  }))
const size = (key: string) => Number(key.replace(/\D/gu, '')) || 0
const asked = (api: { calls: { method: string }[] }, method: string) =>
  api.calls.filter((call) => call.method === method).length
/** Everything that was promised by now is there. */
const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('asks nothing before it is on screen, and then for a page', async () => {
  const { api, changes } = changing()
  await settled()
  expect(asked(api, 'changes')).toBe(0)
  changes.begin()
  await settled()
  expect(changes.shown?.certain).toBe(225)
  expect(changes.total).toBe(251)
  expect(changes.row({ part: 'files', n: 99 })?.path).toBe('src/f99.go')
  expect(changes.row({ part: 'files', n: 200 })).toBeUndefined()
  changes.want(195, 230, 1)
  await settled()
  expect(changes.row({ part: 'files', n: 200 })?.path).toBe('src/f200.go')
})

test('shows one certainty alone and all again, without working it out anew', async () => {
  const { api, changes } = changing()
  changes.begin()
  await settled()
  changes.show('likely')
  await settled()
  expect(changes.row({ part: 'files', n: 1 })?.path).toBe('src/f19.go')
  expect(changes.rows('files')).toBe(25)
  expect(changes.shown?.certain).toBe(225)
  expect(api.calls.at(-1)).toMatchObject({ q: { known: 1, only: 'likely' } })
  changes.show('likely')
  await settled()
  expect(changes.rows('files')).toBe(250)
  expect(changes.row({ part: 'files', n: 1 })?.path).toBe('src/f1.go')
})

test('unfolds what other branches changed', async () => {
  const { changes } = changing()
  changes.begin()
  await settled()
  changes.step(Infinity)
  expect(changes.cursor).toEqual({ part: 'elsewhere', n: -1 })
  changes.toggle()
  changes.want(changes.stop, changes.stop + 2, 1)
  await settled()
  changes.step(1)
  expect(changes.row(changes.cursor)?.path).toBe('other.go')
})

test('goes from hunk to hunk and on to the next file, and back', async () => {
  const { changes } = changing()
  changes.begin()
  await settled()
  const at: string[] = []
  const go = async (dir: 1 | -1) => {
    changes.nextHunk(dir)
    await settled()
    at.push(`${changes.cursor.n} ${changes.hunk}`)
  }
  for (const dir of [1, 1, 1, -1, -1, -1] as const) await go(dir)
  expect(at).toEqual(['0 0', '0 1', '1 0', '0 Infinity', '0 0', '0 0'])
  expect(changes.nextHunk(-1)).toBe(false)
})

test('goes through the hunks of a file also when they are still to come', async () => {
  const { changes } = changing({
    change: ({ place }) =>
      new Promise((done) => setTimeout(() => done(aChange({ parts: parts(place === 0 ? 2 : 1) })), 100)),
  })
  changes.begin()
  await settled()
  for (const [keys, at] of [
    [[1, 1], '0 1'],
    [[1, 1], '2 0'],
    [[-1, -1, -1], '0 0'],
  ] as const) {
    for (const dir of keys) changes.nextHunk(dir)
    await vi.advanceTimersByTimeAsync(1000)
    expect(`${changes.cursor.n} ${changes.hunk}`).toBe(at)
  }
})

test('what is open stays open when the branch goes on while it is worked out', async () => {
  const { api, session, changes, grow } = changing()
  changes.begin()
  await settled()
  changes.step(5)
  changes.toggle()
  const now = api.changes
  api.changes = async (q) => {
    await new Promise((done) => setTimeout(done, 500))
    return now(q)
  }
  void session.follow(aFollow(aSession({ revision: grow() }), { leaf: 'k251' }), session.leaf)
  await vi.advanceTimersByTimeAsync(2200)
  void session.follow(aFollow(aSession({ revision: grow() }), { leaf: 'k252' }), session.leaf)
  await vi.advanceTimersByTimeAsync(5000)
  expect(changes.cursor.n).toBe(5)
  expect(changes.isOpen(changes.cursor, aChangedRow({ path: 'src/f5.go' }))).toBe(true)
  expect(changes.rows('files')).toBe(252)
})

test('asks for what was done to a file once, and again when there is more of it', async () => {
  let removed = 1
  const { api, session, changes, grow } = changing({
    changes: ({ leaf }) =>
      Promise.resolve(
        aChanges([aChangedRow({ path: 'a.go', removed }), aChangedRow({ place: 1, path: 'b.go' })], {
          leaf,
          revision: removed,
        }),
      ),
  })
  changes.begin()
  await settled()
  for (const n of [0, 1]) changes.toggle({ part: 'files', n })
  const draw = () => {
    for (const n of [0, 1]) {
      const place = { part: 'files', n } as const
      const row = changes.row(place)
      if (row !== undefined) changes.need(place, row)
    }
  }
  draw()
  await settled()
  expect(asked(api, 'change')).toBe(2)
  removed = grow()
  void session.follow(aFollow(aSession({ revision: 2 })), session.leaf)
  await vi.advanceTimersByTimeAsync(2500)
  draw()
  await settled()
  expect(asked(api, 'change')).toBe(3)
  expect(changes.isOpen({ part: 'files', n: 0 }, aChangedRow({ path: 'a.go' }))).toBe(true)
})

test('is worked out now and then while the session grows, and not at all when it is not on screen', async () => {
  const { api, session, changes, grow } = changing()
  changes.begin()
  await settled()
  expect(asked(api, 'changes')).toBe(1)
  for (let n = 0; n < 30; n++) {
    const revision = grow()
    void session.follow(aFollow(aSession({ revision, leaf: `k${250 + n}` })), session.leaf)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(asked(api, 'changes')).toBe(2)
  await vi.advanceTimersByTimeAsync(2000)
  expect(asked(api, 'changes')).toBe(3)
  expect(changes.shown?.total).toBe(279)
  expect(changes.row({ part: 'files', n: 0 })?.path).toBe('src/f0.go')
  changes.end()
  void session.follow(aFollow(aSession({ revision: grow(), leaf: 'k300' })), session.leaf)
  await vi.advanceTimersByTimeAsync(9000)
  expect(asked(api, 'changes')).toBe(3)
  changes.begin()
  await settled()
  expect(changes.shown?.total).toBe(300)
})

test('follows the branch on screen, and keeps the view when it is chosen in the graph', async () => {
  const { session, changes } = changing({
    entry: ({ key }) => Promise.resolve(anEntry({ key, leaf: 'k7' })),
  })
  changes.begin()
  await settled()
  changes.step(20)
  session.select('k5', { from: 'graph' })
  await settled()
  expect(session.view).toBe('changes')
  expect(changes.shown?.leaf).toBe('k7')
  expect(changes.rows('files')).toBe(7)
  expect(changes.cursor).toEqual({ part: 'files', n: 0 })
  session.select('k5', { from: 'keys' })
  expect(session.view).toBe('timeline')
})

test('says what failed and tries again', async () => {
  let fails = true
  const { changes } = changing({
    changes: ({ leaf }) =>
      fails ? Promise.reject(new ApiError('gone', 'closed')) : Promise.resolve(aChanges([], { leaf })),
  })
  changes.begin()
  await settled()
  expect(changes.failed?.message).toBe('closed')
  fails = false
  changes.retry()
  await settled()
  expect(changes.failed).toBeUndefined()
  expect(changes.none).toBe(true)
})

test('puts a long patch together and keeps what is not in it', async () => {
  const { api, changes } = changing({
    changesPatch: ({ from }) =>
      Promise.resolve({
        revision: 1,
        text: from === 0 ? 'one\n' : 'two\n',
        next: from === 0 ? 4 : -1,
        left: ['b.go: it failed'],
        leftTotal: 1,
      }),
  })
  changes.begin()
  await settled()
  expect(await changes.patch()).toBe('one\ntwo\n')
  expect(changes.left).toEqual({ text: ['b.go: it failed'], total: 1, none: false })
  await changes.patch(aChangedRow({ place: 3 }))
  expect(api.calls.at(-2)).toMatchObject({ method: 'changesPatch', q: { place: 3, from: 0 } })
})
