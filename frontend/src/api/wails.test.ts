import { afterEach, expect, test, vi } from 'vitest'
import * as App from '../../wailsjs/go/main/App'
import { wailsApi } from './wails'

vi.mock('../../wailsjs/go/main/App', () => ({ Outcome: vi.fn(), Ready: vi.fn() }))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what Go rejects with becomes a typed error', async () => {
  vi.mocked(App.Outcome).mockRejectedValue('{"kind":"gone","message":"the file is gone"}')
  await expect(wailsApi().outcome({ session: 's', leaf: '' })).rejects.toMatchObject({ kind: 'gone' })
})

test('a call that is not there is an error like any other', async () => {
  vi.mocked(App.Ready).mockImplementation(() => {
    throw new TypeError('window.go is undefined')
  })
  await expect(wailsApi().ready()).rejects.toMatchObject({ kind: 'internal' })
})

test('a promise that Go never settles ends after 30 seconds', async () => {
  vi.useFakeTimers()
  vi.mocked(App.Outcome).mockReturnValue(new Promise(() => undefined))
  const asked = expect(wailsApi().outcome({ session: 's', leaf: '' })).rejects.toMatchObject({
    kind: 'timeout',
  })
  await vi.advanceTimersByTimeAsync(30_000)
  await asked
})

test('a part of a text is asked for by its pieces', async () => {
  const get = vi.fn(() =>
    Promise.resolve(
      new Response('b\nc', {
        headers: { 'X-Pieces': '9', 'X-Lines': '7', 'X-Numbers': '1,2', 'X-Bytes': '40' },
      }),
    ),
  )
  vi.stubGlobal('fetch', get)
  const body = { session: 's', revision: 1, leaf: 'l', row: 2, field: 'result' } as const
  expect(await wailsApi().body({ ...body, from: 1, pieces: 2 })).toEqual({
    text: 'b\nc',
    numbers: [1, 2],
    totalPieces: 9,
    totalLines: 7,
    totalBytes: 40,
  })
  expect(get).toHaveBeenCalledWith('/body/s/1/l/2/result?from=1&pieces=2', expect.anything())
})

test.each([
  [404, 'no such row', 'notFound'],
  [410, '{"kind":"stale","message":"rewritten"}', 'stale'],
  [500, '', 'internal'],
])('an answer of %d with "%s" is %s', async (status, text, kind) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(text, { status })))
  await expect(wailsApi().outline({ session: 's', revision: 1, leaf: 'l' })).rejects.toMatchObject({ kind })
})
