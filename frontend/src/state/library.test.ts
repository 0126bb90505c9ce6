import { expect, test } from 'vitest'
import { aListed, fakeApi } from '../api/fake'
import { Library } from './library.svelte'

test('counts what the filter leaves, in folded folders too', async () => {
  const sessions = [
    aListed({ handle: 'a', path: '/a', group: 'one', title: 'first' }),
    aListed({ handle: 'b', path: '/b', group: 'one', title: 'second' }),
    aListed({ handle: 'c', path: '/c', group: 'two', title: 'third' }),
  ]
  const api = fakeApi({
    sessions: () => Promise.resolve({ sessions, skipped: [], places: [], scanning: false }),
  })
  const library = new Library(api)
  await library.load()
  library.toggle('one')
  expect(library.found).toBe(3)
  library.filter = 'second'
  expect(library.found).toBe(1)
})
