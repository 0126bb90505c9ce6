import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import { sample } from './places'
import { WrittenSession } from './written'

const folder = mkdtempSync(join(tmpdir(), 'branchline-comparekeys-'))

/** Two drafts from one plan, each goes on for a while; the tests failed in one only. */
function drafts(): string {
  const session = new WrittenSession({ id: 'e2e00000-0000-4000-8000-00000000d001' })
  session.prompt('Write a poem')
  const plan = session.reply('Draft one: grey wind')
  session.prompt('Make it about rain')
  session.call('edit', { path: 'poem.txt', edits: [{ oldText: 'grey wind', newText: 'soft rain' }] }, 'ok')
  session.call('bash', { command: 'spell poem.txt' }, 'two errors', true)
  session.call('read', { path: 'poem.txt' }, 'soft rain')
  session.reply('Rain draft')
  session.leaf = plan
  session.prompt('Make it about snow')
  session.call('edit', { path: 'poem.txt', edits: [{ oldText: 'grey wind', newText: 'soft snow' }] }, 'ok')
  session.call('bash', { command: 'spell poem.txt' }, 'no errors')
  session.call('read', { path: 'poem.txt' }, 'soft snow')
  session.reply('Snow draft')
  return session.write(folder, 'drafts.jsonl')
}

/** A long talk that parts near its end, and whose ways part in many steps. */
function long(): string {
  const session = new WrittenSession({ id: 'e2e00000-0000-4000-8000-00000000d002' })
  for (let n = 0; n < 60; n++) {
    session.prompt(`Question ${n}`)
    session.reply(`Answer ${n}`)
  }
  const { leaf } = session
  for (const side of ['left', 'right']) {
    session.leaf = leaf
    session.prompt(`Go ${side}`)
    for (let n = 0; n < 60; n++)
      session.call('bash', { command: n % 25 === 20 ? `turn ${side} ${n}` : `step ${n}` }, `${side} ${n}`)
    session.reply(`Gone ${side}.`)
  }
  return session.write(folder, 'long.jsonl')
}

let app: App
let compare: Locator
beforeAll(async () => {
  app = await start({ files: [drafts(), long(), sample('faster-thumbnails')] })
  compare = app.view('Compare')
})
beforeEach(() => app.resize(1400, 900))
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const feed = () => compare.getByRole('feed', { name: 'Steps of both sides' })
const here = () => feed().locator('article[aria-current="true"]')
const focused = (line: Locator) => line.and(app.page.locator(':focus')).waitFor()
const leaf = (words: string) => compare.getByRole('row').filter({ hasText: words })
/** The rows of the graph that a side runs through, from the top. */
const way = (side: 'a' | 'b') =>
  app.branches
    .locator(`button.row:has(:is(.shape.${side}, .shape.both))`)
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).innerText))
const letter = (side: 'A' | 'B') => app.branches.locator('.sides').getByText(side, { exact: true })

async function read(tab: string) {
  await app.tab(tab).click()
  await app.page.getByRole('radio', { name: 'Timeline' }).click()
  await app.row(/\w/).first().waitFor()
}

/** Compares two branches by what was said last in them. */
async function leaves(tab: string, a: string, b: string) {
  await read(tab)
  await app.command('Compare: all leaves of the session')
  await leaf(a).click()
  await leaf(b).click({ modifiers: ['Control'] })
  await here().waitFor()
}

test('gives the steps the keys after a click with Ctrl, and comes back to them', async () => {
  await read('drafts.jsonl')
  await app.goTo('Rain draft')
  await app.branchRow('Snow draft').click({ modifiers: ['Control'] })
  await focused(here().filter({ hasText: 'Make it about rain' }))
  await app.keys('ArrowDown')
  await focused(here().filter({ hasText: 'edited' }))
  await app.keys('k')
  await focused(here().filter({ hasText: 'Make it about rain' }))
  await app.keys('ArrowDown', 'Enter')
  await here().getByRole('button', { name: 'Read in the timeline' }).first().waitFor()
  await app.keys('Alt+ArrowLeft')
  await app.chosenRow.filter({ hasText: 'Rain draft' }).waitFor()
  await app.keys('Alt+ArrowRight')
  await focused(here().filter({ hasText: 'edited' }))
  await app.keys('Enter', 'ArrowUp')
  await focused(here().filter({ hasText: 'Make it about rain' }))
  expect(app.faults).toEqual([])
})

