import { expect, test, vi } from 'vitest'
import type { Api } from '../api/api'
import { ApiError } from '../api/errors'
import { aSession, anExport, anExportPlan, fakeApi, someSecrets, type FakeApi } from '../api/fake'
import type { ToldSecret } from '../api/types'
import { AppState } from './app.svelte'
import type { Exporting } from './exporting.svelte'

let api: FakeApi
let app: AppState

function begin(given: Partial<Api> = {}): Exporting {
  api = fakeApi(given)
  app = new AppState(api, false)
  app.tabs.show(aSession())
  if (app.tabs.session === undefined) throw new Error('no session is open')
  app.export(app.tabs.session)
  if (app.exporting === undefined) throw new Error('no sheet is open')
  return app.exporting
}

function secret(id: string, kind: string): ToldSecret {
  return { id, kind, what: '', hint: '', mask: '', fixed: '', count: 1, places: [] }
}

/** Go takes its time. */
const later = <T>(value: T) => new Promise<T>((done) => setTimeout(() => done(value)))
const asked = (method: string) => api.calls.filter((call) => call.method === method).map(({ q }) => q)
const found = (exporting: Exporting) => vi.waitFor(() => expect(exporting.able).toBe(true))

test('nothing leaves before it was searched', async () => {
  let n = 0
  const exporting = begin({
    exportSecrets: () => later(someSecrets(++n < 3 ? { running: true } : {})),
  })
  await exporting.write()
  expect(asked('export')).toEqual([])
  await found(exporting)
  await exporting.write()
  expect(asked('export')).toMatchObject([{ as: 'pi', where: 'choose', keep: [] }])
})

test.each([
  { as: 'runlog', to: 'among its own' },
  { as: 'pi', to: 'beside the session' },
] as const)(
  'a session that goes to its agent as a $as, $to, stays as it is until a tick is set; what leaves is masked',
  async ({ as }) => {
    const exporting = begin({
      exportSecrets: () =>
        Promise.resolve(
          someSecrets({
            total: 3,
            kinds: [
              { kind: 'email', what: '', count: 2, places: 2 },
              { kind: 'home-path', what: '', count: 1, places: 1 },
            ],
            secrets: [secret('a', 'email'), secret('b', 'email'), secret('c', 'home-path')],
          }),
        ),
    })
    exporting.set({ as })
    await found(exporting)
    expect(exporting.kept).toBe(0)
    exporting.where = 'beside'
    expect(exporting.kept).toBe(3)
    exporting.where = 'choose'
    expect(exporting.kept).toBe(0)
    exporting.where = 'beside'
    exporting.mask(secret('a', 'email'), true)
    expect(exporting.kept).toBe(2)
    await exporting.write()
    expect(asked('export')).toMatchObject([{ where: 'beside', keep: ['home-path', 'b'] }])
    exporting.where = 'choose'
    expect(exporting.kept).toBe(0)
    exporting.mask(secret('c', 'home-path'), false)
    exporting.where = 'beside'
    expect(exporting.kept).toBe(2)
    exporting.where = 'choose'
    expect([...exporting.keep]).toEqual(['c'])
  },
)

test('what is made for others is masked beside the session, too', async () => {
  const exporting = begin({
    exportSecrets: () =>
      Promise.resolve(
        someSecrets({
          total: 1,
          kinds: [{ kind: 'email', what: '', count: 1, places: 1 }],
          secrets: [secret('a', 'email')],
        }),
      ),
  })
  for (const as of ['html', 'markdown'] as const) {
    exporting.set({ as })
    exporting.where = 'beside'
    await found(exporting)
    expect(exporting.kept).toBe(0)
  }
})

