import { afterEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import { sample } from './places'

let app: App | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})

test('fills the three panes with a session given on the command line', async () => {
  app = await start({ files: [sample('faster-thumbnails')] })
  await app.timeline.getByText('GET /thumb has a p95 of 900 ms').first().waitFor()
  await app.branches.getByRole('treeitem').nth(5).waitFor()
  expect(await app.branches.getByText('pi continues here').count()).toBe(1)
  await app.screenshot('browser-dark')
  expect(app.faults).toEqual([])
})

test('lists the samples where there are no sessions, and opens one of them', async () => {
  app = await start({ theme: 'light' })
  const line = app.sessions.getByRole('treeitem').filter({ hasText: 'Faster thumbnails' }).first()
  await line.click()
  await app.timeline.getByText('GET /thumb has a p95 of 900 ms').first().waitFor()
  await app.screenshot('browser-light')
  expect(app.faults).toEqual([])
})

test('keeps the page to its own files', async () => {
  app = await start({ files: [sample('faster-thumbnails')] })
  const answer = await app.page.request.get(app.origin)
  const policy = answer.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/unsafe-(inline|eval)|https?:|\*/)
})