test('gives the steps the keys after d and d in the graph', async () => {
  await read('drafts.jsonl')
  await app.goTo('Rain draft')
  await app.keys('d')
  await app.page.getByText('Choose what to compare it with').waitFor()
  await app.branchRow('Snow draft').click()
  await app.keys('d')
  await focused(here().filter({ hasText: 'Make it about rain' }))
  await app.keys('ArrowDown', 'ArrowLeft')
  await focused(here().filter({ hasText: 'edited' }))
  expect(app.faults).toEqual([])
})

test('one comparison after the other is gone back through', async () => {
  await leaves('drafts.jsonl', 'Rain draft', 'Snow draft')
  await app.command('Compare: swap the sides')
  await here().locator('[data-side="a"]').filter({ hasText: 'Make it about snow' }).waitFor()
  await app.branches
    .locator('button.row')
    .filter({ hasText: 'Write a poem' })
    .click({ modifiers: ['Control'] })
  await compare.getByText('B is the beginning of A').first().waitFor()
  await app.command('Compare: all leaves of the session')
  await leaf('Rain draft').waitFor()
  await app.keys('Alt+ArrowLeft')
  await compare.getByText('B is the beginning of A').first().waitFor()
  await app.keys('Alt+ArrowLeft')
  await here().locator('[data-side="b"]').filter({ hasText: 'Make it about rain' }).waitFor()
  expect(app.faults).toEqual([])
})

test('lights both sides up to their ends, whichever way one came', async () => {
  const shared = ['Write a poem', 'Draft one: grey wind']
  for (const [a, b] of [
    ['Rain draft', 'Snow draft'],
    ['Snow draft', 'Rain draft'],
  ] as const) {
    await leaves('drafts.jsonl', a, b)
    await expect.poll(async () => (await way('a')).at(-1)).toContain(a)
    await expect.poll(async () => (await way('b')).at(-1)).toContain(b)
    for (const side of ['a', 'b'] as const)
      for (const [i, words] of shared.entries()) expect((await way(side))[i]).toContain(words)
    expect((await way('a')).join('\n')).not.toContain(b)
    expect((await way('b')).join('\n')).not.toContain(a)
  }
  // A ends in the middle of its branch.
  await read('drafts.jsonl')
  await app.goTo('Make it about rain')
  await app.branchRow('Snow draft').click({ modifiers: ['Control'] })
  await here().waitFor()
  await expect.poll(async () => (await way('a')).at(-1)).toContain('Make it about rain')
  expect(await letter('A').count()).toBe(1)
  expect(await letter('B').count()).toBe(1)
  expect(app.faults).toEqual([])
})

test('shows the ends of both sides in the gutter, also when the overview was on', async () => {
  await read('long.jsonl')
  await app.page.getByRole('radio', { name: 'Overview' }).click()
  await leaves('long.jsonl', 'Gone left.', 'Gone right.')
  for (const side of ['A', 'B'] as const) {
    await letter(side).waitFor()
    const box = await letter(side).boundingBox()
    expect(box?.y).toBeGreaterThan(70)
    expect(box?.y).toBeLessThan(870)
  }
  await app.keys('Escape')
  await app.page.getByRole('radio', { name: 'List' }).click()
  expect(app.faults).toEqual([])
})

test('compares what is clicked with Ctrl in the overview', async () => {
  await read('drafts.jsonl')
  await app.goTo('Rain draft')
  await app.page.getByRole('radio', { name: 'Overview' }).click()
  const picture = app.branches.getByRole('img', { name: /^Picture of/ })
  await picture.waitFor()
  await app.frames()
  const box = await picture.boundingBox()
  if (box === null) throw new Error('the picture is not on screen')
  // The branch that pi continues runs down the left edge; its end is its lowest sign.
  const pointed = () => picture.evaluate((canvas) => canvas.style.cursor === 'pointer')
  for (let up = 4; up < box.height && !(await pointed()); up += 4)
    await app.page.mouse.move(box.x + 20, box.y + box.height - up)
  await app.page.keyboard.down('Control')
  await app.page.mouse.down()
  await app.page.mouse.up()
  await app.page.keyboard.up('Control')
  await focused(here())
  await letter('A').waitFor()
  await letter('B').waitFor()
  expect((await way('a')).at(-1)).toContain('Rain draft')
  await app.keys('Escape')
  await app.page.getByRole('radio', { name: 'List' }).click()
  expect(app.faults).toEqual([])
})

