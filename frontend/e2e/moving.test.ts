import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import { GrowingSession } from './growing'
import { sample } from './places'
import { watchFilled } from './still'

const folder = mkdtempSync(join(tmpdir(), 'branchline-moving-'))
const growing = new GrowingSession()
let app: App

beforeAll(async () => {
  growing.prompt('Count the pears.')
  for (let n = 0; n < 400; n++) {
    growing.call('bash', { command: `count --row ${n}` }, `${n} pears`)
    if (n % 10 === 9) growing.prompt(`Now row ${n + 1} and on.`)
  }
  growing.call(
    'bash',
    { command: 'seq 5000' },
    Array.from({ length: 5000 }, (_, n) => `pear ${n}`).join('\n'),
  )
  growing.reply('All rows are counted.')
  app = await start({ files: [growing.write(folder, 'pears.jsonl'), sample('faster-thumbnails')] })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

beforeEach(async () => {
  await app.goToTab('pears.jsonl')
  await view('Timeline').click()
  await mode('Read').click()
  await app.keys('g', 'g')
  await app.row('Count the pears.').first().waitFor()
})

const mode = (name: string) => app.timeline.getByRole('radio', { name, exact: true })
const view = (name: string) =>
  app.page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name, exact: true })
const toolbar = (name: string) => app.page.getByRole('button', { name, exact: true })

/** What has the focus: its role, else its element. */
const focused = () =>
  app.page.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.localName)

const scrolled = (list: Locator) => list.evaluate((element) => element.scrollTop)

test('every frame of a jump and of another way of reading fills the window', async () => {
  const ways: [name: string, keys: string[], there: string | RegExp][] = [
    ['to the end', ['Shift+G'], 'All rows are counted.'],
    ['steps', ['3'], 'count --row 399'],
    ['read', ['1'], 'All rows are counted.'],
    ['to the beginning', ['g', 'g'], 'Count the pears.'],
    ['to the end again', ['Shift+G'], 'All rows are counted.'],
  ]
  const fills = async () => {
    const filled = await watchFilled(app.page)
    await app.frames()
    return (await filled()).at(-1)?.covered
  }
  await expect.poll(fills).toBeGreaterThan(0.8)
  for (const [name, keys, there] of ways) {
    const filled = await watchFilled(app.page)
    await app.keys(...keys)
    await app.row(there).first().waitFor()
    for (let n = 0; n < 10; n++) await app.frames()
    const seen = await filled()
    const empty = seen.flatMap(({ covered }, frame) =>
      covered < 0.8 ? [`frame ${frame} of ${seen.length}: ${covered}`] : [],
    )
    expect(empty, name).toEqual([])
    if (name === 'steps' || name === 'read')
      expect(
        seen.some(({ outcome }) => outcome),
        `${name} shows the outcome`,
      ).toBe(false)
  }
  expect(app.faults).toEqual([])
})

test('the selected row stays where it is, from the first frame of another way of reading on', async () => {
  await app.branchRow('Now row 200 and on.').click()
  await app.chosenRow.filter({ hasText: 'Now row 200 and on.' }).waitFor()
  await app.chosenRow.focus()
  for (let n = 0; n < 4; n++) await app.keys('j')
  await app.chosenRow.filter({ hasText: 'count --row 203' }).waitFor()
  for (const key of ['3', '4', '1', '4', '3', '1']) {
    const filled = await watchFilled(app.page)
    for (let n = 0; n < 2; n++) await app.frames()
    await app.keys(key)
    const chosen = app.timeline.getByRole('radio', { checked: true })
    await expect.poll(() => chosen.innerText()).toBe({ 1: 'Read', 3: 'Steps', 4: 'Raw' }[key])
    for (let n = 0; n < 6; n++) await app.frames()
    const seen = await filled()
    const first = seen[0]?.chosenPx ?? Number.NaN
    expect(
      seen.flatMap(({ chosenPx, covered }, frame) =>
        Math.abs((chosenPx ?? Infinity) - first) < 1 && covered > 0.8
          ? []
          : [`frame ${frame} of ${seen.length}: ${chosenPx} px, not ${first}, ${covered} covered`],
      ),
      key,
    ).toEqual([])
  }
  expect(app.faults).toEqual([])
})

test('a view that is come back to stands where it was left', async () => {
  const feed = app.timeline.getByRole('feed')
  await feed.hover()
  for (let n = 0; n < 20; n++) {
    await app.page.mouse.wheel(0, 300)
    await app.frames()
  }
  const at = () =>
    feed.evaluate((list) => {
      const { top } = list.getBoundingClientRect()
      const rows = [...list.querySelectorAll<HTMLElement>('article[data-row]')]
      const row = rows.find((article) => article.getBoundingClientRect().bottom > top + 1)
      return `${row?.dataset['row']} at ${Math.round((row?.getBoundingClientRect().top ?? 0) - top)}`
    })
  await expect.poll(async () => (await at()) === (await at())).toBe(true)
  const before = await at()
  await app.keys('c')
  await app.view('Context').waitFor()
  await app.keys('t')
  await expect.poll(at).toBe(before)
  await app.keys('v')
  await app.view('Changes').waitFor()
  await app.keys('Alt+ArrowLeft')
  await expect.poll(at).toBe(before)
  expect(app.faults).toEqual([])
})

