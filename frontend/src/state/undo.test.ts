import { beforeEach, expect, test, vi } from 'vitest'
import type { Api } from '../api/api'
import { ApiError } from '../api/errors'
import { aPlan, aSession, aStart, anAct, anExport, fakeApi, type FakeApi } from '../api/fake'
import type { DoneAnswer } from '../api/types'
import { AppState } from './app.svelte'

let api: FakeApi
let app: AppState

function begin(given: Partial<Api> = {}) {
  api = fakeApi(given)
  app = new AppState(api, false)
  app.tabs.show(aSession())
}

/** Each act is named by the label it sets, and each can be turned: undone, done again. */
function labels(): Partial<Api> {
  let n = 0
  const name = (what: string): DoneAnswer => anAct({ did: `Put ${what}`, what, undo: `u${++n}` })
  const turned = new Map<string, string>()
  return {
    label: (q) => Promise.resolve(aPlan({ plan: q.label })),
    apply: (q) => {
      const done = name(`the label “${q.plan}”`)
      turned.set(done.undo, done.what)
      return Promise.resolve(done)
    },
    undo: (q) => {
      const what = turned.get(q.undo) ?? ''
      const done = anAct({ did: `Turned ${what}`, what: 'another', undo: `u${++n}` })
      turned.set(done.undo, what)
      return Promise.resolve(done)
    },
  }
}

async function label(text: string) {
  const shown = app.tabs.session
  if (shown === undefined) throw new Error('no session is on screen')
  app.editing.open('label', shown, 'k1')
  app.editing.sheet?.type(text)
  await app.editing.apply()
}

const asked = (method: string) => api.calls.filter((call) => call.method === method).map(({ q }) => q)
const undo = () => app.editing.undo
/** What the button says. */
const offered = () => (undo().here === undefined ? '' : undo().here?.what)

beforeEach(() => begin(labels()))

test('a download can not be taken back: what is offered is what was done before', async () => {
  await label('two')
  undo().add(anAct({ did: 'Exported s.md', what: '', undo: '' }), { session: 's1', title: 'Fix it' })
  expect(undo().words).toBe('Exported s.md')
  expect(offered()).toBe('the label “two”')
})

test('after a step was taken back, or left as it is, the one before it is offered by its name', async () => {
  await label('one')
  await label('two')
  await label('three')
  await undo().undo()
  expect(undo().words).toBe('Turned the label “three”')
  expect(offered()).toBe('the label “two”')
  const step = undo().here
  if (step !== undefined) undo().forget(step)
  expect(offered()).toBe('the label “one”')
})

test('what was taken back is done again, and again, until something else is done there', async () => {
  await label('one')
  await label('two')
  await undo().undo()
  await undo().undo()
  expect(undo().again?.what).toBe('the label “one”')
  await undo().redo()
  expect(offered()).toBe('the label “one”')
  await undo().redo()
  expect(offered()).toBe('the label “two”')
  await undo().undo()
  await label('three')
  await undo().redo()
  expect(app.toasts.list.at(-1)?.text).toBe('Nothing to redo.')
  expect(asked('undo').length).toBe(5)
})

test('redo is offered right after an undo only', async () => {
  await label('one')
  expect(undo().redoes).toBeUndefined()
  await undo().undo()
  expect(undo().redoes?.what).toBe('the label “one”')
  await label('two')
  expect(undo().redoes).toBeUndefined()
})

test('what was not done again is kept, and says why', async () => {
  let fails = true
  begin({
    ...labels(),
    undo: () =>
      fails
        ? Promise.resolve(anAct({ did: 'Took the label off', undo: 'u9' }))
        : Promise.reject(new ApiError('conflict', 'It was changed since.')),
  })
  await label('one')
  await undo().undo()
  fails = false
  await undo().redo()
  expect(app.toasts.list.at(-1)?.text).toBe('“Took the label off” was not taken back. It was changed since.')
  expect(undo().again).toBeDefined()
})

test('a session is called as its tab is, there and where it is spoken of', async () => {
  app.tabs.show(aSession({ session: 's2', path: '/srv/pears.jsonl', fileName: 'pears.jsonl', byFile: true }))
  await label('two')
  app.tabs.activate('s1')
  expect(undo().words).toBe('pears.jsonl: Put the label “two”')
  const last = undo().last
  expect(last && undo().where(last)).toBe(' in pears.jsonl:')
  app.tabs.close('s2')
  expect(undo().words).toBe('pears.jsonl: Put the label “two”')
  await app.tabs.reopen()
})

