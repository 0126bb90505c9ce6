import { beforeEach, expect, test, vi } from 'vitest'
import type { Api } from '../api/api'
import { ApiError } from '../api/errors'
import { aPlan, aSession, anAct, anEntry, fakeApi, type FakeApi } from '../api/fake'
import { AppState } from './app.svelte'
import { menuItems } from './commands'
import type { OpenSession } from './session.svelte'

let api: FakeApi
let app: AppState
let session: OpenSession

function begin(given: Partial<Api> = {}) {
  api = fakeApi(given)
  app = new AppState(api, false)
  app.tabs.show(aSession())
  const shown = app.tabs.session
  if (shown === undefined) throw new Error('no session is open')
  session = shown
}

beforeEach(() => begin())

const asked = (method: string) => api.calls.filter((call) => call.method === method).map(({ q }) => q)
const sheet = () => {
  if (app.editing.sheet === undefined) throw new Error('no sheet is open')
  return app.editing.sheet
}
const planned = () => vi.waitFor(() => expect(sheet().able).toBe(true))

test('a sheet is open at once, and begins with what stands in the file', async () => {
  begin({ label: (q) => Promise.resolve(aPlan({ now: 'good', says: q.label })) })
  app.editing.open('label', session, 'k1')
  expect(sheet().act).toBe('label')
  await vi.waitFor(() => expect(sheet().wish.text).toBe('good'))
})

test('what was typed meanwhile is not typed over', async () => {
  let answer: (now: string) => void = () => undefined
  begin({
    label: (q) =>
      new Promise((done) => {
        if (q.label !== '') done(aPlan({ now: 'good' }))
        else answer = (now) => done(aPlan({ now }))
      }),
  })
  app.editing.open('label', session, 'k1')
  sheet().type('better')
  answer('good')
  await planned()
  expect(sheet().wish.text).toBe('better')
})

test('does what the last plan says, and only once it is known', async () => {
  let n = 0
  begin({ label: () => Promise.resolve(aPlan({ plan: `p${++n}` })) })
  app.editing.open('label', session, 'k1')
  sheet().type('a')
  sheet().type('ab')
  await app.editing.apply()
  expect(asked('apply')).toEqual([{ plan: `p${n}` }])
  expect(asked('label').at(-1)).toEqual({ session: 's1', key: 'k1', label: 'ab' })
  expect(app.editing.sheet).toBeUndefined()
  expect(app.editing.undo.did).toBe('Labelled it')
})

test('nothing is done where there is nothing to do', async () => {
  begin({ label: () => Promise.resolve(aPlan({ plan: '', same: 'It has that label already.' })) })
  app.editing.open('label', session, 'k1')
  await app.editing.apply()
  expect(asked('apply')).toEqual([])
  expect(app.editing.sheet).toBeDefined()
})

test('after a conflict the file is read again before it is tried again', async () => {
  let tries = 0
  begin({
    apply: () =>
      ++tries === 1
        ? Promise.reject(new ApiError('conflict', 'It was rewritten.'))
        : Promise.resolve(anAct()),
  })
  app.editing.open('label', session, 'k1')
  sheet().type('a')
  await app.editing.apply()
  expect(sheet().failure?.kind).toBe('conflict')
  const before = asked('apply').length
  const looked = api.calls.findLastIndex(({ method }) => method === 'apply')
  await app.editing.apply(true)
  expect(asked('apply').length).toBe(before + 1)
  expect(api.calls.slice(looked + 1).map(({ method }) => method)).toContain('label')
  expect(app.editing.sheet).toBeUndefined()
})

test('asks again when the session grows while its sheet is open', async () => {
  await app.begin()
  app.editing.open('label', session, 'k1')
  await planned()
  const before = asked('label').length
  api.emit('session', { session: 's1', revision: 2 })
  await vi.waitFor(() => expect(asked('label').length).toBe(before + 1))
  api.emit('session', { session: 'another', revision: 2 })
  await planned()
  expect(asked('label').length).toBe(before + 1)
})

test('the entry that was chosen last stays chosen, whichever answer comes last', async () => {
  const told: (() => void)[] = []
  begin({
    entry: (q) =>
      new Promise((done) => told.push(() => done(anEntry({ key: q.key, leaf: q.leaf, text: q.key })))),
  })
  app.editing.open('branch', session, 'k1')
  app.editing.at(sheet(), 'k2')
  app.editing.at(sheet(), 'k3')
  for (const tell of told.toReversed()) tell()
  await vi.waitFor(() => expect(sheet().target).toMatchObject({ key: 'k3', text: 'k3' }))
})