test('Tab leads to what is in other rows, and selects and moves nothing until it is pressed', async () => {
  await app.branchRow('Now row 100 and on.').click()
  await app.chosenRow.filter({ hasText: 'Now row 100 and on.' }).waitFor()
  await app.chosenRow.focus()
  const place = () => app.chosenRow.evaluate((row) => row.getBoundingClientRect().top)
  const before = await place()
  const call = app.row(/^\s*bash count --row 101/)
  const reached = () =>
    call
      .getByRole('button')
      .first()
      .evaluate((button) => button === document.activeElement)
  for (let n = 0; n < 12 && !(await reached()); n++) await app.keys('Tab')
  expect(await reached()).toBe(true)
  await app.chosenRow.filter({ hasText: 'Now row 100 and on.' }).waitFor()
  await app.selectedBranchRow.filter({ hasText: 'Now row 100 and on.' }).waitFor()
  expect(await place()).toBe(before)
  await app.keys('Enter')
  await app.chosenRow.filter({ hasText: 'count --row 101' }).waitFor()
  await app.chosenRow.getByText('101 pears').waitFor()
  expect(app.faults).toEqual([])
})

test('i opens a row until the reader goes on, in the timeline and from the graph; Escape closes it and stays there', async () => {
  const output = app.timeline.getByText('0 pears', { exact: true })
  await app.keys('j')
  await app.chosenRow.filter({ hasText: 'count --row 0' }).waitFor()
  await app.chosenRow.focus()
  await app.keys('i')
  await app.chosenRow.getByText('0 pears', { exact: true }).waitFor()
  await app.keys('Escape')
  await output.waitFor({ state: 'hidden' })
  await app.chosenRow.filter({ hasText: 'count --row 0' }).waitFor()
  expect(await focused()).toBe('article')
  await app.keys('i')
  await output.waitFor()
  await app.keys('j')
  await output.waitFor({ state: 'hidden' })
  await app.chosenRow.filter({ hasText: 'count --row 1' }).waitFor()
  // What was opened for good stays open.
  await app.keys('Enter', 'i', 'Escape')
  await app.chosenRow.getByText('1 pears', { exact: true }).waitFor()
  await app.keys('Enter')

  await app.branches.getByRole('radio', { name: 'All', exact: true }).click()
  await app
    .branchRow(/steps · bash/)
    .nth(1)
    .click()
  await app.chosenRow.filter({ hasText: 'count --row 10' }).waitFor()
  await app.keys('i')
  await app.chosenRow.getByText('10 pears', { exact: true }).waitFor()
  expect(await focused()).toBe('treeitem')
  await app.keys('Escape')
  await app.chosenRow.getByText('10 pears', { exact: true }).waitFor({ state: 'hidden' })
  expect(await focused()).toBe('treeitem')
  await app.branches.getByRole('radio', { name: 'Prompts', exact: true }).click()
  expect(app.faults).toEqual([])
})

test('from steps one comes back to the row that was being read', async () => {
  await app.branchRow('Now row 200 and on.').click()
  await app.chosenRow.filter({ hasText: 'Now row 200 and on.' }).waitFor()
  const top = await app.chosenRow.evaluate((row) => row.getBoundingClientRect().top)
  await mode('Steps').click()
  await app.row('count --row 200').waitFor()
  await mode('Read').click()
  await app.chosenRow.filter({ hasText: 'Now row 200 and on.' }).waitFor()
  await expect
    .poll(async () =>
      Math.abs((await app.chosenRow.evaluate((row) => row.getBoundingClientRect().top)) - top),
    )
    .toBeLessThan(40)
})

test('Back and Forward lead over views, and to where nothing was selected', async () => {
  await app.goToTab(/faster|thumb/i)
  await app.row(/\w/).first().waitFor()
  await app.outcome.waitFor()
  await app.branchRow(/\w/).nth(3).click()
  await app.chosenRow.waitFor()
  await app.page.waitForFunction(() => performance.now() > 1)
  await view('Changes').click()
  await app.view('Changes').waitFor()
  await toolbar('Back').click()
  await app.timeline.waitFor()
  await toolbar('Forward').click()
  await app.view('Changes').waitFor()
  expect(app.faults).toEqual([])
})

test('Alt with an arrow goes back although a tab or a choice has the focus', async () => {
  await app.branchRow('Now row 100 and on.').click()
  await app.chosenRow.filter({ hasText: 'Now row 100 and on.' }).waitFor()
  await view('Changes').click()
  await app.view('Changes').waitFor()
  await view('Changes').focus()
  await app.keys('Alt+ArrowLeft')
  await app.timeline.waitFor()
  await app.tab('pears.jsonl').focus()
  await app.keys('Alt+ArrowRight')
  await app.view('Changes').waitFor()
  expect(await app.tab('pears.jsonl').getAttribute('aria-selected')).toBe('true')
})

