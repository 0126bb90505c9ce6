import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import { focus, tabTo } from './hands'
import { sample } from './places'
import { bushy, cards, ferry } from './staged'

// What a reader does, by keyboard alone: nothing here points, clicks or gives the focus by itself.
const folder = mkdtempSync(join(tmpdir(), 'branchline-tasks-'))
const cardsPath = cards().write(folder, 'cards.jsonl')
let app: App

beforeAll(async () => {
  app = await start({
    files: [
      sample('faster-thumbnails'),
      cardsPath,
      ferry().write(folder, 'ferry.jsonl'),
      bushy().write(folder, 'bushy.jsonl'),
      sample('search-index-failed-at-provider'),
    ],
  })
  await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => app.page.evaluate(() => navigator.clipboard.writeText('nothing was copied')))
afterEach(async () => {
  while ((await app.page.getByRole('dialog').count()) > 0) await app.keys('Escape')
  expect(app.faults).toEqual([])
})

const copied = () => app.page.evaluate(() => navigator.clipboard.readText())
const tab = () => app.page.getByRole('tab', { selected: true })
const context = () => app.view('Context')
const line = () => context().locator('article[data-line]:focus')
const picture = () => app.branches.getByRole('img', { name: /Picture of/ })

/** Goes on to the tab of that name, and to its first row. */
async function goToTab(name: string) {
  for (let n = 0; n < 6 && !(await tab().innerText()).includes(name); n++) {
    await app.keys('Control+Tab')
    await app.frames()
  }
  await tab().filter({ hasText: name }).waitFor()
  await app.row(/\w/).first().waitFor()
}

/** Goes to a row of the graph by the words it begins with, and chooses it. */
async function goToBranchRow(words: string) {
  if ((await focus(app)).role !== 'treeitem') await tabTo(app, 'treeitem')
  await app.keys('Home')
  for (let n = 0; n < 60; n++) {
    if ((await focus(app)).words.includes(words)) return
    const { words: before } = await focus(app)
    await app.keys('ArrowDown')
    await expect.poll(async () => (await focus(app)).words).not.toBe(before)
  }
  throw new Error(`no row of the graph says ${words}`)
}

test('folds, unfolds and shows a branch alone', async () => {
  await goToTab('Faster thumbnails')
  await goToBranchRow('Try the cache first')
  await app.row('Try the cache first').first().waitFor()
  await app.keys('z')
  await app.selectedBranchRow.filter({ hasText: '5 entries' }).waitFor()
  expect(await app.selectedBranchRow.getAttribute('aria-expanded')).toBe('false')
  await app.keys('z')
  await app.branchRow('Bound it by bytes').waitFor()
  await app.keys('Shift+H')
  const alone = app.branches.getByRole('navigation', { name: 'Shown alone' })
  await alone.waitFor()
  await app.branchRow('Since we let').waitFor({ state: 'detached' })
  await tabTo(app, 'button', /^All$/, 'Shift+Tab')
  await app.keys('Enter')
  await alone.waitFor({ state: 'detached' })
  await app.branchRow('Since we let').waitFor()
})

test('chooses which rows the graph shows', async () => {
  await goToTab('Faster thumbnails')
  await tabTo(app, 'radio', /^All$/)
  await app.keys('ArrowRight')
  await app.branches.getByRole('radio', { name: 'Prompts', checked: true }).waitFor()
  await app.branchRow('9 steps').first().waitFor({ state: 'detached' })
  await app.keys('ArrowRight', 'ArrowRight', 'ArrowRight')
  await app.branches.getByRole('radio', { name: 'Errors', checked: true }).waitFor()
  await app.branchRow('529').waitFor()
  await app.keys('ArrowRight')
  await app.branchRow('9 steps').first().waitFor()
})

test('moves in the picture of the whole tree, fits it, and goes back to the list', async () => {
  await goToTab('bushy.jsonl')
  await app.keys('o')
  await picture().waitFor()
  const shown = () => picture().evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  await expect.poll(async () => (await focus(app)).role).toBe('img')
  await app.keys('0') // a wide tree begins where it can be read
  for (let n = 0; n < 20; n++) await app.frames()
  const whole = await shown()
  await app.keys('+', '+')
  await expect.poll(shown).not.toBe(whole)
  const near = await shown()
  await app.keys('ArrowDown', 'ArrowRight')
  await expect.poll(shown).not.toBe(near)
  await app.keys('0')
  await expect.poll(shown).toBe(whole)
  await tabTo(app, 'button', /selection|Fit|fit/, 'Shift+Tab')
  await app.keys('Enter')
  await app.keys('o')
  await app.branchRow('Plan number 1.').waitFor()
})

test('reads the same branch in each way there is, and a record as it stands', async () => {
  await goToTab('cards.jsonl')
  const checked = (name: string) =>
    app.timeline.getByRole('radio', { name, exact: true, checked: true }).waitFor()
  for (const [key, name] of [
    ['2', 'Skim'],
    ['3', 'Steps'],
    ['1', 'Read'],
    ['4', 'Raw'],
  ] as const) {
    await app.keys(key)
    await checked(name)
  }
  await tabTo(app, 'article', /Line 2/)
  await app.keys('j', 'Enter')
  const record = app.timeline.getByRole('article', { name: /^Line 3, Reply/ })
  await record.getByText('"toolCall"').waitFor()
  await app.keys('Enter')
  await record.getByText('"toolCall"').waitFor({ state: 'detached' })
  await app.keys('1')
  await checked('Read')
})

test('opens a card, and the tree of its arguments', async () => {
  await goToTab('cards.jsonl')
  await tabTo(app, 'article')
  await app.keys('g', 'g')
  for (let n = 0; n < 12 && !(await app.chosenRow.innerText()).startsWith('weigh'); n++) {
    await app.keys('j')
    await app.frames()
  }
  await app.chosenRow.filter({ hasText: 'weigh' }).waitFor()
  await app.keys('Enter')
  await app.chosenRow.getByText('grams').first().waitFor()
  await tabTo(app, 'button', /^\s*basket/)
  await app.keys('Enter')
  await app.chosenRow.getByText('pears').first().waitFor()
})

test('copies a row, its turn and a selection, each as text, Markdown and JSON', async () => {
  await goToTab('cards.jsonl')
  const records = readFileSync(cardsPath, 'utf8').trim().split('\n')
  await tabTo(app, 'article', /./, 'Shift+Tab')
  await app.keys('g', 'g')
  await app.chosenRow.filter({ hasText: 'Look around.' }).waitFor()
  await app.keys('y')
  await expect.poll(copied).toBe('You:\nLook around.\n')
  await app.command('Copy the row as Markdown')
  await expect.poll(copied).toMatch(/^\*\*You\*\*\n\n> Look around\./)
  await app.command('Copy the row as JSON')
  await expect.poll(copied).toBe(`${records[1]}\n`)
  await app.keys('Shift+Y')
  await expect.poll(copied).toMatch(/Look around\.[^]*Seen\./)
  await app.keys('Shift+J')
  await expect.poll(() => app.timeline.getByRole('article', { name: /^Selected: / }).count()).toBe(2)
  await app.command('Copy the selection as Markdown')
  await expect.poll(copied).toMatch(/Look around\.[^]*pears\.ts/)
  await app.command('Copy the selection as JSON')
  await expect.poll(copied).toBe(`${records.slice(1, 4).join('\n')}\n`)
  await app.keys('j')
})

test('follows the evidence of an outcome to its entry, and comes back', async () => {
  await goToTab('search-index-failed')
  await app.keys('g', 'g')
  await app.outcome.getByText('Stopped by an error').waitFor()
  await tabTo(app, 'button', /^Show entry: error|^Show entry: last words/)
  await app.keys('Enter')
  await app.chosenRow
    .filter({ hasText: 'Every query reads every note' })
    .or(app.chosenRow.filter({ hasText: '429' }))
    .waitFor()
  await app.keys('Alt+ArrowLeft')
  await app.outcome.getByText('Stopped by an error').waitFor()
})

test('asks what the model saw at one entry, and what changed since another', async () => {
  await goToTab('ferry.jsonl')
  await goToBranchRow('Read to the')
  await app.keys('c')
  await line().filter({ hasText: 'Compaction' }).waitFor()
  await tabTo(app, 'button', /^before the compaction$/, 'Shift+Tab')
  await app.keys('Enter')
  await context()
    .getByRole('heading', { name: /^Fell out 6 messages/ })
    .waitFor()
  await tabTo(app, 'button', /^Swap$/, 'Shift+Tab')
  await app.keys('Enter')
  await context()
    .getByRole('heading', { name: /^Came in 6 messages/ })
    .waitFor()
  await tabTo(app, 'button', /^Stop comparing$/)
  await app.keys('Enter')
  await context()
    .getByRole('heading', { name: /^Fell out/ })
    .waitFor({ state: 'detached' })
  await app.command('Context: compare with another entry')
  await context().getByText('Select an entry in the branches or the timeline.').waitFor()
  await goToBranchRow('Plan the winter')
  await context()
    .getByRole('heading', { name: /^(Fell out|Came in)/ })
    .first()
    .waitFor()
  await app.keys('t')
  await app.row(/\w/).first().waitFor()
})

test('opens the menu of a row, and does what it says', async () => {
  await goToTab('Faster thumbnails')
  await goToBranchRow('Try the cache first')
  await app.keys('Shift+F10')
  const item = app.page.getByRole('menuitem', { name: 'Fold or unfold the branch' })
  await item.waitFor()
  for (let n = 0; n < 20 && !(await item.evaluate((it) => it === document.activeElement)); n++)
    await app.keys('ArrowDown')
  await app.keys('Enter')
  await app.branchRow('Try the cache first').filter({ hasText: '5 entries' }).waitFor()
  await expect.poll(async () => (await focus(app)).role).toBe('treeitem')
  await app.keys('Shift+F10')
  await item.waitFor()
  await app.keys('Escape')
  await item.waitFor({ state: 'detached' })
  await expect.poll(async () => (await focus(app)).role).toBe('treeitem')
  await app.keys('z')
  await app.branchRow('Bound it by bytes').waitFor()
})

test('goes back and forward over tabs and views', async () => {
  await goToTab('Faster thumbnails')
  await goToBranchRow('Forget the cache')
  await app.chosenRow.filter({ hasText: 'What would libvips give us' }).waitFor()
  await goToBranchRow('Right, leave the pool out')
  await app.chosenRow.filter({ hasText: 'Right, leave the pool out' }).waitFor()
  await app.keys('Alt+ArrowLeft')
  await expect.poll(() => app.selectedBranchRow.innerText()).not.toContain('Right, leave the pool out')
  await app.keys('Alt+ArrowRight')
  await app.selectedBranchRow.filter({ hasText: 'Right, leave the pool out' }).waitFor()
})

test('chooses the theme and a text size in the settings', async () => {
  await app.keys('Control+,')
  await tabTo(app, 'radio', /System/)
  await app.keys('ArrowLeft')
  await app.page.locator(':root[data-theme="light"]').waitFor()
  await app.keys('ArrowRight')
  await app.page.locator(':root[data-theme="dark"]').waitFor()
  const scale = () =>
    app.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--text-scale'))
  const before = await scale()
  await tabTo(app, 'button', /Larger/)
  await app.keys('Enter')
  await expect.poll(scale).not.toBe(before)
  await app.keys('Control+0')
  await expect.poll(scale).toBe(before)
  await app.keys('Escape')
  await app.page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('hides and shows the sessions, filters them and goes to one', async () => {
  if (!(await app.sessions.isVisible())) await app.keys('Control+b')
  await app.sessions.getByRole('treeitem').nth(4).waitFor()
  await tabTo(app, 'input')
  await app.page.keyboard.type('flag')
  await app.sessions.getByRole('treeitem').filter({ hasText: 'behind a flag' }).waitFor()
  await tabTo(app, 'treeitem')
  for (let n = 0; n < 4 && !(await focus(app)).words.includes('behind a flag'); n++) {
    await app.keys('ArrowDown')
    await app.frames()
  }
  await app.keys('Enter')
  await tab().filter({ hasText: 'Ship thumbnails' }).waitFor()
  await app.keys('Control+w', 'Control+b')
  await app.sessions.waitFor({ state: 'hidden' })
})
