import { expect, test } from 'vitest'
import { aLeaf, aSession, fakeApi } from '../api/fake'
import { OpenSession } from './session.svelte'

test('reads all leaves piece by piece, and sorts them by a column and back', async () => {
  const all = Array.from({ length: 450 }, (_, i) => aLeaf({ key: `k${i}`, costUsd: (i * 7) % 450 }))
  const api = fakeApi({
    leaves: (q) =>
      Promise.resolve({ revision: 1, total: 450, from: q.from, leaves: all.slice(q.from, q.from + 200) }),
  })
  const { leaves } = new OpenSession(api, aSession())
  leaves.begin()
  await expect.poll(() => leaves.list.length).toBe(450)
  leaves.cursor = 'k3'
  leaves.sortBy('costUsd')
  expect(leaves.list[0]?.costUsd).toBe(449)
  expect(leaves.list[leaves.stop]?.key).toBe('k3')
  leaves.sortBy('costUsd')
  expect(leaves.list[0]?.costUsd).toBe(0)
  leaves.sortBy('file')
  leaves.goTo(Infinity)
  expect(leaves.cursor).toBe('k449')
})