test('keys act on the rows after a click on a tab or a choice; by keyboard they move between those', async () => {
  await app.tab('pears.jsonl').click()
  await app.keys('ArrowDown')
  await app.chosenRow.filter({ hasText: 'count --row 0' }).waitFor()
  await mode('Skim').click()
  await app.keys('End')
  await app.chosenRow.filter({ hasText: 'All rows are counted.' }).waitFor()
  await mode('Skim').focus()
  await app.keys('ArrowLeft')
  await expect.poll(() => mode('Read').getAttribute('aria-checked')).toBe('true')
  expect(await focused()).toBe('radio')
})

test('o gives the overview the focus, and the list when it is left', async () => {
  await app.branchRow('Now row 100 and on.').click()
  await app.keys('o')
  await expect.poll(focused).toBe('img')
  await app.keys('+', '0', 'ArrowDown', 'Enter', 'Escape')
  await expect.poll(focused).toBe('treeitem')
  await app.keys('o')
  await expect.poll(focused).toBe('img')
  await app.keys('o')
  await expect.poll(focused).toBe('treeitem')
  expect(app.faults).toEqual([])
})

test('keys scroll a long output, and Escape leaves it for its row', async () => {
  await app.keys('Shift+G')
  const card = app.row('seq 5000')
  await app.toggle(card, /seq 5000/)
  await card.getByRole('button', { name: /^Show all/ }).click()
  const viewer = card.getByRole('group', { name: /lines$/ })
  await viewer.focus()
  await viewer.getByText('pear 0', { exact: true }).waitFor()
  await app.keys('End')
  await viewer.getByText('pear 4999').waitFor()
  await app.keys('Home')
  await expect.poll(() => scrolled(viewer)).toBe(0)
  const px = []
  for (const key of ['j', 'ArrowDown', 'PageDown', 'k', 'ArrowUp', 'PageUp']) {
    await app.keys(key)
    px.push(await scrolled(viewer))
  }
  expect(px[1]).toBeGreaterThan(px[0] ?? 0)
  expect(px[2]).toBeGreaterThan((px[1] ?? 0) + 300)
  expect(px[5]).toBe(0)
  await app.keys('Shift+G')
  await viewer.getByText('pear 4999').waitFor()
  await app.keys('g')
  await expect.poll(() => scrolled(viewer)).toBe(0)
  await app.keys('Escape')
  await expect.poll(focused).toBe('article')
  expect(await viewer.count()).toBe(1)
})

test('Escape closes the boxes that find at once, and what was looked for is there the next time', async () => {
  await app.timeline.getByRole('button', { name: 'Find in the timeline' }).click()
  const field = app.timeline.getByRole('textbox', { name: 'Find in the branch' })
  await field.fill('row 399')
  await app.timeline.getByText('1 of 1').waitFor()
  expect(await focused()).toBe('input')
  await app.keys('Escape')
  await field.waitFor({ state: 'hidden' })
  await expect.poll(focused).toBe('article')
  await app.keys('Control+f')
  expect(await field.inputValue()).toBe('row 399')
  await app.keys('Escape')

  const bar = app.branches.getByRole('tree')
  const top = await bar.evaluate((tree) => tree.getBoundingClientRect().top)
  await app.command('Find in the branch graph')
  await app.page.keyboard.type('row')
  await app.branches.getByRole('button', { name: 'Next hit' }).waitFor()
  expect(await bar.evaluate((tree) => tree.getBoundingClientRect().top)).toBe(top)
  await app.keys('Escape')
  await expect.poll(focused).toBe('treeitem')
  expect(await app.branches.getByRole('textbox', { name: 'Find' }).inputValue()).toBe('row')
})

test('shows the record of a row, opened, from its menu', async () => {
  await app.branchRow('Now row 100 and on.').click()
  await app.chosenRow.filter({ hasText: 'Now row 100 and on.' }).click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: 'Show the raw record' }).click()
  const record = app.timeline.locator('article[aria-current="true"]')
  await record.getByText('"user"').first().waitFor()
  expect(await mode('Raw').getAttribute('aria-checked')).toBe('true')
})

test('names the branches that hold an entry, to go to', async () => {
  await app.goToTab(/faster|thumb/i)
  await app.branchRow(/\w/).first().click()
  const button = app.branches.getByRole('button', { name: /^in \d+ of \d+ branches: list them$/ })
  await button.focus()
  await app.keys('Enter')
  const items = app.page.getByRole('menuitem')
  await expect.poll(() => items.count()).toBeGreaterThan(1)
  const before = await app.selectedBranchRow.textContent()
  await app.keys('ArrowDown', 'Enter')
  await expect.poll(() => app.selectedBranchRow.textContent()).not.toBe(before)
  expect(await app.barriers()).toEqual([])
  expect(app.faults).toEqual([])
})
