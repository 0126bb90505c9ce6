import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aGraph, aGraphRow, aSession, anEntry, fakeApi } from '../api/fake'
import { OpenSession } from './session.svelte'

const rows = Array.from({ length: 20 }, (_, i) =>
  aGraphRow({ index: i, key: `k${i}`, text: `row ${i}`, kind: 'reply' }),
)

let session: OpenSession

beforeEach(async () => {
  vi.useFakeTimers()
  const api = fakeApi({
    graph: (q) => Promise.resolve(aGraph(rows, { total: rows.length, from: q.from })),
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
  await graph.find('nowhere', 1)
  expect(graph.notFound).toBe('nowhere')
  graph.step(1)
  expect(graph.notFound).toBe('')
  await graph.find('nowhere', 1)
  session.select('k3', { from: 'timeline' })
  expect(graph.notFound).toBe('')
})
