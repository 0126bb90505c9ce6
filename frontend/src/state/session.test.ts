import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '../api/errors'
import { aFollow, aGraph, aGraphRow, aListed, aSession, aStart, anEntry, fakeApi } from '../api/fake'
import { AppState } from './app.svelte'
import { lines } from './library.svelte'
import { OpenSession } from './session.svelte'
import { Tabs } from './tabs.svelte'

const settle = () => new Promise((done) => setTimeout(done))

describe('the selection', () => {
  test('stays on the branch on screen when the entry is on it', async () => {
    const api = fakeApi()
    const session = new OpenSession(api, aSession())
    session.select('k3', { from: 'graph' })
    await settle()
    expect(session.selected).toBe('k3')
    expect(session.leaf).toBe('leaf')
    expect(session.entry).toMatchObject({ state: 'ready', value: { key: 'k3' } })
  })

  test('shows the branch that holds the entry', async () => {
    const api = fakeApi({ entry: (q) => Promise.resolve(anEntry({ key: q.key, leaf: 'other' })) })
    const session = new OpenSession(api, aSession())
    const before = session.reveal.n
    session.select('k3', { from: 'graph' })
    await settle()
    expect(session.leaf).toBe('other')
    expect(session.reveal.n).toBeGreaterThan(before)
  })

  test('an answer that comes late does not undo a newer selection', async () => {
    const late: (() => void)[] = []
    const api = fakeApi({
      entry: (q) =>
        new Promise((done) =>
          late.push(() => done(anEntry({ key: q.key, leaf: q.key === 'old' ? 'far' : 'leaf' }))),
        ),
    })
    const session = new OpenSession(api, aSession())
    session.select('old', { from: 'graph' })
    session.select('new', { from: 'graph' })
    late[1]?.()
    late[0]?.()
    await settle()
    expect(session.leaf).toBe('leaf')
    expect(session.entry).toMatchObject({ value: { key: 'new' } })
  })

  test('keeps when the session grows', async () => {
    const session = new OpenSession(fakeApi(), aSession())
    session.select('k3', { from: 'graph' })
    await settle()
    session.follow(aFollow(aSession({ revision: 2, entries: 11 })), 'leaf')
    expect([session.selected, session.leaf, session.info.entries]).toEqual(['k3', 'leaf', 11])
  })
})

describe('a session that grows', () => {
  const grown = aSession({ revision: 2, leaf: 'leaf2', suggestedLeaf: 'leaf2' })

  test('shows what was added to the branch on screen', async () => {
    const session = new OpenSession(fakeApi(), aSession())
    session.follow(aFollow(grown), 'leaf')
    expect(session.leaf).toBe('leaf2')
  })

  test('does not go to another branch', async () => {
    const session = new OpenSession(fakeApi(), aSession())
    session.follow(aFollow(grown, { leaf: 'leaf', elsewhere: true }), 'leaf')
    expect(session.leaf).toBe('leaf')
  })

  test('leaves a reader of an older branch where they are', async () => {
    const session = new OpenSession(fakeApi(), aSession())
    session.showLeaf('old')
    session.follow(aFollow(grown), 'leaf')
    expect(session.leaf).toBe('old')
  })
})

