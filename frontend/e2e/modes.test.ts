import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import { GrowingSession } from './growing'
import { sample } from './places'

const folder = mkdtempSync(join(tmpdir(), 'branchline-modes-'))
const growing = new GrowingSession()
let app: App

beforeAll(async () => {
  growing.prompt('Count the pears.')
  for (let n = 0; n < 40; n++) {
    growing.call('bash', { command: `count --row ${n}` }, `${n} pears`)
    if (n % 10 === 9) growing.prompt(`Now row ${n + 1} and on.`)
  }
  growing.reply('All rows are counted.')
  app = await start({ files: [sample('faster-thumbnails'), growing.write(folder, 'pears.jsonl')] })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const mode = (name: string) => app.timeline.getByRole('radio', { name, exact: true })
const records = () => app.timeline.getByRole('feed', { name: 'Records of the branch' })
const record = (words: string | RegExp) => records().getByRole('article').filter({ hasText: words })

beforeEach(async () => {
  await app.goToTab('pears.jsonl')
  await mode('Read').click()
})

test('lists tools alone, under the turns they belong to', async () => {
  await mode('Steps').click()
  await app.keys('g', 'g')
  await app.row('count --row 0').first().waitFor()
  const kinds = await app.timeline
    .locator('article[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.className.includes('call')))
  expect(kinds).not.toContain(false)
  await app.timeline
    .getByText(/^Turn 1$/)
    .first()
    .waitFor()
  // The prompt is not listed: the head of its turn says how it begins.
  await app.timeline.getByText('Count the pears.').first().waitFor()
  await app.keys('Shift+G')
  await app.row('count --row 39').waitFor()
  // Who goes to a prompt wants to read it.
  await app.keys('Shift+P')
  await app.chosenRow.filter({ hasText: /^You\s+Now row/ }).waitFor()
  expect(await mode('Read').getAttribute('aria-checked')).toBe('true')
  expect(app.faults).toEqual([])
})

test('keeps the place of the reader from one way of reading to the next', async () => {
  await app.branchRow('Now row 20 and on.').click()
  await app.chosenRow.filter({ hasText: 'Now row 20 and on.' }).waitFor()
  await mode('Raw').click()
  await record('Now row 20 and on.').first().waitFor()
  expect(await record('Now row 20 and on.').getAttribute('aria-current')).toBe('true')
  await mode('Steps').click()
  await app.row('count --row 20').waitFor()
  await mode('Read').click()
  await app.row('count --row 20').waitFor()
  await mode('Skim').click()
  await app.row('Now row 20 and on.').or(app.row('Now row 30 and on.')).first().waitFor()
  expect(app.faults).toEqual([])
})

test('shows the records of the branch as they stand in the file', async () => {
  await app.keys('4')
  await record(/./).first().focus()
  await app.keys('g', 'g')
  const lines = readFileSync(growing.path, 'utf8').trim().split('\n')
  await expect
    .poll(() => records().getByRole('article').first().getAttribute('aria-setsize'))
    .toBe(String(lines.length - 1))
  await record('Count the pears.').first().waitFor()
  await app.keys('j', 'j')
  const result = records().locator('article[aria-current="true"]')
  await result.filter({ hasText: 'Tool result' }).waitFor()
  await app.keys('Enter')
  await result.getByText('"toolResult"').first().waitFor()
  const shown = await result.locator('pre').innerText()
  expect(JSON.parse(shown)).toEqual(JSON.parse(lines[3] ?? ''))
  expect(shown.split('\n').length).toBeGreaterThan(10)
  await result.getByRole('button', { name: 'Copy record as it stands in the file' }).waitFor()
  await app.keys('Shift+G')
  await record('All rows are counted.').waitFor()
  growing.prompt('And the quinces?')
  await expect
    .poll(() => records().getByRole('article').first().getAttribute('aria-setsize'))
    .toBe(String(lines.length))
  expect(await app.barriers()).toEqual([])
  expect(await app.liveNodes()).toBeLessThan(1500)
  expect(app.faults).toEqual([])
})

test('goes to the record of what is selected elsewhere, and selects with it', async () => {
  await mode('Raw').click()
  await app.branchRow('Now row 30 and on.').click()
  await records().locator('article[aria-current="true"]').filter({ hasText: 'Now row 30 and on.' }).waitFor()
  await record('Now row 30 and on.').getByRole('button').first().focus()
  await app.keys('k')
  await records().locator('article[aria-current="true"]').filter({ hasText: '29 pears' }).waitFor()
  expect(app.faults).toEqual([])
})
