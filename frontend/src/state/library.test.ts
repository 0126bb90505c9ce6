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

test('keeps its order while the reader points at it, with what became of each session, and tells of new ones', async () => {
  const at = (handle: string, modifiedMs: number, more = {}) =>
    aListed({ handle, path: `/${handle}`, modifiedMs, ...more })
  let answer = aList({ sessions: [at('a', 30), at('b', 20), at('c', 10)] })
  const library = new Library(fakeApi({ sessions: () => Promise.resolve(answer) }))
  const shown = () =>
    library.lines.flatMap((line) =>
      line.kind === 'session' ? [`${line.session.handle} ${line.session.outcome}`] : [],
    )
  await library.load()
  library.hold()
  answer = aList({ sessions: [at('c', 40, { outcome: 'running' }), at('d', 50)], gone: ['b'], version: 2 })
  await library.load()
  expect(shown()).toEqual(['a finished', 'b finished', 'c running'])
  expect(library.waiting).toBe(1)
  library.settle()
  expect(shown()).toEqual(['d finished', 'c running', 'a finished'])
  expect(library.waiting).toBe(0)
})

test('is not held before there is a list', async () => {
  const library = new Library(
    fakeApi({ sessions: () => Promise.resolve(aList({ sessions: [aListed()], scanning: true })) }),
  )
  library.hold()
  await library.load()
  library.hold()
  expect([library.lines.length, library.waiting]).toEqual([2, 0])
})

test('says of every line where it stands among those beside it, folders, sessions and forks', async () => {
  const at = (handle: string, group: string, parentHandle = '') =>
    aListed({ handle, path: `/${handle}`, group, parentHandle })
  const sessions = [at('a', 'one'), at('b', 'one', 'a'), at('c', 'one', 'a'), at('d', 'one'), at('e', 'two')]
  const library = new Library(fakeApi({ sessions: () => Promise.resolve(aList({ sessions })) }))
  await library.load()
  const told = () =>
    library.lines.map(({ id, level, posInSet, setSize }) => `${id} level ${level}, ${posInSet} of ${setSize}`)
  expect(told()).toEqual([
    'group:one level 1, 1 of 2',
    '/a level 2, 1 of 2',
    '/b level 3, 1 of 2',
    '/c level 3, 2 of 2',
    '/d level 2, 2 of 2',
    'group:two level 1, 2 of 2',
    '/e level 2, 1 of 1',
  ])
  library.toggle('one')
  expect(told()).toEqual(['group:one level 1, 1 of 2', 'group:two level 1, 2 of 2', '/e level 2, 1 of 1'])
})