test('two sessions of one title are told apart by their files', async () => {
  const named = { name: 'Count', title: 'Count' }
  for (const n of ['2', '3'])
    app.tabs.show(aSession({ ...named, session: `s${n}`, path: `/srv/f${n}.jsonl`, fileName: `f${n}.jsonl` }))
  await label('two')
  app.tabs.activate('s2')
  expect(undo().words).toBe('f3: Put the label “two”')
})

test('a page that is loaded again offers the same steps', async () => {
  begin({
    ...labels(),
    start: () =>
      Promise.resolve(
        aStart({
          steps: [
            {
              done: anAct({ did: 'Put one', undo: 'u1', what: 'the label “one”' }),
              session: 's1',
              title: '',
              undone: false,
            },
            {
              done: anAct({ did: 'Put two', undo: 'u2', what: 'the label “two”' }),
              session: 's7',
              title: 'b',
              undone: false,
            },
          ],
        }),
      ),
  })
  await app.begin()
  expect(undo().words).toBe('Put one')
  expect(undo().redoes).toBeUndefined()
  expect(offered()).toBe('the label “one”')
  await undo().undo()
  await undo().undo(undo().last)
  expect(asked('undo')).toEqual([{ undo: 'u1' }, { undo: 'u2' }])
})

test('what was taken back before the page was loaded again is done again', async () => {
  const step = (undo: string, undone: boolean) => ({
    done: anAct({ did: `Act ${undo}`, undo, what: `the act ${undo}` }),
    session: 's1',
    title: '',
    undone,
  })
  begin({
    ...labels(),
    start: () => Promise.resolve(aStart({ steps: [step('u1', false), step('u4', true), step('u5', true)] })),
  })
  await app.begin()
  expect(undo().words).toBe('Act u5')
  expect(undo().redoes?.what).toBe('the act u5')
  expect(offered()).toBe('the act u1')
  await undo().redo()
  await undo().redo()
  expect(asked('undo')).toEqual([{ undo: 'u5' }, { undo: 'u4' }])
  expect(undo().again).toBeUndefined()
})

test('an export that was begun before the page was loaded again is told of, and can be taken back', async () => {
  let n = 0
  const done = anAct({ did: 'Exported to /srv/big.html', undo: 'u5', what: 'the export' })
  begin({
    start: () => Promise.resolve(aStart({ exports: [{ job: 'j4', session: 's1' }], steps: [] })),
    exported: () => Promise.resolve(anExport(++n < 3 ? { running: true } : { done })),
  })
  await app.begin()
  await vi.waitFor(() => expect(undo().words).toBe('Exported to /srv/big.html'))
  expect(app.toasts.list.map(({ text }) => text)).toEqual(['Exported to /srv/big.html'])
  expect(offered()).toBe('the export')
  app.tabs.show(aSession({ session: 's2', path: '/srv/other.jsonl' }))
  const { action } = app.toasts.list[0] ?? {}
  expect(action?.title).toBe('Undo the export')
  action?.run()
  expect(asked('undo')).toEqual([{ undo: 'u5' }])
  expect(asked('exported')).toEqual([{ job: 'j4' }, { job: 'j4' }, { job: 'j4' }])
})

test('while an export runs that was begun before, it can be ended', async () => {
  let over = false
  begin({
    start: () => Promise.resolve(aStart({ exports: [{ job: 'j4', session: 's1' }] })),
    exported: () =>
      new Promise((told) => setTimeout(() => told(anExport(over ? { cancelled: true } : { running: true })))),
    cancelJob: () => {
      over = true
      return Promise.resolve()
    },
  })
  await app.begin()
  await vi.waitFor(() =>
    expect(app.toasts.list.at(-1)?.text).toBe('An export of A session is still being written.'),
  )
  app.toasts.list.at(-1)?.action?.run()
  await vi.waitFor(() => expect(app.toasts.list).toEqual([]))
  expect(undo().words).toBe('')
})

test('a download that was begun before is offered, not begun by itself', async () => {
  begin({
    start: () => Promise.resolve(aStart({ exports: [{ job: 'j4', session: 's1' }] })),
    exported: () =>
      Promise.resolve(
        anExport({ download: '/export/j4', name: 's.md', done: anAct({ did: 'Exported s.md', undo: '' }) }),
      ),
  })
  await app.begin()
  await vi.waitFor(() => expect(app.toasts.list.at(-1)?.text).toBe('Exported s.md'))
  expect(asked('download')).toEqual([])
  app.toasts.list.at(-1)?.action?.run()
  expect(asked('download')).toEqual([{ url: '/export/j4', name: 's.md' }])
})
