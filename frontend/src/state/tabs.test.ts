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

test('tabs of one title go by their files', async () => {
  const tabs = new Tabs(
    fakeApi({
      open: ({ handle }) =>
        Promise.resolve(
          aSession({ session: handle, title: handle === 'c' ? 'Land' : 'Fly', fileName: `${handle}.jsonl` }),
        ),
    }),
  )
  for (const handle of ['a', 'b', 'c']) await tabs.open(listed(handle), { preview: false })
  expect(tabNames(tabs.list)).toEqual(['a', 'b', 'Land'])
})
