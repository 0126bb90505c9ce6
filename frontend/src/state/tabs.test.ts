import { expect, test } from 'vitest'
import { aListed, aSession, fakeApi } from '../api/fake'
import { tabNames, Tabs } from './tabs.svelte'

const listed = (handle: string) => aListed({ handle, path: `/${handle}` })

/** An Api whose sessions open when the test says so. Go gives a file that is open the handle it has. */
function slow() {
  const waiting: (() => void)[] = []
  const api = fakeApi({
    open: (q) =>
      new Promise((done) => waiting.push(() => done(aSession({ session: q.handle, path: `/${q.handle}` })))),
  })
  const closed = () => api.calls.filter(({ method }) => method === 'close').map(({ q }) => q)
  return { api, closed, go: () => waiting.shift()?.() }
}

test('a double click opens one tab, which stays', async () => {
  const { api, closed, go } = slow()
  const tabs = new Tabs(api)
  const clicks = [true, true, false].map((preview) => tabs.open(listed('a'), { preview }))
  for (let n = 0; n < clicks.length; n++) go()
  await Promise.all(clicks)
  expect(tabs.list).toMatchObject([{ kind: 'session', id: 'a', preview: false }])
  expect(closed()).toEqual([])
})

test('what is left and come back to while it opens is not closed under the reader', async () => {
  const { api, closed, go } = slow()
  const tabs = new Tabs(api)
  const clicks = ['a', 'b', 'a'].map((handle) => tabs.open(listed(handle), { preview: true }))
  for (let n = 0; n < clicks.length; n++) go()
  await Promise.all(clicks)
  expect(tabs.list).toMatchObject([{ kind: 'session', id: 'a' }])
  expect(closed()).toEqual([{ session: 'b' }])
})

test('a file that becomes a session takes the place of its failure, and where that was closed none', async () => {
  const { api, closed, go } = slow()
  const tabs = new Tabs(api)
  for (const path of ['/a', '/b']) tabs.showFailure({ path, kind: 'notSession', message: 'an empty file' })
  const written = ['a', 'b', 'c'].map((handle) => tabs.written({ path: `/${handle}`, handle }))
  tabs.close(tabs.activeId)
  go()
  go()
  await Promise.all(written)
  expect(tabs.list).toMatchObject([{ kind: 'session', id: 'a' }])
  expect(tabs.session?.handle).toBe('a')
  expect(closed()).toEqual([{ session: 'b' }])
})

test('a file that is no session yet stays as it is', async () => {
  const tabs = new Tabs(fakeApi({ open: () => Promise.reject(new Error('only the beginning of a record')) }))
  tabs.showFailure({ path: '/a', kind: 'notSession', message: 'an empty file' })
  await tabs.written({ path: '/a', handle: 'a' })
  expect(tabs.list).toMatchObject([{ kind: 'failed', failure: { path: '/a' } }])
})

test('tabs of one title go by their files', async () => {
  const tabs = new Tabs(
    fakeApi({
      open: ({ handle }) =>
        Promise.resolve(
          aSession({ session: handle, title: handle === 'c' ? 'Land' : 'Fly', path: `/${handle}.jsonl` }),
        ),
    }),
  )
  for (const handle of ['a', 'b', 'c']) await tabs.open(listed(handle), { preview: false })
  expect(tabNames(tabs.list)).toEqual(['a', 'b', 'Land'])
})

test('files of one name are told apart by their folders', () => {
  const tabs = new Tabs(fakeApi())
  for (const path of ['/a/run.jsonl', '/b/run.jsonl', '/b/walk.jsonl'])
    tabs.show(aSession({ session: path, path, fileName: path.slice(3), byFile: true }))
  expect(tabNames(tabs.list)).toEqual(['a/run', 'b/run', 'walk.jsonl'])
  expect(tabs.called('/b/run.jsonl', 'Count the apples')).toBe('b/run')
  expect(tabs.called('closed', 'Count the apples')).toBe('Count the apples')
})
