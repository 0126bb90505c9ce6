import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { start, type App } from './driver'
import { GrowingSession } from './growing'
import { sample } from './places'
import { sail } from './staged'

const folder = mkdtempSync(join(tmpdir(), 'branchline-context-'))
const long = Array.from({ length: 6000 }, (_, n) => `line ${n + 1} of a long brief`).join('\n')

let app: App
let context: Locator
let session: GrowingSession
beforeAll(async () => {
  session = sail(new GrowingSession(), long)
  session.write(folder, 'ferry.jsonl')
  app = await start({ files: [session.path, sample('faster-thumbnails'), sample('uploads-5-finished')] })
  context = app.page.getByRole('region', { name: 'Context', exact: true })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const lines = () => context.locator('article[data-line]')
const line = (words: string | RegExp) => lines().filter({ hasText: words }).first()
const cursor = () => context.locator('article[data-line]:focus')

/** The words of the lines, each without its size and time. */
const said = () =>
  lines().evaluateAll((all) =>
    all.map((element) =>
      element.textContent
        .replace(/~[\d.]+k?|\d\d:\d\d( – \d\d:\d\d)?/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    ),
  )

async function show(tab: string | RegExp) {
  await app.goToTab(tab)
  await app.frames()
  if ((await context.count()) === 0) {
    await app.row(/\w/).first().waitFor()
    await app.keys('c')
  }
  await lines().first().waitFor()
}

test('tells by keyboard what the model saw, and what it did not', async () => {
  await show('ferry.jsonl')
  await cursor().filter({ hasText: 'Compaction' }).waitFor()
  await context.getByText('What the model saw at').waitFor()
  await context.getByText('Reply').first().waitFor()
  expect(await said()).toEqual([
    'Compaction Timetable Forty sailings, ten of them to move.',
    '5 entries replaced by the compaction at',
    '1 message taken out by an edit at',
    'pi The south quay is nearer to the station.',
    'You There is a gate. edited',
    'You ran cat gate.txt not sent',
    expect.stringMatching(/^You line 1 of a long brief/) as string,
    'pi Read to the last line.',
  ])
  expect(await context.innerText()).not.toContain('4711')

  await app.keys('ArrowDown')
  await cursor().filter({ hasText: '5 entries replaced' }).waitFor()
  await app.keys('Enter')
  await cursor().getByText('Do not touch the API.').waitFor()
  await app.keys('Enter')
  await cursor().getByText('Do not touch the API.').waitFor({ state: 'detached' })

  await app.keys('End')
  await cursor().filter({ hasText: 'Read to the' }).waitFor()
  await app.keys('Enter')
  await cursor().locator('strong', { hasText: 'last' }).waitFor()
  await app.keys('Enter', 'Home')
  await cursor().filter({ hasText: 'Compaction' }).waitFor()
  expect(app.faults).toEqual([])
})

test('says how much of what there is, and how that is known', async () => {
  await show('ferry.jsonl')
  const kinds = context.getByRole('list', { name: 'Tokens by kind, estimated' }).getByRole('listitem')
  expect(
    (await kinds.allInnerTexts()).map((words) => words.replace(/\s+/g, ' ').replace(/ ~.*/, '')),
  ).toEqual(['Compaction', 'Prompts', 'Replies'])
  await context.getByText('acme/acme-large').waitFor()
  await context.getByText(/1,280 recorded with a reply/).waitFor()
  expect(app.faults).toEqual([])
})

test('reads a long message by its lines', async () => {
  await show('ferry.jsonl')
  await line('of a long brief').getByRole('button', { expanded: false }).click()
  await context.getByRole('button', { name: /^Show all/ }).click()
  const all = context.getByRole('group', { name: /6,000 lines/ })
  await all.getByText('line 3 of a long brief').waitFor()
  await all.evaluate((box) => (box.scrollTop = box.scrollHeight))
  await all.getByText('line 6000 of a long brief').waitFor()
  await context.getByRole('button', { name: 'Close' }).click()
  await line('of a long brief').getByRole('button', { expanded: true }).click()
  expect(app.faults).toEqual([])
})

test('follows the entry that is selected in the branches, and goes to an entry in the timeline', async () => {
  await show('ferry.jsonl')
  await app.branchRow('Forty sailings leave').click()
  await context.getByText('bash, read').waitFor()
  expect((await said()).map((words) => words.split(' ')[0])).toEqual(['System', 'You', 'pi', 'read', 'pi'])
  await context.getByRole('button', { name: /tokens in 2 parts/ }).click()
  await context.getByText('Do not touch the API.').first().waitFor()
  await line('quay,hour').hover()
  await line('quay,hour').getByRole('button', { name: 'Show it in the timeline' }).click()
  await app.chosenRow.filter({ hasText: 'table.csv' }).waitFor()
  await app.keys('c')
  await cursor().waitFor()
  await app.keys('Escape')
  await app.row(/\w/).first().waitFor()
  expect(app.faults).toEqual([])
})

test('tells what changed with the compaction, since another entry, and the way back', async () => {
  await show('ferry.jsonl')
  await app.branchRow('Read to the').click()
  await context.getByRole('button', { name: 'before the compaction' }).click()
  await context.getByRole('heading', { name: /^Fell out 6 messages/ }).waitFor()
  await context.getByRole('heading', { name: /^Came in 5 messages/ }).waitFor()
  expect(await line('Do not touch the API.').innerText()).toMatch(/Plan the winter timetable/)
  await line('quay,hour').getByText('compacted').waitFor()
  await line('Move ten sailings').getByText('taken out').waitFor()

  await app.branchRow('Forty sailings leave').click()
  await context.getByText('compared with').waitFor()
  await context.getByRole('button', { name: /^Reply .*Forty sailings leave/ }).waitFor()
  await context.getByRole('button', { name: 'Swap' }).click()
  await context.getByRole('heading', { name: /^Came in 5 messages/ }).waitFor()
  await context.getByRole('button', { name: 'Swap' }).click()
  await context.getByRole('heading', { name: /^Fell out 5 messages/ }).waitFor()
  await lines().first().focus()
  await app.keys('Escape')
  await context.getByText('compared with').waitFor({ state: 'detached' })
  await context.getByText('acme/acme-large').waitFor()
  await app.selectedBranchRow.filter({ hasText: 'Read to the' }).waitFor()
  await app.command('Context: compare with another entry')
  await context.getByText('Select an entry in the branches or the timeline.').waitFor()
  await app.branchRow('Plan the winter').click()
  await context.getByRole('heading', { name: /^Fell out/ }).waitFor()
  await context.getByRole('button', { name: 'Stop comparing' }).click()
  await context.getByRole('heading', { name: /^Fell out/ }).waitFor({ state: 'detached' })
  expect(app.faults).toEqual([])
})

test('tells of a run what its model was never sent', async () => {
  await show('uploads-5-finished.jsonl')
  await line('Before the protocol').getByText('not sent').waitFor()
  await context.getByText('estimated: a quarter of the characters').waitFor()
  await app.keys('c')
  expect(app.faults).toEqual([])
})

test('keeps still while the session goes on, and says that it did', async () => {
  await app.goToTab('Faster thumbnails')
  await app.row(/\w/).first().waitFor()
  const growing = new GrowingSession()
  for (let n = 1; n <= 40; n++) {
    growing.prompt(`Question ${n}.`)
    growing.reply(`Answer ${n}.`)
  }
  growing.write(folder, 'grows.jsonl')
  const other = await start({ files: [growing.path] })
  const seen = other.page.getByRole('region', { name: 'Context', exact: true })
  await other.row(/\w/).first().waitFor()
  await other.keys('c')
  await seen.locator('article[data-line]:focus').waitFor()
  await seen.hover()
  await other.page.mouse.wheel(0, 700)
  const top = () => seen.getByRole('feed').evaluate((feed) => feed.scrollTop)
  await expect.poll(top).toBeGreaterThan(600)
  for (let n = 0; n < 20; n++) await other.frames()
  const before = await top()
  for (let n = 41; n <= 50; n++) growing.prompt(`Question ${n}.`)
  await other.status.getByText('91 entries').or(other.status.getByText('90 entries')).waitFor()
  await seen.getByText('The branch has gone on since.').waitFor()
  expect(await top()).toBe(before)
  await seen.getByText('80 messages').waitFor()
  await seen.getByRole('button', { name: 'Show its end' }).click()
  await seen.getByText('90 messages').waitFor()
  expect(other.faults).toEqual([])
  await other.close()
})

test('its head runs into nothing in large text and a small window', async () => {
  await show('Faster thumbnails')
  await app.resize(960, 600)
  for (let n = 0; n < 6; n++) await app.keys('Control+=')
  const head = context.locator('header')
  const runsInto = () =>
    head.evaluate((line) => {
      const [place, held] = [line.querySelector('b'), line.querySelector('h3')].map((words) =>
        words?.getBoundingClientRect(),
      )
      return !place || !held || (place.right > held.left && place.bottom > held.top)
    })
  expect(await runsInto()).toBe(false)
  await app.keys('Control+0')
  await app.resize(1400, 900)
  expect(app.faults).toEqual([])
})

for (const theme of ['dark', 'light'] as const) {
  test(`bars nobody from what the model saw, ${theme}`, async () => {
    await app.setTheme(theme)
    for (const [tab, name] of [
      ['ferry.jsonl', 'ferry'],
      ['Faster thumbnails', 'thumbnails'],
      ['uploads-5-finished.jsonl', 'run'],
    ] as const) {
      await show(tab)
      await lines().first().getByRole('button').first().click()
      expect(await app.barriers(), name).toEqual([])
      await app.screenshot(`context-${name}-${theme}-1400`)
      await lines().first().getByRole('button').first().click()
    }
    await show('Faster thumbnails')
    await context.getByRole('button', { name: 'before the compaction' }).click()
    await context.getByRole('heading', { name: /^Fell out/ }).waitFor()
    expect(await app.barriers(), 'compared').toEqual([])
    await app.screenshot(`context-changed-${theme}-1400`)
    await app.resize(960, 600)
    expect(await app.barriers(), 'a small window').toEqual([])
    await app.screenshot(`context-changed-${theme}-960`)
    await context.getByRole('button', { name: 'Stop comparing' }).click()
    await app.resize(1400, 900)
    expect(app.faults).toEqual([])
  })
}