test('a summary that was typed is there again, a draft is drafted anew', async () => {
  begin({ entry: (q) => Promise.resolve(anEntry({ key: q.key, leaf: q.leaf, kind: 'prompt' })) })
  app.editing.open('branch', session, 'k1')
  await vi.waitFor(() => expect(sheet().wish.text).toBe('It was tried.'))
  app.editing.goOn(sheet(), true)
  await vi.waitFor(() => expect(asked('draft').at(-1)).toEqual({ session: 's1', key: 'k1', after: true }))
  sheet().type('My own words')
  app.editing.close()
  app.editing.open('branch', session, 'k1')
  expect(sheet().wish).toMatchObject({ text: 'My own words', after: true })
})

test('steps are taken back in their order', async () => {
  let n = 0
  begin({ apply: () => Promise.resolve(anAct({ did: `Step ${++n}`, undo: `u${n}` })) })
  for (const label of ['a', 'b']) {
    app.editing.open('label', session, 'k1')
    sheet().type(label)
    await app.editing.apply()
  }
  await app.editing.undo.undo()
  await app.editing.undo.undo()
  await app.editing.undo.undo()
  expect(asked('undo')).toEqual([{ undo: 'u2' }, { undo: 'u1' }])
  expect(app.editing.undo.last).toBeUndefined()
})

/** Labels an entry of the session on screen. */
async function label(text: string) {
  const shown = app.tabs.session
  if (shown === undefined) throw new Error('no session is on screen')
  app.editing.open('label', shown, 'k1')
  sheet().type(text)
  await app.editing.apply()
}

test('what was written into a session is taken back where that is on screen', async () => {
  let n = 0
  begin({ apply: () => Promise.resolve(anAct({ did: `Step ${++n}`, undo: `u${n}`, path: `/srv/${n}` })) })
  const other = aSession({ session: 's2', path: '/srv/other.jsonl' })
  await label('a')
  app.tabs.show(other)
  await app.editing.undo.undo()
  expect(asked('undo')).toEqual([])
  expect(app.toasts.list.at(-1)?.text).toBe('Nothing to undo here.')
  expect(app.editing.undo.words).toBe('session: Step 1')
  await label('b')
  expect(app.editing.undo.words).toBe('Step 2')
  app.tabs.activate('s1')
  expect(app.editing.undo.words).toBe('Step 1')
  await app.editing.undo.undo()
  expect(asked('undo')).toEqual([{ undo: 'u1' }])
  // Who points at what was done elsewhere means it.
  await app.editing.undo.undo(app.editing.undo.last)
  expect(asked('undo')).toEqual([{ undo: 'u1' }, { undo: 'u2' }])
  await app.editing.undo.undo()
  expect(app.toasts.list.at(-1)?.text).toBe('Nothing to undo.')
})

test('what was not taken back is kept, until it is or the reader leaves it', async () => {
  let n = 0
  let fails = true
  begin({
    apply: () => Promise.resolve(anAct({ undo: `u${++n}` })),
    undo: (q) =>
      fails && q.undo === 'u2'
        ? Promise.reject(new ApiError('conflict', 'It was changed since.'))
        : Promise.resolve(anAct({ did: `Taken back ${q.undo}`, undo: '' })),
  })
  await label('a')
  await label('b')
  await app.editing.undo.undo()
  expect(app.toasts.list.at(-1)?.text).toContain('It was changed since.')
  fails = false
  await app.editing.undo.undo()
  expect(app.editing.undo.did).toBe('Taken back u2')
  fails = true
  n = 1
  await label('c')
  await app.editing.undo.undo()
  app.toasts.list.at(-1)?.action?.run()
  await app.editing.undo.undo()
  expect(app.editing.undo.did).toBe('Taken back u1')
})

test('what is not known any more does not stand before what can be taken back', async () => {
  let n = 0
  begin({
    apply: () => Promise.resolve(anAct({ undo: `u${++n}` })),
    undo: (q) =>
      q.undo === 'u2'
        ? Promise.reject(new ApiError('gone', 'It cannot be taken back any more.'))
        : Promise.resolve(anAct({ did: 'Taken back', undo: '' })),
  })
  await label('a')
  await label('b')
  await app.editing.undo.undo()
  await app.editing.undo.undo()
  expect(app.editing.undo.did).toBe('Taken back')
})