test('what stands around a secret shows what will be written', async () => {
  const at = (context: string) => ({ entry: 'k1', line: 2, field: 'content', inside: '', context })
  const all = ['a', 'b', 'c'].map((id) => ({ ...secret(id, 'email'), count: 2 }))
  const exporting = begin({
    exportSecrets: ({ from, id, keep }) =>
      Promise.resolve(
        someSecrets({
          total: 3,
          kinds: [{ kind: 'email', what: '', count: 3, places: 6 }],
          secrets: all
            .filter((one, n) => (id === '' ? n >= from && n < from + 2 : one.id === id))
            .map((one) => ({
              ...one,
              places: [
                at(keep.includes(one.id) || keep.includes('email') ? 'clear' : 'masked'),
                at(''),
              ].slice(0, id === '' ? 1 : 2),
            })),
        }),
      ),
  })
  const told = () =>
    exporting.found.state === 'ready'
      ? exporting.found.value.secrets.map(
          ({ places }) => `${places[0]?.context ?? ''} ${String(places.length)}`,
        )
      : []
  await found(exporting)
  await exporting.more()
  await exporting.allPlaces(secret('b', 'email'))
  expect(told()).toEqual(['masked 1', 'masked 2', 'masked 1'])
  exporting.mask(secret('b', 'email'), false)
  await vi.waitFor(() => expect(told()).toEqual(['masked 1', 'clear 2', 'masked 1']))
  exporting.maskKind('email', false)
  await vi.waitFor(() => expect(told()).toEqual(['clear 1', 'clear 2', 'clear 1']))
  exporting.mask(secret('c', 'email'), true)
  await vi.waitFor(() => expect(told()).toEqual(['clear 1', 'clear 2', 'masked 1']))
  exporting.maskKind('email', true)
  await vi.waitFor(() => expect(told()).toEqual(['masked 1', 'masked 2', 'masked 1']))
  exporting.where = 'beside'
  await vi.waitFor(() => expect(told()).toEqual(['clear 1', 'clear 2', 'clear 1']))
})

test('what cannot be masked leaves only when it is left as it is', async () => {
  const id = { ...secret('a', 'email'), fixed: 'the agent finds its way by it' }
  const exporting = begin({
    exportSecrets: () => Promise.resolve(someSecrets({ total: 2, secrets: [id, secret('b', 'email')] })),
  })
  await vi.waitFor(() => expect(exporting.stuck).toBe(1))
  await exporting.write()
  expect(asked('export')).toEqual([])
  exporting.mask(id, false)
  expect(exporting.stuck).toBe(0)
  await exporting.write()
  expect(asked('export')).toMatchObject([{ keep: ['a'] }])
})

test('a search that is not wanted any more is ended, and its answer is not taken', async () => {
  let n = 0
  const exporting = begin({
    exportSearch: () => Promise.resolve({ job: `j${++n}` }),
    exportSecrets: (q) =>
      q.job === 'j1'
        ? later(someSecrets({ running: true }))
        : Promise.resolve(someSecrets({ total: 2, secrets: [secret('a', 'k'), secret('b', 'k')] })),
  })
  await vi.waitFor(() => expect(asked('exportSecrets').length).toBeGreaterThan(0))
  exporting.set({ as: 'html' })
  await found(exporting)
  expect(asked('cancelJob')).toContainEqual({ job: 'j1' })
  expect(exporting.found).toMatchObject({ value: { total: 2, job: 'j2' } })
})

test('a search that fails lets nothing leave', async () => {
  const exporting = begin({ exportSecrets: () => Promise.reject(new ApiError('stale', 'It was rewritten.')) })
  await vi.waitFor(() => expect(exporting.found.state).toBe('failed'))
  await exporting.write()
  expect(asked('export')).toEqual([])
})

test('of a file that was replaced nothing leaves before it was looked at again', async () => {
  let file = 1
  const exporting = begin({
    exportPlan: ({ generation }) =>
      generation === 0 || generation === file
        ? Promise.resolve(anExportPlan({ generation: file }))
        : Promise.reject(new ApiError('conflict', 'The file was replaced.')),
  })
  await found(exporting)
  file = 2
  exporting.grew('s1')
  await vi.waitFor(() => expect(exporting.plan.state).toBe('failed'))
  await exporting.write()
  expect(asked('export')).toEqual([])
  exporting.again()
  await found(exporting)
  await exporting.write()
  expect(asked('export')).toMatchObject([{ generation: 2 }])
})

test('secrets stay as they are by their kind or one by one', async () => {
  const secrets = [secret('a', 'key'), secret('b', 'key'), secret('c', 'email')]
  const exporting = begin({ exportSecrets: () => Promise.resolve(someSecrets({ total: 3, secrets })) })
  await found(exporting)
  exporting.maskKind('key', false)
  expect([...exporting.keep]).toEqual(['key'])
  expect(exporting.kept).toBe(2)
  exporting.mask(secret('a', 'key'), true)
  expect([...exporting.keep]).toEqual(['b'])
  exporting.mask(secret('c', 'email'), false)
  expect([...exporting.keep].sort()).toEqual(['b', 'c'])
  exporting.maskKind('key', true)
  expect([...exporting.keep]).toEqual(['c'])
})

