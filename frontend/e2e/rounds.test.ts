import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import type { GrowingRun } from './growingRun'
import { longRun } from './staged'

const home = mkdtempSync(join(tmpdir(), 'branchline-rounds-'))
let run: GrowingRun
let app: App

beforeAll(async () => {
  run = longRun(home)
  app = await start({ files: [run.path], home })
})
afterAll(async () => {
  await app.close()
  rmSync(home, { recursive: true })
})
beforeEach(async () => {
  await app.timeline.getByRole('radio', { name: 'Read', exact: true }).click()
  await app.keys('g', 'g')
  await app.row(/^Start/).waitFor()
})

const pill = () => app.timeline.getByRole('group', { name: /^Rounds, / })
/** The head of a turn that stands in the list, not the one that stays at the top. */
const head = (name: string) => app.timeline.getByRole('feed').locator('.turn').filter({ hasText: name })

test('counts the rounds of a run and leads from one to the next, in every way of reading', async () => {
  expect(await pill().getAttribute('aria-label')).toBe('Rounds, 300')
  await pill().getByRole('button', { name: 'Next round' }).click()
  await app.chosenRow.filter({ hasText: 'Thought 1.' }).waitFor()
  await app.keys('r', 'r')
  await app.chosenRow.filter({ hasText: 'Thought 3.' }).waitFor()
  await app.keys('j')
  await app.keys('Shift+R')
  await app.chosenRow.filter({ hasText: 'Thought 3.' }).waitFor()
  await app.keys('Shift+R')
  await app.chosenRow.filter({ hasText: 'Thought 2.' }).waitFor()
  await app.timeline.getByRole('radio', { name: 'Steps' }).click()
  await app.keys('r')
  await app.chosenRow.filter({ hasText: 'check 3' }).waitFor()
  expect(await app.timeline.getByRole('radio', { name: 'Steps' }).getAttribute('aria-checked')).toBe('true')
  expect(app.faults).toEqual([])
})

test('says of each round what it took and how much failed in it', async () => {
  await app.branchRow('Round 7 ').click()
  await app.chosenRow.waitFor()
  await head('Round 7').waitFor()
  expect((await head('Round 7').innerText()).replace(/\s+/g, ' ')).toBe('Round 7 09:00 9 s 1 tool 1 error')
  expect(await head('Round 6').getByText('error').count()).toBe(0)
})

test('lists the rounds in the outline, where those that failed are found', async () => {
  const outline = app.branches
  expect(await app.branchRow('Round 7 · Speech 7.').innerText()).toMatch(/1 ✗/)
  await outline.getByRole('radio', { name: 'Errors' }).click()
  await expect.poll(() => app.branchRow(/check 7\b/).count()).toBe(1)
  expect(await app.branchRow(/check 8\b/).count()).toBe(0)
  await outline.getByRole('radio', { name: 'All' }).click()
  expect(await app.branchRow('Round 7 · 3 steps · shell').innerText()).toMatch(/1 ✗/)
  await outline.getByRole('textbox', { name: 'Find' }).fill('round 250')
  await app.keys('Enter')
  await app.selectedBranchRow.filter({ hasText: 'Round 250' }).waitFor()
  await head('Round 250').waitFor()
  expect(await app.barriers()).toEqual([])
  expect(app.faults).toEqual([])
})

test('the end of a run is one row in the outline and in the timeline, whichever goes there', async () => {
  await app.branchRow('Go.').click()
  await app.timeline.getByRole('radio', { name: 'Read', exact: true }).click()
  await app.keys('Shift+G')
  await app.chosenRow.filter({ hasText: 'Result' }).waitFor()
  await app.selectedBranchRow.filter({ hasText: 'the record ends here' }).waitFor()
  await app.branches.getByRole('radio', { name: 'All' }).click()
  await app.keys('Home')
  await app.selectedBranchRow.filter({ hasText: 'Go.' }).waitFor()
  await app.keys('End')
  await app.selectedBranchRow.filter({ hasText: 'the record ends here' }).waitFor()
  await app.chosenRow.filter({ hasText: /300/ }).waitFor()
  expect(app.faults).toEqual([])
})
