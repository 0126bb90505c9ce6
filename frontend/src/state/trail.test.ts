import { expect, test } from 'vitest'
import { aFollow, aListed, anEntry, aSession, fakeApi } from '../api/fake'
import { Tabs } from './tabs.svelte'
import { Trail } from './trail.svelte'

const settle = () => new Promise((done) => setTimeout(done))

/** Tabs whose reader takes a second for each thing they do, and sessions named by one letter. */
function reading(given: Parameters<typeof fakeApi>[0] = {}) {
  let clockMs = 0
  let opened = 0
  const api = fakeApi({
    open: ({ handle }) =>
      Promise.resolve(
        aSession({
          session: `${handle}-${++opened}`,
          handle,
          path: `/${handle}`,
          title: handle,
          suggestedLeaf: 'A',
        }),
      ),
    ...given,
  })
  const tabs = new Tabs(api, new Trail(() => (clockMs += 1000)))
  const open = (handle: string, preview = false) =>
    tabs.open(aListed({ handle, path: `/${handle}`, title: handle }), { preview })
  const select = async (key: string) => {
    tabs.session?.select(key, { from: 'graph' })
    await settle()
  }
  const travel = async (dir: 1 | -1) => {
    await tabs.travel(dir)
    await settle()
  }
  const at = () => {
    const { session } = tabs
    return session && `${session.info.title} ${session.leaf} ${session.selected}`.trim()
  }
  return { api, tabs, open, select, travel, at, passes: () => (clockMs -= 900) }
}

/** Entries a and b stand on branches A and B, all others where the reader is. */
const entry: Parameters<typeof fakeApi>[0] = {
  entry: (q) => Promise.resolve(anEntry({ key: q.key, leaf: { a: 'A', b: 'B' }[q.key] ?? q.leaf })),
}

test('goes back and forward over branches', async () => {
  const { tabs, open, select, travel, at } = reading(entry)
  await open('one')
  await select('a')
  await select('b')
  expect(at()).toBe('one B b')
  await travel(-1)
  expect(at()).toBe('one A a')
  await travel(1)
  expect(at()).toBe('one B b')
  expect(tabs.canTravel(1)).toBe(false)
})

test('goes back from an entry that nothing is known of yet', async () => {
  const told: (() => void)[] = []
  const { tabs, open, select, travel, at } = reading({
    entry: (q) => new Promise((done) => told.push(() => done(anEntry({ key: q.key, leaf: 'B' })))),
  })
  await open('one')
  await open('two')
  await select('x')
  expect(at()).toBe('two A x')
  await travel(-1)
  expect(at()).toBe('two A')
  await travel(1)
  for (const tell of told) tell()
  await settle()
  expect(at()).toBe('two B x')
  await travel(-1)
  await travel(1)
  expect(at()).toBe('two B x')
  expect(tabs.canTravel(1)).toBe(false)
})

test('goes back over tabs in the order the reader was in them', async () => {
  const { tabs, open, select, travel, at } = reading()
  await open('one')
  await select('x')
  await open('two')
  await select('y')
  tabs.activate(tabs.list[0]?.id ?? '')
  await select('z')
  const seen = []
  while (tabs.canTravel(-1)) {
    await travel(-1)
    seen.push(at())
  }
  expect(seen).toEqual(['one A x', 'two A y', 'two A', 'one A x', 'one A'])
  while (tabs.canTravel(1)) await travel(1)
  expect(at()).toBe('one A z')
})

test('goes back to where nothing was selected yet, and on from there', async () => {
  const { tabs, open, select, travel, at } = reading(entry)
  await open('one')
  await select('b')
  await select('x')
  await travel(-1)
  await travel(-1)
  expect(at()).toBe('one A')
  expect(tabs.canTravel(-1)).toBe(false)
  await travel(1)
  expect(at()).toBe('one B b')
  await travel(1)
  expect(at()).toBe('one B x')
})

test('goes back and forward over views', async () => {
  const { tabs, open, select, travel } = reading()
  await open('one')
  await select('x')
  const { session } = tabs
  if (session === undefined) throw new Error('nothing is open')
  session.view = 'context'
  session.view = 'changes'
  session.view = 'timeline'
  await select('y')
  const seen = []
  for (let n = 0; n < 4; n++) {
    await travel(-1)
    seen.push(`${session.view} ${session.selected}`)
  }
  expect(seen).toEqual(['timeline x', 'changes x', 'context x', 'timeline x'])
  await travel(1)
  expect(session.view).toBe('context')
})

