import { expect, test } from 'vitest'
import type { Api } from '../api/api'
import { aFollow, aGraph, aGraphRow, anEntry, anOutcome, aRow, aRows, aSession, fakeApi } from '../api/fake'
import type { FollowAnswer, SessionAnswer } from '../api/types'
import { AppState } from './app.svelte'

const settle = () => new Promise((done) => setTimeout(done))

/** A session of so many entries, each of which is a row of its one branch. */
function growing(entries: number, given: Partial<Api> = {}) {
  const now = {
    entries,
    revision: 1,
    waiting: undefined as Promise<void> | undefined,
    more: {} as Partial<FollowAnswer>,
  }
  const info = (): SessionAnswer =>
    aSession({
      revision: now.revision,
      entries: now.entries,
      leaf: `e${now.entries - 1}`,
      suggestedLeaf: `e${now.entries - 1}`,
    })
  const api = fakeApi({
    follow: async () => {
      const answer = aFollow(info(), now.more)
      await now.waiting
      return answer
    },
    rows: ({ from, count }) =>
      Promise.resolve(
        aRows({
          revision: now.revision,
          total: now.entries,
          from,
          rows: Array.from({ length: Math.max(0, Math.min(count, now.entries - from)) }, (_, i) =>
            aRow({ index: from + i, entry: `e${from + i}` }),
          ),
        }),
      ),
    outline: ({ from = 0 }) => Promise.resolve(new Uint8Array(2 * (now.entries - from)).fill(0)),
    graph: ({ from }) =>
      Promise.resolve(
        aGraph([aGraphRow({ key: 'e0' })], { total: now.entries, from, revision: now.revision }),
      ),
    outcome: ({ leaf }) => Promise.resolve(anOutcome({ leaf, state: 'running' })),
    ...given,
  })
  const app = new AppState(api, false)
  const grow = (by: number) => {
    now.entries += by
    now.revision++
    api.emit('session', { session: 's1', revision: now.revision })
  }
  const asked = (method: keyof Api) => api.calls.filter((call) => call.method === method).map(({ q }) => q)
  return { api, app, now, grow, asked, info }
}

async function opened(entries: number, given: Partial<Api> = {}) {
  const it = growing(entries, given)
  await it.app.begin()
  it.api.emit('opened', it.info())
  const session = it.app.tabs.session
  if (session === undefined) throw new Error('nothing is open')
  session.timeline.begin()
  session.outcome.begin()
  session.graph.want(0, 10)
  await settle()
  it.api.calls.length = 0
  return { ...it, session }
}

test('changes that come while one is taken over lead to one more question', async () => {
  const { grow, now, asked, session } = await opened(10)
  let go = () => {}
  now.waiting = new Promise((done) => (go = done))
  for (let n = 0; n < 5; n++) grow(1)
  expect(asked('follow')).toHaveLength(1)
  go()
  await settle()
  expect(asked('follow')).toHaveLength(2)
  expect([session.info.entries, session.leaf, session.timeline.total]).toEqual([15, 'e14', 15])
})

test('of a long branch only the end is asked for, and rows that are as before stay the same', async () => {
  const { grow, asked, session } = await opened(5000)
  session.timeline.seen(0, 20, 0)
  await settle()
  const { branch } = session.timeline
  const row = session.timeline.row(3)
  grow(2)
  await settle()
  expect(session.timeline.total).toBe(5002)
  expect(asked('outline')).toEqual([{ session: 's1', revision: 2, leaf: 'e5001', from: 3000 }])
  expect(asked('rows').filter((q) => (q as { from: number }).from < 100)).toEqual([])
  expect(session.timeline.row(3)).toBe(row)
  // It is the same list on screen.
  expect([session.timeline.branch?.n, session.timeline.branch?.rows]).toEqual([branch?.n, branch?.rows])
})

test('a file that was rewritten is read again where it is on screen, though its keys are the same', async () => {
  const { grow, now, asked, session } = await opened(300)
  session.timeline.seen(0, 20, 0)
  await settle()
  const before = asked('rows').length
  now.more = { since: 2 }
  grow(0)
  await settle()
  expect(asked('rows').slice(before)).toContainEqual(expect.objectContaining({ from: 0 }))
  expect(asked('outline')).toEqual([expect.objectContaining({ from: 0 })])
})

test('the end of the branch is asked for where it is on screen', async () => {
  const { grow, asked, session } = await opened(120)
  session.timeline.seen(100, 119, 0)
  await settle()
  grow(3)
  await settle()
  session.timeline.seen(100, 119, 0)
  await settle()
  expect(asked('rows').at(-1)).toMatchObject({ from: 119, leaf: 'e122' })
  expect(session.timeline.row(122)?.entry).toBe('e122')
})

test('the outcome stays on screen until there is another', async () => {
  const { grow, session } = await opened(10)
  const before = session.outcome.card
  grow(1)
  expect(session.outcome.card).toBe(before)
  await settle()
  expect(session.outcome.card).toMatchObject({ state: 'ready', value: { leaf: 'e10' } })
})

