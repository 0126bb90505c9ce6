import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import { GrowingSession } from './growing'

const folder = mkdtempSync(join(tmpdir(), 'branchline-find-'))
const session = new GrowingSession()
let app: App

beforeAll(async () => {
  session.prompt('Where did we plant the medlar? 🪁🪁 kite')
  session.call(
    'bash',
    { command: 'cat orchard.txt' },
    Array.from({ length: 120 }, (_, i) => (i === 70 ? 'row 70: Mispel, a medlar' : `row ${i}: apple`)).join(
      '\n',
    ),
  )
  const long = Array.from({ length: 30_000 }, (_, i) => (i === 21_000 ? 'the hidden quince' : `tree ${i}`))
  session.call('bash', { command: 'list --all' }, long.join('\n'))
  session.call('edit', { path: 'map.txt', edits: [{ oldText: 'pear', newText: 'MEDLAR' }] }, 'done')
  for (let n = 0; n < 300; n++) session.call('bash', { command: `water --row ${n}` }, 'ok')
  session.reply('The **med**lar stands in row 70. Ärger mit Umlauten, İstanbul turu.')
  app = await start({ files: [session.write(folder, 'orchard.jsonl')] })
  await app.row('Where did we plant').waitFor()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const bar = () => app.timeline.getByRole('search', { name: 'Find in the branch' })
const box = () => bar().getByRole('textbox')
const told = () => bar().getByRole('status').innerText()

/** The words that are marked, and those of the hit that was gone to. */
function marked(name: 'found' | 'found-current'): Promise<string[]> {
  return app.page.evaluate(
    (of) => [...(CSS.highlights.get(of) ?? [])].map((range) => (range as Range).toString()),
    name,
  )
}

/** The hit that was gone to is in view. */
async function inView(words: string) {
  await expect
    .poll(
      () =>
        app.page.evaluate(() => {
          const [range] = CSS.highlights.get('found-current') ?? []
          const feed = document.querySelector('[role="feed"]')?.getBoundingClientRect()
          if (!(range instanceof Range) || !feed) return ''
          const at = range.getBoundingClientRect()
          return at.height > 0 && at.top >= feed.top && at.bottom <= feed.bottom
            ? range.toString()
            : 'out of view'
        }),
      { timeout: 5000 },
    )
    .toBe(words)
}

beforeEach(async () => {
  await app.keys('g', 'g')
  await app.row('Where did we plant').waitFor()
})
afterEach(async () => {
  if (await bar().isVisible()) await bar().getByRole('button', { name: 'Close' }).click()
})

test('finds words in folded cards, changes and rows far below, and goes through them', async () => {
  await app.row('Where did we plant').click()
  await app.keys('/')
  await app.page.keyboard.type('medlar')
  await expect.poll(told).toBe('1 of 4')
  await inView('medlar')
  await app.keys('Enter')
  await expect.poll(told).toBe('2 of 4')
  await app.chosenRow.filter({ hasText: 'cat orchard.txt' }).waitFor()
  // The line was neither among the first nor among the last of the result.
  await app.chosenRow.getByText('row 70: Mispel').waitFor()
  await inView('medlar')
  await app.keys('Enter')
  await app.chosenRow.filter({ hasText: 'map.txt' }).waitFor()
  await inView('MEDLAR')
  await app.keys('Enter')
  await expect.poll(told).toBe('4 of 4')
  // Words are found through the marks of the text they stand in.
  await inView('medlar')
  await app.keys('Enter')
  await expect.poll(told).toBe('1 of 4')
  await app.keys('Shift+Enter')
  await expect.poll(told).toBe('4 of 4')
  expect(await box().evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await app.barriers()).toEqual([])
  await app.keys('Escape', 'Escape')
  await bar().waitFor({ state: 'hidden' })
  expect(await marked('found')).toEqual([])
  expect(app.faults).toEqual([])
})

test('goes through the hits from the rows by n and N while the bar is open', async () => {
  await app.keys('Control+f')
  await app.page.keyboard.type('medlar')
  await expect.poll(told).toBe('1 of 4')
  await app.chosenRow.focus()
  await app.keys('n')
  await expect.poll(told).toBe('2 of 4')
  await app.keys('Shift+N', 'Shift+N')
  await expect.poll(told).toBe('4 of 4')
  expect(app.faults).toEqual([])
})

test('shows a hit deep inside a result of 30,000 lines', async () => {
  await app.keys('Control+f')
  await app.page.keyboard.type('HIDDEN QUINCE')
  await expect.poll(told).toBe('1 of 1')
  await inView('hidden quince')
  expect(await app.liveNodes()).toBeLessThan(1500)
  expect(app.faults).toEqual([])
})

test.each([
  ['arger', ['Ärger']],
  ['istanbul', ['İstanbul']],
  ['KITE', ['kite']],
  ['🪁', ['🪁', '🪁']],
])('marks for %s the letters themselves', async (query, words) => {
  await app.keys('Control+f')
  await box().fill(query)
  await expect.poll(told).toBe('1 of 1')
  await expect.poll(() => marked('found-current')).toEqual(words)
  expect(app.faults).toEqual([])
})

test('says when there is nothing, whatever is looked for', async () => {
  await app.keys('Control+f')
  for (const query of ['mdlr', '\\ ( [ *', 'x'.repeat(3000)]) {
    await box().fill(query)
    await expect.poll(told).toBe('Not on this branch')
  }
  await box().fill('')
  await expect.poll(told).toBe('')
  expect(app.faults).toEqual([])
})

test('keeps the hit while the session grows, and counts those that come', async () => {
  await app.keys('Control+f')
  await box().fill('medlar')
  await app.keys('Enter', 'Enter')
  await expect.poll(told).toMatch(/^\d of 4$/)
  const [at] = (await told()).split(' ')
  session.call('bash', { command: 'prune the medlar' }, 'done')
  await expect.poll(told).toBe(`${at ?? ''} of 5`)
  // What is marked can be selected as ever.
  await app.keys('Enter')
  expect(app.faults).toEqual([])
})

test('looks for what is typed before the first rows are here, and types it nowhere else', async () => {
  let letGo = () => {}
  const gate = new Promise<void>((done) => (letGo = done))
  await app.page.route('**/call/Rows*', async (route) => {
    await gate
    await route.continue()
  })
  await app.page.reload()
  await app.timeline.getByText('Reading the branch').waitFor()
  await app.keys('Control+f')
  await app.page.keyboard.type('medlar')
  expect(await box().inputValue()).toBe('medlar')
  await expect.poll(told).toBe('Searching…')
  letGo()
  await expect.poll(told).toMatch(/^1 of [45]$/)
  await inView('medlar')
  await app.page.unroute('**/call/Rows*')
  expect(app.faults).toEqual([])
})
