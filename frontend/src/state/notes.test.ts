import { beforeEach, expect, test, vi } from 'vitest'
import type { Api } from '../api/api'
import { ApiError } from '../api/errors'
import { aPlan, aSession, anAct, anEntry, fakeApi, type FakeApi } from '../api/fake'
import { AppState } from './app.svelte'
import { command, contextOf } from './commands'
import type { OpenSession } from './session.svelte'

let api: FakeApi
let app: AppState
let session: OpenSession
/** What Go keeps. */
let kept: { key: string; text: string; atMs: number }[]

function begin(given: Partial<Api> = {}) {
  kept = [{ key: 'k1', text: 'look here', atMs: 1 }]
  api = fakeApi({
    notes: () => Promise.resolve({ notes: kept }),
    entry: (q) => Promise.resolve(anEntry({ key: q.key, leaf: q.leaf })),
    ...given,
  })
  app = new AppState(api, false)
  app.tabs.show(aSession({ format: 'runlog' }))
  const shown = app.tabs.session
  if (shown === undefined) throw new Error('no session is open')
  session = shown
}

beforeEach(() => begin())

const asked = (method: string) => api.calls.filter((call) => call.method === method).map(({ q }) => q)
const noted = () => vi.waitFor(() => expect(session.ownNotes.of('k1')).toBe('look here'))

test('the notes of a session are known by its entries', async () => {
  await noted()
  expect(session.ownNotes.of('k2')).toBe('')
})

test('they are asked for again when they are others', async () => {
  await app.begin()
  await noted()
  kept = []
  api.emit('notes', { said: '' })
  await vi.waitFor(() => expect(session.ownNotes.of('k1')).toBe(''))
  expect(app.toasts.list).toEqual([])
  api.emit('notes', { said: 'They begin anew.' })
  expect(app.toasts.list.map(({ text }) => text)).toEqual(['They begin anew.'])
})

test('what is known stays when they cannot be read, and why is said', async () => {
  await noted()
  begin({ notes: () => Promise.reject(new ApiError('unreadable', 'permission denied')) })
  await vi.waitFor(() => expect(session.ownNotes.failed).toBe('permission denied'))
})

test('a note is changed in a sheet that begins with it, and can be taken back', async () => {
  begin({ note: () => Promise.resolve(aPlan({ now: 'look here' })) })
  session.select('k1', { from: 'keys' })
  command('note').run(contextOf(app))
  await vi.waitFor(() => expect(app.editing.sheet?.wish.text).toBe('look here'))
  app.editing.sheet?.type('seen')
  await app.editing.apply()
  expect(asked('note').at(-1)).toEqual({ session: 's1', key: 'k1', text: 'seen' })
  expect(app.editing.sheet).toBeUndefined()
  expect(app.editing.undo.last?.undo).toBe('u1')
})

test('a note is removed by a command of its own where there is one', async () => {
  await noted()
  session.select('k2', { from: 'keys' })
  expect(command('note-remove').when(contextOf(app))).toBe(false)
  session.select('k1', { from: 'keys' })
  expect(command('note-remove').when(contextOf(app))).toBe(true)
  command('note-remove').run(contextOf(app))
  await vi.waitFor(() => expect(asked('apply')).toEqual([{ plan: 'p1' }]))
  expect(asked('note')).toEqual([{ session: 's1', key: 'k1', text: '' }])
})

test('a sheet that is refused goes on to a note: on its entry, else on the selected one, else on the last', async () => {
  const { editing } = app
  const target = () => editing.sheet?.target?.key
  editing.open('label', session, 'k7')
  editing.instead('note')
  expect(target()).toBe('k7')
  editing.open('rename', session)
  editing.instead('note')
  expect(target()).toBe('leaf')
  session.select('k2', { from: 'keys' })
  editing.open('rename', session)
  editing.instead('note')
  expect(target()).toBe('k2')
})

test('all notes can be deleted, and that is taken back like the rest', async () => {
  begin({ clearNotes: () => Promise.resolve(anAct({ did: 'Deleted all notes', undo: 'u9' })) })
  command('delete-notes').run(contextOf(app))
  await vi.waitFor(() => expect(app.editing.undo.last?.undo).toBe('u9'))
  expect(app.editing.undo.did).toBe('Deleted all notes')
})