test('no place is chosen: nothing is written, and the sheet stays', async () => {
  const exporting = begin({ export: () => Promise.resolve({ job: '' }) })
  await found(exporting)
  await exporting.write()
  expect(asked('exported')).toEqual([])
  expect(exporting.done).toBeUndefined()
  expect(exporting.writing).toBe(false)
})

test('an export is waited for, can be stopped, and says so', async () => {
  let n = 0
  const exporting = begin({
    exported: () => later(anExport(++n < 3 ? { running: true } : { cancelled: true })),
  })
  await found(exporting)
  const writing = exporting.write()
  await vi.waitFor(() => expect(asked('exported').length).toBeGreaterThan(0))
  exporting.cancel()
  await writing
  expect(asked('cancelJob')).toContainEqual({ job: 'j2' })
  expect(exporting.cancelled).toBe(true)
  expect(app.editing.undo.last).toBeUndefined()
})

test('what was exported can be taken back; a browser downloads it', async () => {
  const exporting = begin({
    exported: () => Promise.resolve(anExport({ download: '/export/j2', name: 's.html' })),
  })
  await found(exporting)
  await exporting.write()
  expect(asked('download')).toEqual([{ url: '/export/j2', name: 's.html' }])
  expect(app.editing.undo.did).toBe('Exported')
})

test('while it is written how much is done can be seen', async () => {
  const shares = [-1, 0.25, 0.5]
  const seen: number[] = []
  const exporting = begin({
    exported: () => {
      seen.push(exporting.share)
      const share = shares.shift()
      return later(share === undefined ? anExport() : anExport({ running: true, share }))
    },
  })
  await found(exporting)
  await exporting.write()
  expect(seen).toEqual([-1, -1, 0.25, 0.5])
  expect(exporting.writing).toBe(false)
})

test('what is stopped before it has begun is ended as well', async () => {
  const exporting = begin({
    export: () => later({ job: 'j5' }),
    exported: () => Promise.resolve(anExport({ cancelled: true })),
  })
  await found(exporting)
  const written = exporting.write()
  exporting.cancel()
  await written
  expect(asked('cancelJob')).toContainEqual({ job: 'j5' })
  expect(exporting).toMatchObject({ cancelled: true, done: undefined })
})

test('only a page holds several branches', async () => {
  const exporting = begin()
  exporting.set({ as: 'html', part: 'several' })
  exporting.set({ others: new Set(['k7']) })
  await found(exporting)
  expect(asked('exportPlan').at(-1)).toMatchObject({ as: 'html', others: ['k7'] })
  exporting.set({ as: 'markdown' })
  await found(exporting)
  expect(asked('exportPlan').at(-1)).toMatchObject({ as: 'markdown', others: [] })
})

test('what would leave is looked through again when the session grows', async () => {
  let n = 0
  const exporting = begin({
    exportSecrets: () => Promise.resolve(someSecrets({ records: ++n, total: n })),
  })
  await app.begin()
  await found(exporting)
  const plans = asked('exportPlan').length
  api.emit('session', { session: 's1', revision: 2 })
  await vi.waitFor(() => expect(exporting.found).toMatchObject({ value: { total: 2 } }))
  expect(asked('exportPlan').length).toBe(plans + 1)
  api.emit('session', { session: 'another', revision: 2 })
  await exporting.write()
  expect(asked('exportSearch').length).toBe(2)
})

test('what was exported says what was masked in it', async () => {
  const secrets = [secret('a', 'key'), secret('b', 'key'), secret('c', 'email')]
  const kinds = [
    { kind: 'key', what: '', count: 2, places: 2 },
    { kind: 'email', what: '', count: 1, places: 1 },
  ]
  const exporting = begin({
    exportSecrets: () => Promise.resolve(someSecrets({ total: 3, kinds, secrets })),
    exported: () => Promise.resolve(anExport({ records: 9, masked: 2, places: 3 })),
  })
  await found(exporting)
  exporting.mask(secret('a', 'key'), false)
  await exporting.write()
  expect(exporting.masked).toBe(
    '2 possible secrets masked at 3 places: 1 × key, 1 × email; 1 possible secret left as written.',
  )
})

test('an export that is left to look at something waits as it was', async () => {
  const exporting = begin()
  exporting.set({ as: 'html', pictures: true })
  await found(exporting)
  app.leaveExport()
  expect(app.exporting).toBeUndefined()
  app.toasts.list.at(-1)?.action?.run()
  expect(app.exporting).toMatchObject({ as: 'html', pictures: true })
  app.closeExport()
  app.export(exporting.session)
  expect(app.exporting).toMatchObject({ as: 'pi', pictures: false })
})
