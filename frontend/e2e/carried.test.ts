import { afterEach, beforeEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import { sample } from './places'

let app: App
beforeEach(async () => {
  app = await start({ files: [sample('uploads-3-stuck'), sample('uploads-5-finished')] })
  await app.goToTab('uploads-3-stuck.jsonl')
  await line().waitFor()
})
afterEach(async () => await app.close())

/** The line that stands for all that the run took over. */
const line = () =>
  app.timeline.getByRole('button', { name: /^36 messages carried over from 20261119-081203$/ })
const expanded = () => line().getAttribute('aria-expanded')
const taken = () => app.row('I will read the present upload first.')

test('folds what was carried over, unfolds it by mouse, and keeps the choice of each tab', async () => {
  await app.row('I run the test once more').waitFor()
  expect(await expanded()).toBe('false')
  expect(await taken().count()).toBe(0)
  expect(await app.timeline.locator('.turn').first().innerText()).toContain('Turn 3')
  await line().click()
  await taken().waitFor()
  expect(await expanded()).toBe('true')
  await app.goToTab('uploads-5-finished.jsonl')
  await app.goToTab('uploads-3-stuck.jsonl')
  await taken().waitFor()
  await line().click()
  await taken().waitFor({ state: 'detached' })
  expect(app.faults).toEqual([])
})

test('is reached, unfolded and folded by keyboard, and keeps the focus', async () => {
  const focusedRow = () => app.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const focusedLine = () => line().evaluate((button) => button === document.activeElement)
  await app.timeline.locator('article[tabindex="0"]').focus()
  expect(await focusedRow()).toContain('36 messages carried over')
  await app.keys('Enter')
  await taken().waitFor()
  await expect.poll(focusedRow).toContain('36 messages carried over')
  await app.keys('j')
  await expect.poll(focusedRow).toContain('Start now.')
  await app.keys('k')
  await expect.poll(focusedRow).toContain('36 messages carried over')
  await app.keys('Enter')
  await taken().waitFor({ state: 'detached' })
  await expect.poll(focusedRow).toContain('36 messages carried over')
  await app.keys('Tab', 'Space')
  await taken().waitFor()
  await expect.poll(focusedLine).toBe(true)
  expect(await app.barriers()).toEqual([])
  expect(app.faults).toEqual([])
})

test('stays where it is on screen when it is unfolded far down', async () => {
  await app.resize(960, 600)
  await line().scrollIntoViewIfNeeded()
  await app.timeline.hover()
  await app.page.mouse.wheel(0, 200)
  const topPx = () => line().evaluate((button) => button.getBoundingClientRect().top)
  await expect.poll(topPx).toBeLessThan(500)
  const before = await topPx()
  await line().click()
  await taken().waitFor()
  await app.frames()
  await expect.poll(topPx).toBeCloseTo(before, -1)
  expect(app.faults).toEqual([])
})

test('unfolds for a jump to what was carried over', async () => {
  await app.timeline.getByRole('button', { name: 'Next error' }).click()
  await app.chosenRow.filter({ hasText: 'go vet ./...' }).waitFor()
  expect(await expanded()).toBe('true')
  await line().click()
  await taken().waitFor({ state: 'detached' })
  await app.branchRow('Start now.').click()
  await app.chosenRow.filter({ hasText: 'Start now.' }).waitFor()
  expect(await expanded()).toBe('true')
  expect(app.faults).toEqual([])
})

test('opens the run it was carried over from', async () => {
  await app.timeline.getByRole('button', { name: 'Open that run' }).click()
  await app.outcome.getByText('Stopped by a limit: out of time').waitFor()
  await app.timeline.getByRole('button', { name: /^\d+ messages carried over from/ }).waitFor()
  expect(app.faults).toEqual([])
})
