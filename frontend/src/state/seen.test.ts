import { expect, test, vi } from 'vitest'
import type { Api } from '../api/api'
import { ApiError } from '../api/errors'
import { aContext, aFollow, anEntry, aSession, contextLine, contextLines, fakeApi } from '../api/fake'
import { OpenSession } from './session.svelte'

/** A session whose contexts have as many messages as the number in the key of their entry. */
function numbered(given: Partial<Api> = {}) {
  const api = fakeApi({
    context: ({ at }) =>
      Promise.resolve(
        aContext({
          at: { key: at, kind: 'reply', text: at, atMs: 0 },
          lines: size(at),
          messages: size(at),
          lastPrompt: 'k1',
          tokens: { total: 10, recorded: 0, by: '', estimate: 10, kinds: [] },
        }),
      ),
    contextLines: ({ at, base, from, count }) => {
      if (base !== undefined && base !== '') {
        return Promise.resolve(
          contextLines([
            contextLine({ index: 0, kind: 'out', message: -1, count: 1 }),
            contextLine({ index: 1, entry: 'old', message: 4 }),
            contextLine({ index: 2, kind: 'in', message: -1, count: 1 }),
            contextLine({ index: 3, entry: 'new', message: 7 }),
          ]),
        )
      }
      const lines = Array.from({ length: Math.max(0, Math.min(count, size(at) - from)) }, (_, i) =>
        contextLine({ index: from + i, entry: `e${from + i}` }),
      )
      return Promise.resolve(contextLines(lines, { from, total: size(at) }))
    },
    ...given,
  })
  const session = new OpenSession(api, aSession({ leaf: 'k250', suggestedLeaf: 'k250' }))
  return { api, session, seen: session.seen }
}

const size = (key: string) => Number(key.replace(/\D/gu, '')) || 0

async function shown(seen: OpenSession['seen'], at: string, base?: string) {
  await vi.waitFor(() => {
    expect(seen.shown?.summary.at.key).toBe(at)
    expect(seen.shown?.base?.key).toBe(base)
  })
}

const asked = (api: { calls: { method: string }[] }, method: string) =>
  api.calls.filter((call) => call.method === method).length

test('asks nothing before it is on screen, and begins at the end of the branch', async () => {
  const { api, session, seen } = numbered()
  session.select('k3', { from: 'graph' })
  expect(asked(api, 'context')).toBe(0)
  session.selected = ''
  seen.begin()
  await shown(seen, 'k250')
  expect(seen.shown?.total).toBe(250)
})

test('follows the selection while it is on screen, and stays on screen itself', async () => {
  const { api, session, seen } = numbered()
  session.view = 'context'
  seen.begin()
  await shown(seen, 'k250')
  session.select('k3', { from: 'graph' })
  await shown(seen, 'k3')
  expect(session.view).toBe('context')
  seen.end()
  const before = asked(api, 'context')
  session.select('k4', { from: 'graph' })
  expect(asked(api, 'context')).toBe(before)
  seen.begin()
  await shown(seen, 'k4')
})

test('keeps what is on screen until another answer is there', async () => {
  let answer = (): void => undefined
  const { api, session, seen } = numbered({
    context: ({ at }) => {
      const context = aContext({ at: { key: at, kind: 'reply', text: at, atMs: 0 } })
      if (at === 'k250') return Promise.resolve(context)
      return new Promise((done) => (answer = () => done(context)))
    },
  })
  session.view = 'context'
  seen.begin()
  await shown(seen, 'k250')
  session.select('k7', { from: 'graph' })
  expect(seen.shown?.summary.at.key).toBe('k250')
  await vi.waitFor(() => expect(asked(api, 'context')).toBe(2))
  answer()
  await shown(seen, 'k7')
})

test('the last row of a branch stands for its end', async () => {
  const { session, seen } = numbered({
    entry: ({ key }) => Promise.resolve(anEntry({ key, last: key === 'k4' ? 'k5' : key })),
  })
  session.view = 'context'
  seen.begin()
  await shown(seen, 'k250')
  session.select('k4', { from: 'graph' })
  await shown(seen, 'k5')
  seen.end()
  seen.begin()
  expect(seen.shown?.summary.at.key).toBe('k5')
  session.select('k3', { from: 'graph' })
  await shown(seen, 'k3')
})