test('a session that is in the trash is shown no more, and again when it is back', async () => {
  begin({
    apply: () => Promise.resolve(anAct({ gone: session.info.path })),
    undo: () => Promise.resolve(anAct({ did: 'Restored', undo: '', handle: 'l1', path: session.info.path })),
    open: () => Promise.resolve(aSession()),
  })
  app.editing.open('trash', session)
  await app.editing.apply()
  expect(app.tabs.list).toEqual([])
  await app.editing.undo.undo()
  await vi.waitFor(() => expect(app.tabs.session?.info.path).toBe(session.info.path))
})

test('from a fork that is taken back one comes back to its source', async () => {
  const fork = aSession({ session: 's3', path: '/srv/fork.jsonl' })
  begin({
    apply: () => Promise.resolve(anAct({ path: fork.path, handle: 'l3' })),
    undo: () => Promise.resolve(anAct({ undo: '', gone: fork.path })),
  })
  app.tabs.show(aSession({ session: 's2', path: '/srv/other.jsonl' }))
  app.tabs.activate('s1')
  app.editing.open('fork', session)
  await app.editing.apply()
  app.tabs.show(fork)
  await app.editing.undo.undo()
  expect(app.tabs.activeId).toBe('s1')
})

test('a sheet closes with the tab of its session', () => {
  const other = aSession({ session: 's2', path: '/srv/other.jsonl' })
  app.tabs.show(other)
  app.editing.open('label', session, 'k1')
  app.tabs.close('s2')
  expect(app.editing.sheet).toBeDefined()
  app.tabs.close('s1')
  expect(app.editing.sheet).toBeUndefined()
  app.tabs.show(other)
  const shown = app.tabs.session
  if (shown === undefined) throw new Error('no session is open')
  app.export(shown)
  app.tabs.close('s2')
  expect(app.exporting).toBeUndefined()
})

test('the export is not said to wait once it is on screen again, or its session closed', () => {
  for (const again of [() => app.export(session), () => app.tabs.close('s1')]) {
    app.export(session)
    app.leaveExport()
    expect(app.toasts.list.map(({ action }) => action?.title)).toEqual(['Back to it'])
    again()
    expect(app.toasts.list).toEqual([])
  }
})

test('every line of every menu has a name', () => {
  app.comparing.first = { file: session.file, leaf: 'k1', words: '' }
  for (const name of ['entry', 'session', 'tab', 'export', 'open', 'change'] as const)
    for (const { id, title } of menuItems(name, app)) expect(title, id).toMatch(/\S/)
})

test('a warning that comes up after it was confirmed is to be read first', async () => {
  begin({
    label: () => Promise.resolve(aPlan({ warnings: [{ text: 'A call has no result.', instead: '' }] })),
  })
  app.editing.open('label', session, 'k1')
  await app.editing.apply()
  expect(asked('apply')).toEqual([])
  expect(sheet().failure?.message).toMatch(/read the warning/)
  await app.editing.apply()
  expect(asked('apply').length).toBe(1)
})

test('a file that was replaced while its sheet is open is said to be, and nothing is written before', async () => {
  let generation = 1
  begin({ label: () => Promise.resolve(aPlan({ generation })) })
  await app.begin()
  app.editing.open('label', session, 'k1')
  sheet().type('a')
  await planned()
  generation = 2
  sheet().type('ab')
  await app.editing.apply()
  expect(asked('apply').length).toBe(0)
  expect(sheet().failure?.message).toMatch(/replaced or cut short/)
  expect(sheet().again).toBe(true)
  await app.editing.apply(true)
  expect(asked('apply').length).toBe(1)
})

test('a file that was replaced is told of as soon as it is seen', async () => {
  let generation = 1
  begin({ label: () => Promise.resolve(aPlan({ generation })) })
  await app.begin()
  app.editing.open('label', session, 'k1')
  await planned()
  generation = 2
  api.emit('session', { session: 's1', revision: 2 })
  await vi.waitFor(() => expect(sheet().failure?.message).toMatch(/replaced or cut short/))
})

test('what cannot be planned as the file is can be tried again', async () => {
  let there = false
  begin({
    label: () =>
      there ? Promise.resolve(aPlan()) : Promise.reject(new ApiError('stale', 'It was rewritten.')),
  })
  app.editing.open('label', session, 'k1')
  await vi.waitFor(() => expect(sheet().again).toBe(true))
  there = true
  await app.editing.apply(true)
  expect(asked('apply').length).toBe(1)
})
