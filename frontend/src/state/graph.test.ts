import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aGraph, aGraphRow, aSession, anEntry, fakeApi, type FakeApi } from '../api/fake'
import { OpenSession } from './session.svelte'

const rows = Array.from({ length: 20 }, (_, i) =>
  aGraphRow({ index: i, key: `k${i}`, text: `row ${i}`, kind: 'reply' }),
)

let session: OpenSession
let api: FakeApi
let found: { key: string; place: number; of: number }

beforeEach(async () => {
  vi.useFakeTimers()
  found = { key: '', place: 0, of: 0 }
  api = fakeApi({
    graph: (q) => Promise.resolve(aGraph(rows, { total: rows.length, from: q.from, hits: found.of })),
    graphMove: () => Promise.resolve({ revision: 1, ...found }),
    entry: (q) => Promise.resolve(anEntry({ key: q.key, leaf: q.leaf })),
  })
  session = new OpenSession(api, aSession())
  session.graph.want(0, rows.length)
  await vi.advanceTimersByTimeAsync(1000)
})

afterEach(() => vi.useRealTimers())

test('the row under the pointer gives way to one that is selected after it', async () => {
  const { graph } = session
  graph.hover('k5')
  await vi.advanceTimersByTimeAsync(1000)
  expect(graph.hovered?.key).toBe('k5')
  graph.step(1)
  expect(graph.hovered).toBeUndefined()
  graph.hover('k7')
  graph.hover('k7')
  await vi.advanceTimersByTimeAsync(1000)
  expect(graph.hovered?.key).toBe('k7')
  graph.hover('k8')
  session.select('k3', { from: 'keys' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(graph.hovered).toBeUndefined()
})

test('that nothing was found is said until something is selected', async () => {
  const { graph } = session
  await graph.finder.go('nowhere', 1)
  expect(graph.notice).toContain('nowhere')
  graph.step(1)
  expect(graph.notice).toBe('')
  await graph.finder.go('nowhere', 1)
  session.select('k3', { from: 'timeline' })
  expect(graph.notice).toBe('')
})

test('goes to what is found and says the how manyth it is', async () => {
  const { graph } = session
  found = { key: 'k12', place: 3, of: 17 }
  await graph.finder.go('row', 1)
  expect(session.selected).toBe('k12')
  expect(graph.cursor).toBe(12)
  expect([graph.finder.place, graph.finder.hits]).toEqual([3, 17])
  session.select('k3', { from: 'timeline' })
  expect(graph.finder.place).toBe(0)
})

test('marks the words once no more are typed', async () => {
  const { graph } = session
  const asked = () =>
    api.calls.filter(({ method, q }) => method === 'graph' && (q as { find: string }).find !== '')
  graph.finder.look('r')
  graph.finder.look('ro')
  graph.finder.look('row')
  expect(graph.finder.searching).toBe(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked().map(({ q }) => (q as { find: string }).find)).toEqual(['row'])
  expect(graph.finder.searching).toBe(false)
  expect(session.selected).toBe('')
})

test('folds the branch of the cursor, keeps it folded while the session grows, and unfolds it', async () => {
  const { graph } = session
  const folded = () =>
    (api.calls.filter(({ method }) => method === 'graph').at(-1)?.q as { folded: string[] }).folded
  found = { key: 'k4', place: 0, of: 0 }
  graph.goTo(6)
  await graph.toggleFoldHere()
  await vi.advanceTimersByTimeAsync(1000)
  expect(folded()).toEqual(['k4'])
  await graph.refresh()
  expect(folded()).toEqual(['k4'])
  await graph.toggleFoldHere()
  await vi.advanceTimersByTimeAsync(1000)
  expect(folded()).toEqual([])
})

test('says when there is nothing to fold or no way on', async () => {
  const { graph } = session
  graph.goTo(6)
  await graph.toggleFoldHere()
  expect(graph.notice).toMatch(/no branch to fold/)
  await graph.jump('leaf')
  expect(graph.notice).toMatch(/No other branch ends/)
  graph.inward()
  await vi.advanceTimersByTimeAsync(1000)
  expect(graph.notice).toMatch(/branch ends here/)
  for (const dir of [1, -1] as const) {
    graph.notice = ''
    graph.sibling(dir)
    await vi.advanceTimersByTimeAsync(1000)
    expect(graph.notice).toMatch(/no branch beside/)
  }
})

test('a folded branch that is shown alone is unfolded', async () => {
  const { graph } = session
  graph.goTo(6)
  graph.toggleFold('k6', 'k5')
  graph.toggleFold('k8', 'k7')
  graph.hoist('k6')
  await vi.advanceTimersByTimeAsync(1000)
  expect(graph.query()).toMatchObject({ root: 'k6', folded: ['k8'] })
})

test('shows a branch alone and the whole tree again', async () => {
  const { graph } = session
  graph.goTo(6)
  graph.toggleHoist()
  expect(graph.root).toBe('k6')
  await vi.advanceTimersByTimeAsync(1000)
  expect(api.calls.at(-1)?.q).toMatchObject({ root: 'k6' })
  graph.toggleHoist()
  expect(graph.root).toBe('')
})

test('the picture is asked for only while it is shown, and once for a revision', async () => {
  const { graph } = session
  await graph.picture.refresh()
  expect(api.calls.some(({ method }) => method === 'graphMap')).toBe(false)
  graph.overview = true
  await graph.picture.refresh()
  await graph.picture.refresh()
  const known = api.calls
    .filter(({ method }) => method === 'graphMap')
    .map(({ q }) => (q as { known: number }).known)
  expect(known).toEqual([-1, 1])
})

test('a key that is pressed before the answer to the one before it goes on from where that leads', async () => {
  const { graph } = session
  const last = rows.length - 1
  const place = (key: string) => Number(key.slice(1))
  const late = <T>(answer: T) => new Promise<T>((done) => setTimeout(() => done(answer), 100))
  const beside = (key: string, by: number) => `k${Math.min(last, Math.max(0, place(key) + by))}`
  api.entry = (q) =>
    late(anEntry({ key: q.key, leaf: q.leaf, next: beside(q.key, 2), previous: beside(q.key, -2) }))
  api.graphMove = ({ from, back }) => late({ revision: 1, key: beside(from, back ? -3 : 3), place: 1, of: 9 })
  const ways: [keys: string, press: () => void, to: string][] = [
    ['siblings', () => [1, 1, 1, -1].forEach((dir) => graph.sibling(dir === 1 ? 1 : -1)), 'k5'],
    ['ends', () => [false, false, true].forEach((back) => void graph.jump('leaf', back)), 'k4'],
    ['hits', () => [1, 1, -1].forEach((dir) => void graph.finder.go('row', dir === 1 ? 1 : -1)), 'k4'],
    ['a sibling and a step', () => [graph.sibling(1), graph.step(1)], 'k4'],
    ['a step and a sibling', () => [graph.step(1), graph.sibling(1)], 'k4'],
  ]
  for (const [keys, press, to] of ways) {
    void graph.goTo(1)
    press()
    await vi.advanceTimersByTimeAsync(2000)
    expect(session.selected, keys).toBe(to)
  }
})

test('who points at a row meanwhile has the last word', async () => {
  const { graph } = session
  api.entry = (q) =>
    new Promise((done) => setTimeout(() => done(anEntry({ key: q.key, leaf: q.leaf, next: 'k9' })), 100))
  void graph.goTo(1)
  graph.sibling(1)
  graph.sibling(1)
  void graph.goTo(3)
  await vi.advanceTimersByTimeAsync(2000)
  expect(session.selected).toBe('k3')
})

test('goes on from the row of the selection where that is still to be found, and to rows that are still to come', async () => {
  const { graph } = session
  const all = Array.from({ length: 1000 }, (_, i) => aGraphRow({ index: i, key: `k${i}` }))
  api.graph = (q) => {
    const at = all.findIndex(({ key }) => key === q.at)
    const answer = aGraph(all.slice(q.from, q.from + q.count), { total: all.length, from: q.from, at })
    return new Promise((done) => setTimeout(() => done(answer), 100))
  }
  graph.setFilter('labels')
  await vi.advanceTimersByTimeAsync(1000)
  session.select('k500', { from: 'keys' })
  graph.step(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect([session.selected, graph.cursor]).toEqual(['k501', 501])
  graph.last()
  graph.mark() // a note came meanwhile
  await vi.advanceTimersByTimeAsync(1000)
  expect(session.selected).toBe('k999')
})

test('keys that come before the rows of a branch shown alone act on those rows, not on the ones before', async () => {
  const { graph } = session
  api.graph = ({ root, from, count, at = '' }) => {
    const shown = root === '' ? rows : rows.slice(6, 9)
    const answer = aGraph(shown.slice(from, from + count), {
      total: shown.length,
      from,
      at: shown.findIndex(({ key }) => key === at),
    })
    return new Promise((done) => setTimeout(() => done(answer), count === 1 ? 20 : 100))
  }
  void graph.goTo(6)
  graph.toggleHoist()
  await vi.advanceTimersByTimeAsync(50)
  expect(graph.at(graph.cursor)?.key).toBe('k6')
  graph.mark() // a note came meanwhile
  graph.step(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect([session.selected, graph.cursor]).toEqual(['k7', 1])
  expect(graph.at(5)).toBeUndefined()
  graph.step(-1)
  graph.toggleHoist()
  graph.step(-1)
  await vi.advanceTimersByTimeAsync(1000)
  expect([session.selected, graph.cursor]).toEqual(['k5', 5])
})
