import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { start, type App } from './driver'
import { WrittenSession } from './written'

const folder = mkdtempSync(join(tmpdir(), 'branchline-large-'))
let app: App

beforeAll(async () => (app = await start({ files: [chain(20_000), wide(3000), heavy()] })))
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** One branch of many entries; every tenth is a prompt. */
function chain(entries: number): string {
  const session = new WrittenSession()
  for (let n = 1; n <= entries; n++) {
    if (n % 10 === 1) session.prompt(`Prompt number ${n}.`)
    else session.reply(`Reply number ${n}. ${'It has some words. '.repeat(n % 7)}`)
  }
  return session.write(folder, 'chain.jsonl')
}

/** One prompt with thousands of answers. */
function wide(children: number): string {
  const session = new WrittenSession()
  const first = session.prompt('Give me a name for the boat.')
  for (let n = 1; n <= children; n++) session.prompt(`Name it number ${n}.`, first)
  return session.write(folder, 'wide.jsonl')
}

/** A row of five megabytes among small ones. */
function heavy(): string {
  const session = new WrittenSession()
  session.prompt('Print the tide tables.')
  const tides = Array.from(
    { length: 110_000 },
    (_, n) => `day ${n}: high water at ${n % 24}:${n % 60}, 4.${n % 10} m`,
  )
  session.call('bash', { command: 'tides --all' }, tides.join('\n'))
  session.reply('These are all tides.')
  return session.write(folder, 'heavy.jsonl')
}

/** What a reader would call at once, on a busy machine of two cores. */
const soon = { timeout: 2000 }

async function light() {
  expect(await app.liveNodes()).toBeLessThan(1500)
}

test('shows rows wherever the timeline is scrolled to', async () => {
  await app.goToTab('chain.jsonl')
  await app.row('Prompt number 1.').waitFor()
  const list = app.timeline.getByRole('feed')
  for (const part of [0.25, 0.8, 0.5]) {
    await list.evaluate((box, to) => box.scrollTo(0, box.scrollHeight * to), part)
    const near = Math.round(20 * part)
    await app
      .row(new RegExp(`number (${near - 1}|${near}|${near + 1})\\d\\d\\d\\.`))
      .first()
      .waitFor(soon)
    await light()
  }
  expect(app.faults).toEqual([])
})

test('goes to the last of 20,000 entries and back to the first', async () => {
  await app.goToTab('chain.jsonl')
  await app.keys('Shift+G')
  await app.row('Reply number 20000.').waitFor(soon)
  await light()
  await app.keys('Shift+P')
  await app.chosenRow.filter({ hasText: 'Prompt number 19991.' }).waitFor(soon)
  await app.keys('g', 'g')
  await app.row('Prompt number 1.').waitFor(soon)
  await app.keys('p', 'p')
  await app.chosenRow.filter({ hasText: 'Prompt number 21.' }).waitFor(soon)
  await light()
  expect(app.faults).toEqual([])
})

test('scrolls the outline of 2,000 prompts and the graph of 20,000 entries to their ends', async () => {
  await app.goToTab('chain.jsonl')
  /** Drags the bar down, again when the pane was just about to show the selection. */
  const toEnd = (words: string) =>
    expect
      .poll(async () => {
        await app.branches.getByRole('tree').evaluate((box) => box.scrollTo(0, box.scrollHeight))
        return app.branchRow(words).isVisible()
      }, soon)
      .toBe(true)
  await toEnd('Prompt number 19991.')
  await app.branches.getByRole('radio', { name: 'No tools' }).click()
  await toEnd('pi continues here')
  await light()
  expect(app.faults).toEqual([])
})

test('shows 3,000 ways on from one prompt without pushing the text away', async () => {
  await app.goToTab('wide.jsonl')
  await app.branchRow('Give me a name for the boat').waitFor()
  await app.branches.getByText('3,000 branches').waitFor()
  await app.keys('g', 'g')
  await app.row('3,000 ways on from here').or(app.row('3000 ways on from here')).waitFor()
  await light()
  await app.branchRow('Give me a name').click()
  await app.keys('End')
  await app.selectedBranchRow.filter({ hasText: 'Name it number 3000.' }).waitFor(soon)
  await app.row('Name it number 3000.').waitFor(soon)
  const starts = await app.branches
    .locator('[role="treeitem"] .words')
    .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().left)))
  expect(new Set(starts).size).toBe(1)
  await app.branches.getByRole('textbox', { name: 'Find' }).fill('number 1234.')
  await app.keys('Enter')
  await app.selectedBranchRow.filter({ hasText: 'Name it number 1234.' }).waitFor(soon)
  await app.row('Name it number 1234.').waitFor(soon)
  await light()
  expect(app.faults).toEqual([])
})

test('opens, reads and closes five megabytes of output at once', async () => {
  await app.goToTab('heavy.jsonl')
  const call = app.row('tides --all').first()
  const head = call.getByRole('button', { name: /tides --all/ })
  await head.click()
  await call.getByText('day 0: high water').waitFor(soon)
  await call.getByText(/day 109999:/).waitFor(soon)
  await app.toggle(call, /^Show all \d/)
  const viewer = call.getByRole('group', { name: /result, 110,000 lines/ })
  await viewer.getByText('day 0: high water').waitFor(soon)
  await viewer.evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await viewer.getByText(/day 109999:/).waitFor(soon)
  await light()
  await head.click()
  await viewer.waitFor({ state: 'detached', ...soon })
  await app.row('These are all tides').waitFor(soon)
  expect(app.faults).toEqual([])
})

test('moves no row but by the scrolling itself', async () => {
  await app.goToTab('chain.jsonl')
  await app.keys('Shift+G')
  await app.row('Reply number 20000.').waitFor(soon)
  for (let n = 0; n < 10; n++) await app.frames() // the jump is over
  const list = app.timeline.getByRole('feed')
  const box = await list.boundingBox()
  if (box === null) throw new Error('the timeline is not on screen')
  await app.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  // Every frame notes how far the rows on screen went up or down since the frame before.
  await list.evaluate((feed) => {
    const moves: number[] = []
    let before = new Map<string, number>()
    const note = () => {
      const here = new Map<string, number>()
      const { top, bottom } = feed.getBoundingClientRect()
      for (const row of feed.querySelectorAll('article')) {
        const at = row.getBoundingClientRect()
        if (at.bottom > top + 30 && at.top < bottom - 10) here.set(row.dataset['row'] ?? '', at.bottom)
      }
      for (const [row, at] of here) {
        const was = before.get(row)
        if (was !== undefined) moves.push(at - was)
      }
      before = here
      requestAnimationFrame(note)
    }
    note()
    Object.assign(feed, { moves })
  })
  for (let notch = 0; notch < 24; notch++) {
    await app.page.mouse.wheel(0, -240)
    await app.frames()
    await app.frames()
  }
  const moves = await list.evaluate((feed) => (feed as HTMLElement & { moves: number[] }).moves)
  expect(Math.max(...moves)).toBeGreaterThan(100)
  // Up is where the reader scrolls, so rows only go down; 2 px are rounding.
  expect(Math.min(...moves)).toBeGreaterThanOrEqual(-2)
  expect(app.faults).toEqual([])
})