test('a session that is not on screen asks for nothing but says that it has news', async () => {
  const { api, app, grow, asked, session } = await opened(10)
  api.emit('opened', aSession({ session: 's2', path: '/other' }))
  api.calls.length = 0
  grow(1)
  await settle()
  expect([session.news, asked('rows'), asked('outline'), asked('graph'), asked('outcome')]).toEqual([
    true,
    [],
    [],
    [],
    [],
  ])
  app.tabs.activate('s1')
  await settle()
  expect([session.news, session.timeline.total, asked('outline').length, asked('outcome').length]).toEqual([
    false,
    11,
    1,
    1,
  ])
})

test('that the agent went elsewhere is told once it happens, not to who reads an older branch', async () => {
  const { grow, now, session } = await opened(10)
  now.more = { leaf: 'e9', elsewhere: true }
  grow(1)
  await settle()
  expect([session.leaf, session.elsewhere]).toEqual(['e9', true])
  session.showLeaf('e10')
  expect(session.elsewhere).toBe(false)
  now.more = {}
  grow(1)
  await settle()
  session.showLeaf('old')
  now.more = { leaf: 'old', elsewhere: true }
  grow(1)
  await settle()
  expect([session.leaf, session.elsewhere]).toEqual(['old', false])
})

test('pictures keep their addresses while the session grows', async () => {
  const { grow, session } = await opened(10)
  const before = session.timeline.blobUrl('e1', 0)
  grow(1)
  await settle()
  expect(session.timeline.blobUrl('e1', 0)).toBe(before)
})

test('a file that is gone is told in words, and what was read stays', async () => {
  const { api, now, info, session } = await opened(10)
  now.more = { session: { ...info(), lost: 'The file is gone.' } }
  api.emit('session', { session: 's1', revision: 1 })
  await settle()
  expect([session.lostWords, session.timeline.total]).toEqual(['The file is gone.', 10])
  now.more = {}
  api.emit('session', { session: 's1', revision: 1 })
  await settle()
  expect(session.lostWords).toBe('')
})

test('the end of a run is told where it is not on screen, with a way to go there', async () => {
  const { api, app } = await opened(10)
  api.emit('ended', { session: 's1', title: 'Fix login', state: 'finished', headline: '' })
  expect(app.toasts.list).toEqual([])
  api.emit('opened', aSession({ session: 's2', path: '/other', title: 'Another' }))
  api.emit('ended', { session: 's1', title: 'Fix login', state: 'limit', headline: '' })
  expect(app.toasts.list).toMatchObject([{ text: 'A session was stopped by a limit' }])
  app.toasts.list[0]?.action?.run()
  expect(app.tabs.activeId).toBe('s1')
})

test('what is told late of a selected entry does not lead back to where the branch ended before', async () => {
  const told: (() => void)[] = []
  const { grow, session } = await opened(10, {
    entry: ({ key, leaf }) =>
      new Promise((done) => told.push(() => done(anEntry({ key, leaf, revision: told.length })))),
  })
  session.select('e3', { from: 'timeline' })
  grow(1)
  await settle()
  expect(session.leaf).toBe('e10')
  for (const tell of told) {
    tell()
    await settle()
  }
  expect([session.leaf, session.timeline.branch?.leaf]).toEqual(['e10', 'e10'])
  expect(session.entry).toMatchObject({ state: 'ready', value: { key: 'e3', leaf: 'e10' } })
})

test('a branch that went on is no other branch, though an entry of it tells so first', async () => {
  const { now, session } = await opened(10, {
    entry: ({ key }) =>
      Promise.resolve(anEntry({ key, leaf: `e${now.entries - 1}`, revision: now.revision })),
  })
  const before = session.timeline.branch?.n
  now.entries++
  now.revision++
  session.select('e3', { from: 'timeline' })
  await settle()
  expect([session.leaf, session.timeline.total]).toEqual(['e10', 11])
  expect(session.timeline.branch?.n).toBe(before)
})

test('what is told late of an entry is let go where the file was rewritten meanwhile', async () => {
  let tell = () => {}
  const { now, grow, session } = await opened(10, {
    entry: ({ key, leaf }) => new Promise((done) => (tell = () => done(anEntry({ key, leaf })))),
  })
  session.select('e3', { from: 'timeline' })
  now.more = { on: false }
  grow(1)
  await settle()
  tell()
  await settle()
  expect([session.leaf, session.selected, session.entry.state]).toEqual(['e10', '', 'loading'])
})

test('what was rewritten is read from its beginning, although it is asked for once more meanwhile', async () => {
  const { now, grow, asked, session } = await opened(3000)
  now.more = { since: 2 }
  grow(1)
  await Promise.resolve() // the answer is here, what it leads to is not
  await Promise.resolve()
  void session.timeline.refresh()
  await settle()
  expect(asked('outline').map((q) => (q as { from: number }).from)).toEqual([0, 0])
})