test('shows nothing of another entry when it is opened again', async () => {
  const { session, seen } = numbered()
  seen.begin()
  await shown(seen, 'k250')
  seen.end()
  session.select('k7', { from: 'graph' })
  seen.begin()
  expect(seen.shown).toBeUndefined()
  await shown(seen, 'k7')
})

test('fetches the lines that are in view', async () => {
  const { seen } = numbered()
  seen.begin()
  await shown(seen, 'k250')
  expect(seen.line(5)?.entry).toBe('e5')
  expect(seen.line(240)).toBeUndefined()
  seen.want(230, 249, 1)
  await vi.waitFor(() => expect(seen.line(240)?.entry).toBe('e240'))
})

test('compares with what is selected, and goes back to what was compared', async () => {
  const { session, seen } = numbered()
  session.view = 'context'
  session.select('k9', { from: 'graph' })
  seen.begin()
  await shown(seen, 'k9')
  seen.compare()
  expect(seen.at).toBe('k9')
  session.select('k3', { from: 'graph' })
  await shown(seen, 'k9', 'k3')
  session.select('k4', { from: 'graph' })
  await shown(seen, 'k9', 'k4')
  seen.swap()
  await shown(seen, 'k4', 'k9')
  seen.endComparing()
  await shown(seen, 'k4')
  expect(session.selected).toBe('k4')
  expect(session.view).toBe('context')
})

test('compares with the last prompt in one step, and reads each message where it stood', async () => {
  const { api, seen } = numbered()
  seen.begin()
  await shown(seen, 'k250')
  expect(seen.can('lastPrompt')).toBe(true)
  expect(seen.can('lastReply')).toBe(false)
  seen.compareSince('lastReply')
  expect(seen.comparing).toBe(false)
  seen.compareSince('lastPrompt')
  await shown(seen, 'k250', 'k1')
  for (const index of [1, 3]) {
    const line = seen.line(index)
    if (line === undefined) throw new Error(`no line ${index}`)
    await seen.message(line)
  }
  const read = api.calls.filter(({ method }) => method === 'contextMessage').map(({ q }) => q)
  expect(read).toMatchObject([
    { at: 'k1', message: 4 },
    { at: 'k250', message: 7 },
  ])
})

test('stays where it is while the branch grows, and says that it went on', async () => {
  const { session, seen } = numbered()
  session.view = 'context'
  seen.begin()
  await shown(seen, 'k250')
  await session.follow(
    aFollow(aSession({ revision: 2, leaf: 'k260', suggestedLeaf: 'k260' }), { leaf: 'k260' }),
    'k250',
  )
  expect(session.leaf).toBe('k260')
  expect(seen.shown?.summary.at.key).toBe('k250')
  expect(seen.further).toBe(true)
  seen.begin()
  await shown(seen, 'k260')
  expect(seen.further).toBe(false)
})

test('asks again as the session grows only while nothing is recorded of it', async () => {
  const recorded = { total: 10, recorded: 10, by: 'k4', estimate: 9, kinds: [] }
  const { api, seen } = numbered({ context: () => Promise.resolve(aContext({ tokens: recorded })) })
  seen.begin()
  await vi.waitFor(() => expect(seen.shown).toBeDefined())
  const before = asked(api, 'context')
  await seen.refresh()
  expect(asked(api, 'context')).toBe(before)
})

test('opens and closes lines, and moves within the list', async () => {
  const { seen } = numbered()
  seen.begin()
  await shown(seen, 'k250')
  seen.step(-5)
  expect(seen.cursor).toBe(0)
  seen.goTo(Infinity)
  expect(seen.cursor).toBe(249)
  seen.page(-1)
  expect(seen.cursor).toBe(249 - seen.pageLines)
  seen.goTo(2)
  const line = seen.line(2)
  seen.toggle()
  expect(line !== undefined && seen.isOpen(line)).toBe(true)
  seen.toggle()
  expect(line !== undefined && seen.isOpen(line)).toBe(false)
})

test('says why nothing can be told, and asks again when told to', async () => {
  let broken = true
  const { seen } = numbered({
    context: ({ at }) =>
      broken
        ? Promise.reject(new ApiError('gone', 'the file is gone'))
        : Promise.resolve(aContext({ at: { key: at, kind: '', text: '', atMs: 0 } })),
  })
  seen.begin()
  await vi.waitFor(() => expect(seen.failed?.message).toBe('the file is gone'))
  broken = false
  seen.retry()
  await shown(seen, 'k250')
  expect(seen.failed).toBeUndefined()
})
