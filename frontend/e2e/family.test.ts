import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { start, type App } from './driver'
import { sample } from './places'

let app: App
let family: Locator
beforeAll(async () => {
  app = await start({ files: [sample('uploads-3-stuck'), sample('phone-notes-failed')] })
  family = app.page.getByRole('region', { name: 'Family', exact: true })
})
afterAll(async () => await app.close())

const focused = () => app.page.evaluate(() => document.activeElement?.textContent ?? '')

/** The lines of the family as a screen reader hears them. */
const heard = () =>
  family.getByRole('treeitem').evaluateAll((lines) =>
    lines.map((line) => {
      const place = ['aria-level', 'aria-posinset', 'aria-setsize'].map((name) => line.getAttribute(name))
      return `${place.join('/')} ${line.textContent.trim().split(/\s+/).slice(0, 3).join(' ')}`
    }),
  )

test('opens the family and the runs of it by keyboard alone', async () => {
  await app.goToTab('uploads-3-stuck.jsonl')
  await app.outcome.getByText('Stuck: it repeated itself').waitFor()
  await app.row(/\w/).first().waitFor()
  await app.keys('f')
  await family.getByText('5 runs in 3 attempts at this task').waitFor()
  await expect.poll(focused).toContain('You are here')
  expect(await heard()).toEqual([
    '1/1/3 Attempt 1 Stuck',
    '2/1/1 Interrupted Now connections',
    '3/1/1 Stopped by a',
    '4/1/1 Stuck repeating itself',
    '1/2/3 Attempt 2 Cancelled',
    '2/1/1 Cancelled run cancelled',
    '1/3/3 Attempt 3 Finished',
    '2/1/1 Finished Uploads continue',
  ])
  expect(await family.locator('[role="treeitem"][tabindex="0"]').count()).toBe(1)

  await app.keys('ArrowLeft')
  await expect.poll(focused).toContain('Stopped by a limit')
  await app.keys('Home')
  await expect.poll(focused).toContain('Attempt 1')
  await app.keys('ArrowRight')
  await expect.poll(focused).toContain('Interrupted')
  await app.keys('End', 'Enter')
  await app.outcome.getByText('Finished: the agent says the task is done').waitFor()
  await app.page.getByRole('tab', { name: /^Uploads must survive/, selected: true }).waitFor()
  expect(app.faults).toEqual([])
})

test('gives the focus to the timeline when the family is left', async () => {
  await app.goToTab('uploads-3-stuck.jsonl')
  await family.getByRole('treeitem').first().waitFor()
  await family.locator('[role="treeitem"][tabindex="0"]').focus()
  await app.keys('Escape')
  await family.waitFor({ state: 'detached' })
  await expect
    .poll(() => app.page.evaluate(() => document.activeElement?.closest('[role="feed"]') !== null))
    .toBe(true)
  await app.command('Family: what this comes from')
  await expect.poll(focused).toContain('You are here')
  await app.page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name: 'Timeline' }).click()
  await app.row(/\w/).first().waitFor()
  expect(app.faults).toEqual([])
})

test('goes from the outcome to the run before, to the run after and to all attempts', async () => {
  await app.goToTab('uploads-3-stuck.jsonl')
  const kin = app.outcome.getByRole('group', { name: 'Family' })
  await kin.getByRole('button', { name: /uploads-2-out-of-time/ }).click()
  await app.outcome.getByText('Stopped by a limit: out of time').waitFor()
  await kin.getByText('Continued from').waitFor()
  await kin.getByRole('button', { name: /uploads-3-stuck/ }).click()
  await app.outcome.getByText('Stuck: it repeated itself').waitFor()
  await kin.getByRole('button', { name: '3 attempts at this task' }).click()
  await family.getByText('You are here').waitFor()
  await app.keys('t')
  expect(app.faults).toEqual([])
})

test('says so where nothing belongs to a run', async () => {
  await app.goToTab('phone-notes-failed.jsonl')
  await app.row(/\w/).first().waitFor()
  expect(await app.outcome.getByRole('group', { name: 'Family' }).count()).toBe(0)
  await app.keys('f')
  await family.getByText('Nothing else belongs to this run').waitFor()
  await app.keys('t')
  await app.row(/\w/).first().waitFor()
  expect(app.faults).toEqual([])
})

test('keeps the list to what did not finish well', async () => {
  await app.keys('Control+b')
  const rows = app.sessions.getByRole('treeitem')
  await rows.filter({ hasText: 'Faster thumbnails' }).first().waitFor()
  const chip = app.sessions.getByRole('button', { name: 'Did not finish well 6' })
  await app.sessions.getByRole('textbox', { name: 'Filter sessions' }).focus()
  await app.keys('Tab')
  await expect.poll(() => chip.evaluate((button) => button === document.activeElement)).toBe(true)
  await app.keys('Space')
  await app.sessions.getByText('6 sessions').waitFor()
  expect(await rows.filter({ hasText: 'Faster thumbnails' }).count()).toBe(0)
  const resumed = rows.filter({ hasText: ', Stuck' })
  expect(await resumed.innerText()).toMatch(/3 of 3/)
  await app.keys('Control+b')
  await app.sessions.waitFor({ state: 'hidden' })
  await app.keys('Control+b')
  expect(await chip.getAttribute('aria-pressed')).toBe('true')
  await app.sessions.getByText('6 sessions').waitFor()
  await chip.click()
  await app.sessions.getByText('9 sessions').waitFor()
  await app.keys('Control+b')
  expect(app.faults).toEqual([])
})

for (const theme of ['dark', 'light'] as const) {
  test(`bars nobody from the family and the filtered list, ${theme}`, async () => {
    await app.setTheme(theme)
    await app.goToTab('uploads-3-stuck.jsonl')
    await app.row(/\w/).first().waitFor()
    await app.keys('f')
    await family.getByText('You are here').waitFor()
    await app.keys('Control+b')
    await app.sessions.getByRole('treeitem').nth(3).waitFor()
    await app.sessions.getByRole('button', { name: /Did not finish well/ }).click()
    expect(await app.barriers()).toEqual([])
    await app.screenshot(`family-${theme}-1400`)
    await app.sessions.getByRole('button', { name: /Did not finish well/ }).click()
    await app.keys('Control+b')
    await app.resize(960, 600)
    expect(await app.barriers(), 'a small window').toEqual([])
    await app.screenshot(`family-${theme}-960`)
    await app.resize(1400, 900)
    await app.keys('t')
    expect(app.faults).toEqual([])
  })
}
