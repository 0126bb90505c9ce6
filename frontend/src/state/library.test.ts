import { expect, test } from 'vitest'
import { aList, aListed, fakeApi } from '../api/fake'
import { Library } from './library.svelte'

test('counts what the filter leaves, in folded folders too', async () => {
  const sessions = [
    aListed({ handle: 'a', path: '/a', group: 'one', title: 'first' }),
    aListed({ handle: 'b', path: '/b', group: 'one', title: 'second' }),
    aListed({ handle: 'c', path: '/c', group: 'two', title: 'third' }),
  ]
  const api = fakeApi({
    sessions: () => Promise.resolve(aList({ sessions })),
  })
  const library = new Library(api)
  await library.load()
  library.toggle('one')
  expect(library.found).toBe(3)
  library.filter = 'second'
  expect(library.found).toBe(1)
})

test('keeps to what did not finish well, and counts it under the words of the filter', async () => {
  const outcomes = [
    'finished',
    'running',
    'unknown',
    'limit',
    'stuck',
    'failed',
    'error',
    'cancelled',
    'interrupted',
  ]
  const sessions = outcomes.map((outcome, i) =>
    aListed({
      handle: outcome,
      path: `/${outcome}`,
      modifiedMs: outcomes.length - i,
      outcome,
      title: outcome === 'stuck' ? 'odd' : 'even',
    }),
  )
  const answer = aList({ sessions })
  const library = new Library(fakeApi({ sessions: () => Promise.resolve(answer) }))
  await library.load()
  const shown = () => library.lines.flatMap((line) => (line.kind === 'session' ? [line.session.outcome] : []))
  expect(library.unwellCount).toBe(6)
  library.unwell = true
  expect(shown()).toEqual(['limit', 'stuck', 'failed', 'error', 'cancelled', 'interrupted'])
  expect(library.found).toBe(6)
  library.filter = 'odd'
  expect([shown(), library.unwellCount]).toEqual([['stuck'], 1])
  await library.load(true)
  expect(shown()).toEqual(['stuck'])
})