test('visits every step that differs, in the upper third of the view', async () => {
  await leaves('drafts.jsonl', 'Rain draft', 'Snow draft')
  await compare.getByText('1 of 3 differences').waitFor()
  await app.keys('n')
  await here().filter({ hasText: 'other text' }).waitFor()
  await app.keys('n')
  await here().filter({ hasText: 'failed here' }).filter({ hasText: 'went well here' }).waitFor()
  await compare.getByText('3 of 3 differences').waitFor()

  await leaves('long.jsonl', 'Gone left.', 'Gone right.')
  for (const words of ['turn left 20', 'turn left 45']) {
    await app.keys('n')
    await here().filter({ hasText: words }).waitFor()
    const third = async () => {
      const [list, line] = [await feed().boundingBox(), await here().boundingBox()]
      return list === null || line === null ? 1 : (line.y - list.y) / list.height
    }
    await expect.poll(third).toBeLessThan(0.34)
    expect(await third()).toBeGreaterThanOrEqual(0)
  }
  expect(app.faults).toEqual([])
})

test('reads an edit as what it changes, though nothing was recorded of it', async () => {
  await leaves('drafts.jsonl', 'Rain draft', 'Snow draft')
  await compare.getByText('1 of 3 differences').waitFor()
  await app.keys('n', 'Enter')
  const change = here().getByRole('figure', { name: 'Change of poem.txt: 1 line added, 1 line removed' })
  await change.nth(1).waitFor()
  expect(await here().getByText('oldText').count()).toBe(0)
  await app.keys('Enter')
  expect(app.faults).toEqual([])
})

test('names the side that waits in menus, and its line is not covered', async () => {
  await read('drafts.jsonl')
  await app.goTo('Rain draft')
  await app.keys('d')
  await app.branchRow('Snow draft').click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: 'Compare with A (“Rain draft”)' }).waitFor()
  await app.keys('Escape')
  const cancel = app.page.getByRole('button', { name: 'Cancel', exact: true })
  const toast = app.page
    .getByRole('region', { name: 'Messages' })
    .getByText(/copied/i)
    .first()
  await app.command('Copy')
  const clear = async (size: string) => {
    const box = await toast.boundingBox()
    const below = await cancel.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0), size).toBeLessThanOrEqual(below?.y ?? 0)
  }
  await clear('1400 × 900')
  await app.resize(960, 600)
  await clear('960 × 600')
  for (let step = 0; step < 5; step++) await app.keys('Control+=')
  await clear('960 × 600, large text')
  await app.screenshot('toast-over-the-side-that-waits')
  await app.keys('Control+0')
  await cancel.click()
  await app.page.getByText('Choose what to compare it with').waitFor({ state: 'detached' })
  expect(app.faults).toEqual([])
})

test('fits into a small window', async () => {
  await read('Faster thumbnails')
  await app.resize(960, 600)
  await app.command('Compare: all leaves of the session')
  await leaf('works, small gain').waitFor()
  for (const row of await compare.getByRole('row').all()) {
    const words = await row.locator('.lastWords').boundingBox()
    expect(words?.width).toBeGreaterThan(200)
    for (const cell of await row.locator('.pick, .figure').all()) {
      const box = await cell.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(960)
      expect(box?.width).toBeGreaterThan(20)
    }
  }
  await leaf('works, small gain').getByRole('button', { name: 'Compare…' }).click()
  await leaf('p95 121 ms').getByRole('button', { name: 'Compare' }).click()
  await here().waitFor()
  for (const heading of await compare.getByRole('columnheader').all()) {
    const box = await heading.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(960)
  }
  const list = await feed().boundingBox()
  expect(list?.height).toBeGreaterThan(260)
  expect(app.faults).toEqual([])
})

test('gives the steps the keys after the side was chosen with the pointer', async () => {
  await leaves('drafts.jsonl', 'Rain draft', 'Snow draft')
  await app.resize(960, 600)
  await compare.getByRole('radio', { name: 'B' }).click()
  await focused(here().filter({ hasText: 'Make it about snow' }))
  await app.keys('ArrowDown')
  await focused(here().filter({ hasText: 'edited' }))
  await app.keys('Enter')
  await here().getByText('soft snow').waitFor()
  await app.keys('ArrowLeft')
  await here().getByText('soft rain').waitFor()
  expect(app.faults).toEqual([])
})