describe('tabs', () => {
  const open = async (q: { handle: string }) =>
    aSession({ session: q.handle, path: `/${q.handle}`, title: q.handle })
  const listed = (handle: string) => aListed({ handle, path: `/${handle}` })

  test('a preview gives its place to the next one, and is closed', async () => {
    const api = fakeApi({ open })
    const tabs = new Tabs(api)
    await tabs.open(listed('a'), { preview: true })
    await tabs.open(listed('b'), { preview: true })
    expect(tabs.list.map(({ id }) => id)).toEqual(['b'])
    expect(api.calls.filter(({ method }) => method === 'close')).toEqual([
      { method: 'close', q: { session: 'a' } },
    ])
    tabs.keep('b')
    await tabs.open(listed('c'), { preview: true })
    expect(tabs.list.map(({ id }) => id)).toEqual(['b', 'c'])
  })

  test('a session that is open is shown, not opened again', async () => {
    const tabs = new Tabs(fakeApi({ open }))
    await tabs.open(listed('a'), { preview: false })
    await tabs.open(listed('b'), { preview: false })
    tabs.show(aSession({ session: 'a', path: '/a' }))
    expect(tabs.list).toHaveLength(2)
    expect(tabs.activeId).toBe('a')
  })

  test('closing goes to the neighbour', async () => {
    const tabs = new Tabs(fakeApi({ open }))
    for (const handle of ['a', 'b', 'c']) await tabs.open(listed(handle), { preview: false })
    tabs.activate('b')
    tabs.close('b')
    expect(tabs.activeId).toBe('c')
    tabs.close('c')
    expect(tabs.activeId).toBe('a')
    tabs.close('a')
    expect(tabs.active).toBeUndefined()
  })

  test('a file that cannot be opened is a tab that says why and can be tried again', async () => {
    let broken = true
    const api = fakeApi({
      open: (q) => (broken ? Promise.reject(new ApiError('notSession', 'no header')) : open(q)),
    })
    const tabs = new Tabs(api)
    await tabs.open(listed('a'), { preview: false })
    expect(tabs.active).toMatchObject({ kind: 'failed', failure: { kind: 'notSession', path: '/a' } })
    broken = false
    if (tabs.active?.kind === 'failed') await tabs.retry(tabs.active)
    expect(tabs.active).toMatchObject({ kind: 'session', id: 'a' })
  })

  test('a tab closed while it opens stays closed', async () => {
    const api = fakeApi({ open })
    const tabs = new Tabs(api)
    const opening = tabs.open(listed('a'), { preview: false })
    tabs.close(tabs.activeId)
    await opening
    expect(tabs.list).toEqual([])
    expect(api.calls.at(-1)).toEqual({ method: 'close', q: { session: 'a' } })
  })
})

describe('the start', () => {
  test('a file that was double clicked is shown without the list', async () => {
    const api = fakeApi({ start: () => Promise.resolve(aStart({ opened: [aSession()] })) })
    const app = new AppState(api, false)
    await app.begin()
    expect(app.tabs.session?.handle).toBe('s1')
    expect(app.layout.sessionsWanted).toBe(false)
  })

  test('a second start changes nothing', async () => {
    const api = fakeApi()
    const app = new AppState(api, false)
    await app.begin()
    api.emit('opened', aSession())
    await app.begin()
    expect(app.tabs.list).toHaveLength(1)
    expect(api.calls.filter(({ method }) => method === 'start')).toHaveLength(1)
  })

  test('asks for everything on screen once more when events were lost', async () => {
    const api = fakeApi({ follow: () => Promise.resolve(aFollow(aSession({ revision: 2, entries: 99 }))) })
    const app = new AppState(api, false)
    await app.begin()
    api.emit('opened', aSession())
    const lists = () => api.calls.filter(({ method }) => method === 'sessions').length
    const before = lists()
    api.emit('resumed', {})
    await settle()
    expect(app.tabs.session?.info.entries).toBe(99)
    expect(lists()).toBe(before + 1)
  })

  test('events open tabs, say what failed, and refresh what is open', async () => {
    const api = fakeApi({ follow: () => Promise.resolve(aFollow(aSession({ revision: 2, entries: 99 }))) })
    const app = new AppState(api, false)
    await app.begin()
    api.emit('opened', aSession())
    api.emit('session', { session: 's1', revision: 2 })
    await settle()
    expect(app.tabs.session?.info.entries).toBe(99)
    api.emit('failed', { path: '/x', kind: 'unreadable', message: 'no' })
    expect(app.tabs.active?.kind).toBe('failed')
    api.emit('theme', { theme: 'light' })
    expect(app.settings.system).toBe('light')
  })

  test('settings outside their bounds are brought back and kept once', async () => {
    vi.useFakeTimers()
    const api = fakeApi()
    const app = new AppState(api, false)
    app.settings.load({ ...app.settings.value, textSize: 900, graphWidth: 1 })
    expect([app.settings.value.textSize, app.settings.value.graphWidth]).toEqual([150, 240])
    app.settings.set({ textSize: 110 })
    app.settings.set({ textSize: 120 })
    await vi.advanceTimersByTimeAsync(1000)
    expect(api.calls.filter(({ method }) => method === 'saveSettings')).toHaveLength(1)
    vi.useRealTimers()
  })
})