test('comes back to where the window stood', async () => {
  const { tabs, open, select, travel } = reading()
  await open('one')
  await select('x')
  const { session } = tabs
  if (session === undefined) throw new Error('nothing is open')
  session.timeline.begin()
  await settle()
  session.timeline.seen(40, 60, 7)
  await select('y')
  session.timeline.seen(90, 110, 0)
  await travel(-1)
  expect(session.timeline.top).toEqual({ row: 40, offsetPx: 7 })
  expect(session.timeline.target).toEqual({ row: 40, offsetPx: 7, align: 'held' })
})

test('a tab that is come back to stands as it was left: nothing is brought on screen', async () => {
  const { tabs, open, select, travel } = reading()
  await open('one')
  await select('x')
  const one = tabs.session
  const revealed = one?.reveal.n
  await open('two')
  await travel(-1)
  expect(tabs.session).toBe(one)
  expect(one?.reveal.n).toBe(revealed)
})

test('opens a tab again that was closed or replaced since', async () => {
  const { tabs, open, select, travel, at } = reading(entry)
  await open('one', true)
  await select('b')
  await open('two', true)
  expect(tabs.list).toHaveLength(1)
  await travel(-1)
  expect(at()).toBe('one B b')
  await travel(1)
  expect(at()).toBe('two A')
  expect(tabs.canTravel(1)).toBe(false)
})

test('goes on from a tab that is still being opened again', async () => {
  const told: (() => void)[] = []
  const { api, tabs, open, select, travel, at } = reading(entry)
  await open('one')
  await select('b')
  await open('two')
  tabs.close(tabs.list[0]?.id ?? '')
  const opens = api.open
  api.open = (q) => new Promise((done) => told.push(() => done(opens(q))))
  void tabs.travel(-1)
  void tabs.travel(-1)
  for (const tell of told) tell()
  await settle()
  expect(at()).toBe('one A')
  await travel(1)
  expect(at()).toBe('one B b')
  await travel(1)
  expect(at()).toBe('two A')
})

test('goes back from a file that could not be opened to where the reader was', async () => {
  const { tabs, open, select, travel, at } = reading()
  await open('one')
  await select('x')
  tabs.showFailure({ path: '/no', kind: 'notFound', message: '' })
  expect(tabs.session).toBeUndefined()
  await travel(-1)
  expect(at()).toBe('one A x')
})

test('rows that are stepped over quickly are one place', async () => {
  const { open, select, travel, at, passes } = reading()
  await open('one')
  await select('start')
  await select('k1')
  for (const key of ['k2', 'k3', 'k4']) {
    passes()
    await select(key)
  }
  await travel(-1)
  expect(at()).toBe('one A start')
  await travel(1)
  expect(at()).toBe('one A k4')
})

test('branches that are stepped over quickly are places each', async () => {
  const { open, select, travel, at, passes } = reading(entry)
  await open('one')
  await select('a')
  passes()
  await select('b')
  await travel(-1)
  expect(at()).toBe('one A a')
  await travel(1)
  expect(at()).toBe('one B b')
})

test('a branch that grew since is shown as long as it is now', async () => {
  let end = 'A'
  const { tabs, open, select, travel, at } = reading({
    entry: (q) => Promise.resolve(anEntry({ key: q.key, leaf: q.key === 'b' ? 'B' : end })),
  })
  await open('one')
  await select('a')
  const { session } = tabs
  if (session === undefined) throw new Error('nothing is open')
  end = 'longer'
  await session.follow(aFollow({ ...session.info, revision: 2 }, { leaf: end }), 'A')
  await select('b')
  await travel(-1)
  expect(tabs.trail.here?.leaf).toBe('longer')
  expect(at()).toBe('one longer a')
})

test('keeps the place a link was followed from, however soon that was', async () => {
  const { tabs, open, select, travel, at, passes } = reading()
  await open('one')
  await select('x')
  passes()
  tabs.session?.select('y', { from: 'link' })
  await settle()
  await travel(-1)
  expect(at()).toBe('one A x')
})

test('forgets the places of a file that was rewritten', async () => {
  const { tabs, open, select } = reading()
  await open('one')
  await select('x')
  await select('y')
  const { session } = tabs
  if (session === undefined) throw new Error('nothing is open')
  await session.follow(aFollow({ ...session.info, revision: 2 }, { on: false }), 'A')
  expect(tabs.canTravel(-1)).toBe(false)
})

test('opens closed tabs again, the last one first, where the reader was', async () => {
  const { tabs, open, select, at } = reading(entry)
  await open('one')
  await select('b')
  await open('two')
  expect(tabs.canReopen).toBe(false)
  tabs.close(tabs.activeId)
  tabs.close(tabs.activeId)
  expect(tabs.list).toEqual([])
  await tabs.reopen()
  await settle()
  expect(at()).toBe('one B b')
  await tabs.reopen()
  expect(at()).toBe('two A')
  expect(tabs.canReopen).toBe(false)
})
