import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import { GrowingSession } from './growing'
import { moved, watch } from './still'

let folder: string
let app: App
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'branchline-panes-'))))
afterEach(async () => {
  const { faults } = app
  await app.close()
  rmSync(folder, { recursive: true })
  expect(faults).toEqual([])
})

/** A session of so many turns. */
function talk(turns: number, name: string): GrowingSession {
  const session = new GrowingSession()
  for (let n = 1; n <= turns; n++) {
    session.prompt(`Question ${n}.`)
    session.reply(`Answer ${n}. ${'It has some words. '.repeat(n % 9)}`)
  }
  session.write(folder, name)
  return session
}

const bottomPx = () =>
  app.branches
    .getByRole('tree')
    .evaluate((box) => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop))

test('the graph stays at its bottom while the end is followed, and where it is otherwise', async () => {
  const session = talk(60, 'graph.jsonl')
  app = await start({ files: [session.path] })
  await app.row('Question 1.').first().waitFor()
  await app.branchRow('Question 1.').first().click()
  await app.keys('End')
  await app.selectedBranchRow.filter({ hasText: 'Question 60.' }).waitFor()
  await app.branches.hover()
  await app.page.mouse.wheel(0, 2000)
  await expect.poll(bottomPx).toBe(0)
  await app.row('Question 60.').click()
  await app.keys('End')
  for (let n = 0; n < 20; n++) session.prompt(`Further ${n}.`)
  await app.branchRow('Further 19.').waitFor()
  await expect.poll(bottomPx).toBe(0)
  await app.keys('k')
  for (let n = 0; n < 20; n++) session.prompt(`Still further ${n}.`)
  await app.status.getByText('160 entries').waitFor()
  await expect.poll(bottomPx).toBeGreaterThan(400)
})

test('rows below the outcome stay when it has more to say', async () => {
  const session = talk(30, 'outcome.jsonl')
  session.prompt('Now write it down.')
  app = await start({ files: [session.path] })
  await app.outcome.getByText('31 turns').waitFor()
  await app.timeline.hover()
  await app.page.mouse.wheel(0, 90)
  for (let n = 0; n < 20; n++) await app.frames()
  const before = await app.outcome.boundingBox()
  const seen = await watch(app.timeline.getByRole('feed'))
  for (let n = 0; n < 5; n++) {
    session.call('write', { path: `/home/mira/src/orchard/part-${n}.md`, content: `Part ${n}.` }, 'written')
    session.call('bash', { command: `check ${n}` }, 'no such part', true)
  }
  await app.outcome.getByText('5 failed calls').first().waitFor()
  for (let n = 0; n < 10; n++) await app.frames()
  expect(moved(await seen())).toEqual([])
  expect((await app.outcome.boundingBox())?.height).toBeGreaterThan(before?.height ?? 0)
})

test('who follows two sessions finds a line above what came while the other was on screen', async () => {
  const one = talk(30, 'one.jsonl')
  const other = talk(3, 'other.jsonl')
  app = await start({ files: [one.path, other.path] })
  await app.row('Question 1.').first().click()
  await app.keys('End')
  await app.row('Answer 30.').waitFor()
  await app.goToTab('other.jsonl')
  await app.row('Question 3.').waitFor()
  for (let n = 0; n < 10; n++) one.reply(`Meanwhile ${n}.`)
  await app.tab(/one\.jsonl.*has news/).click()
  await app.timeline.getByRole('article', { name: /^New since/ }).waitFor()
  await app.row('Meanwhile 9.').waitFor()
  one.reply('The last of them.')
  await expect.poll(() => app.row('The last of them.').isVisible()).toBe(true)
  expect(await app.timeline.getByRole('button', { name: /go to the end/ }).count()).toBe(0)
})

test.each(['dark', 'light'] as const)('bars nobody from what is new, %s', async (theme) => {
  const session = talk(30, 'new.jsonl')
  const other = talk(3, 'other.jsonl')
  other.prompt('Go on.')
  app = await start({ files: [session.path, other.path], theme })
  await app.row('Question 1.').first().waitFor()
  const at = session.leaf
  session.call('bash', { command: 'make' }, 'no rule', true)
  const pill = app.timeline.getByRole('button', { name: /1 new.*1 error.*go to the end and follow/ })
  await pill.waitFor()
  session.prompt('Another way.', at)
  session.bytes('{"type":"message"')
  await app.timeline.getByText('pi continues elsewhere now').waitFor()
  other.reply('Done.')
  await app.page.getByRole('button', { name: 'Show', exact: true }).waitFor()
  expect(await app.barriers()).toEqual([])
  await app.page.getByRole('button', { name: /go to the end and follow/ }).focus()
  await app.keys('Enter')
  await app.timeline.getByRole('article', { name: /^New since/ }).waitFor()
  expect(await app.barriers()).toEqual([])
})