describe('the list', () => {
  test('groups by folder, newest first, forks under their parents', () => {
    const sessions = [
      aListed({ handle: 'f', path: '/f', parentHandle: 'p', group: 'one', title: 'fork' }),
      aListed({ handle: 'x', path: '/x', group: 'two', title: 'other' }),
      aListed({ handle: 'p', path: '/p', group: 'one', title: 'parent' }),
    ]
    const shown = lines(sessions, '', new Set()).map((line) =>
      line.kind === 'group' ? line.group : `${'.'.repeat(line.depth + 1)}${line.session.title}`,
    )
    expect(shown).toEqual(['one', '.parent', '..fork', 'two', '.other'])
    expect(lines(sessions, '', new Set(['one'])).map(({ kind }) => kind)).toEqual([
      'group',
      'group',
      'session',
    ])
    expect(lines(sessions, 'oth', new Set(['two']))).toHaveLength(2)
  })
})

describe('the graph', () => {
  const rows = Array.from({ length: 450 }, (_, i) =>
    aGraphRow({
      index: i,
      key: `k${i}`,
      text: `row ${i}`,
      steps: i === 3 ? 5 : 0,
      kind: i === 3 ? 'steps' : 'reply',
    }),
  )
  const graphApi = () =>
    fakeApi({
      graph: (q) =>
        Promise.resolve(
          aGraph(rows.slice(q.from, q.from + q.count), {
            total: rows.length,
            from: q.from,
            at: rows.findIndex(({ key }) => key === q.at),
          }),
        ),
    })

  test('asks for the pages around what is on screen, once', async () => {
    const api = graphApi()
    const { graph } = new OpenSession(api, aSession())
    graph.want(190, 210)
    graph.want(190, 210)
    await settle()
    graph.want(195, 215)
    await settle()
    expect(
      api.calls.filter(({ method }) => method === 'graph').map(({ q }) => (q as { from: number }).from),
    ).toEqual([0, 200])
    expect(graph.at(205)?.key).toBe('k205')
  })

  test('goes to a row that is not here yet', async () => {
    const session = new OpenSession(graphApi(), aSession())
    const { graph } = session
    graph.want(0, 20)
    await settle()
    graph.last()
    await settle()
    expect(session.selected).toBe('k449')
  })

  test('a selection made elsewhere moves its cursor', async () => {
    const session = new OpenSession(graphApi(), aSession())
    session.graph.want(0, 20)
    session.select('k333', { from: 'timeline' })
    await settle()
    expect(session.graph.cursor).toBe(333)
  })

  test('steps open and fold', async () => {
    const api = graphApi()
    const { graph } = new OpenSession(api, aSession())
    graph.want(0, 20)
    await settle()
    graph.goTo(3)
    expect(graph.toggleAtCursor()).toBe(true)
    await settle()
    expect(api.calls.at(-1)?.q).toMatchObject({ open: ['k3'], from: 0 })
    // The cursor is where it was, not at the first step, which has the same key.
    expect(graph.cursor).toBe(3)
    expect(api.calls.map(({ q }) => q)).not.toContainEqual(expect.objectContaining({ at: 'k3' }))
    graph.toggle('k3')
    expect(graph.open).toEqual([])
  })

  test('an outline begins with the prompts', () => {
    expect(new OpenSession(fakeApi(), aSession({ branches: 1 })).graph.filter).toBe('prompts')
  })
})

test.each([
  ['runlog', 1],
  ['pi', 0],
])('of format %s, is asked how it ended when its relatives change: %i more', async (format, more) => {
  const api = fakeApi()
  const session = new OpenSession(api, aSession({ format }))
  session.outcome.begin()
  await settle()
  const asked = () => api.calls.filter(({ method }) => method === 'outcome').length
  session.relatives()
  expect(asked()).toBe(1 + more)
  // One that is not on screen is asked when it comes back.
  session.show(false)
  session.relatives()
  expect(asked()).toBe(1 + more)
  session.show(true)
  expect(asked()).toBe(1 + 2 * more)
})
