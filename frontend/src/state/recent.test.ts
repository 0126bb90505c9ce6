import { expect, test } from 'vitest'
import { fakeApi } from '../api/fake'
import type { RecentFile } from '../api/types'
import { AppState } from './app.svelte'
import { command, contextOf } from './commands'

const settle = () => new Promise((done) => setTimeout(done))
const file = (handle: string, missing = false): RecentFile => ({
  handle,
  missing,
  title: handle,
  path: `/${handle}`,
  openedMs: 1,
})

test('the files opened lately are shown, and again when they are others', async () => {
  let files = [file('a'), file('b', true)]
  const api = fakeApi({ recent: () => Promise.resolve({ files }) })
  const app = new AppState(api, false)
  await app.begin()
  await settle()
  expect(app.recent.files).toEqual(files)
  expect(app.recent.there.map(({ handle }) => handle)).toEqual(['a'])
  files = []
  api.emit('recent', {})
  await settle()
  expect(app.recent.files).toEqual([])
})

test('they can be cleared while there are any', async () => {
  const api = fakeApi({ recent: () => Promise.resolve({ files: [file('a')] }) })
  const app = new AppState(api, false)
  expect(command('clear-recent').when(contextOf(app))).toBe(false)
  await app.recent.load()
  expect(command('clear-recent').when(contextOf(app))).toBe(true)
  command('clear-recent').run(contextOf(app))
  expect(api.calls.at(-1)?.method).toBe('clearRecent')
})
