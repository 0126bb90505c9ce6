import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { start, type App } from './driver'
import { sample } from './places'
import { WrittenSession } from './written'

const folder = mkdtempSync(join(tmpdir(), 'branchline-compare-'))

/** Two drafts from one plan: the second came back from the first with a summary. */
function drafts(): string {
  const session = new WrittenSession({ id: 'e2e00000-0000-4000-8000-00000000c001' })
  session.prompt('Write a poem')
  const plan = session.reply('Draft one: grey wind')
  session.prompt('Make it about rain')
  const rain = session.reply('Rain draft')
  session.entry('branch_summary', { fromId: rain, summary: 'Tried rain; set aside.' }, plan)
  session.prompt('Make it about snow')
  session.reply('Snow draft')
  return session.write(folder, 'drafts.jsonl')
}

/** Two long ways through the same files, every seventh step of which is another. */
function ways(): string {
  const session = new WrittenSession({ id: 'e2e00000-0000-4000-8000-00000000c002' })
  const root = session.prompt('Walk through all files')
  for (const side of ['left', 'right']) {
    session.leaf = root
    for (let n = 0; n < 400; n++) {
      if (n % 7 === 3) session.call('bash', { command: `check ${side} ${n}` }, `${side} ${n} is well`)
      else session.call('read', { path: `src/file-${n}.go` }, `file ${n} as the ${side} way found it`)
    }
    session.reply(`Walked ${side}.`)
  }
  return session.write(folder, 'ways.jsonl')
}

let app: App
let compare: Locator
beforeAll(async () => {
  app = await start({
    files: [
      drafts(),
      ways(),
      sample('faster-thumbnails'),
      sample('uploads-3-stuck'),
      sample('uploads-5-finished'),
    ],
  })
  compare = app.page.getByRole('region', { name: 'Compare', exact: true })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const feed = () => compare.getByRole('feed', { name: 'Steps of both sides' })
const here = () => feed().locator('article[aria-current="true"]')
const leaf = (words: string) => compare.getByRole('row').filter({ hasText: words })

async function leaves(tab: string) {
  await app.tab(tab).click()
  await app.page.getByRole('radio', { name: 'Timeline' }).click()
  await app.row(/\w/).first().waitFor()
  await app.command('Compare: all leaves of the session')
  await compare.getByRole('grid').waitFor()
}

/** How far the two sides of each row on screen are from being level, at most, in pixels. */
const unlevel = () =>
  feed()
    .locator('.lines')
    .evaluateAll((rows) =>
      Math.max(
        ...rows.map((row) => {
          const [a, b] = [...row.querySelectorAll('[data-side]')].map((cell) => cell.getBoundingClientRect())
          if (a === undefined || b === undefined) return Infinity
          return Math.max(Math.abs(a.top - b.top), Math.abs(a.bottom - b.bottom))
        }),
      ),
    )

test('compares two leaves by keyboard alone, and goes back', async () => {
  await leaves('drafts.jsonl')
  await leaf('Snow draft').focus()
  await app.keys('Home')
  await leaf('Rain draft').and(app.page.locator(':focus')).waitFor()
  await app.keys('d')
  await app.page.getByText('Choose what to compare it with').waitFor()
  await app.keys('ArrowDown', 'd')
  await compare.getByText('2 entries in common, up to “Draft one: grey wind”').waitFor()
  await compare
    .getByRole('button', { name: 'A was asked “Make it about rain”, B came back from A with a summary' })
    .waitFor()
  await here().filter({ hasText: 'Make it about rain' }).waitFor()
  expect(await app.sessions.count()).toBe(0)
  for (const side of ['A', 'B'])
    await expect.poll(() => app.branches.getByText(side, { exact: true }).count()).toBe(1)
  await app.keys('Escape')
  await app.row('Draft one').waitFor()
  expect(app.faults).toEqual([])
})

test('compares the row that was selected with the one that is clicked with Ctrl', async () => {
  await app.tab('drafts.jsonl').click()
  await app.page.getByRole('radio', { name: 'Timeline' }).click()
  await app.branchRow('Snow draft').click()
  await app.chosenRow.filter({ hasText: 'Snow draft' }).waitFor()
  await app.branchRow('Rain draft').click({ modifiers: ['Control'] })
  await here().waitFor()
  await compare
    .getByRole('button', { name: 'B was asked “Make it about rain”' })
    .or(compare.getByRole('button', { name: /A came .*, B was asked “Make it about rain”/ }))
    .waitFor()
  expect(app.faults).toEqual([])
})

test('keeps two long branches level while they are scrolled as one', async () => {
  await leaves('ways.jsonl')
  await leaf('Walked left.').click()
  await leaf('Walked right.').click({ modifiers: ['Control'] })
  await here().waitFor()
  await feed().hover()
  for (let n = 0; n < 25; n++) {
    await app.page.mouse.wheel(0, 337)
    await app.frames()
    expect(await unlevel()).toBeLessThanOrEqual(1)
  }
  expect(await feed().evaluate((box) => box.scrollTop)).toBeGreaterThan(5000)
  expect(await app.liveNodes()).toBeLessThan(2500)

  await app.keys('Home')
  await here().focus()
  await app.keys('Enter')
  await here().getByRole('button', { name: 'Read in the timeline' }).first().waitFor()
  expect(await unlevel()).toBeLessThanOrEqual(1)
  await app.keys('Enter')
  expect(app.faults).toEqual([])
})

test('goes from difference to difference, shows only those, and swaps the sides', async () => {
  await leaves('ways.jsonl')
  await leaf('Walked left.').click()
  await leaf('Walked right.').click({ modifiers: ['Control'] })
  await compare.getByText(/1 of \d+ differences/).waitFor()
  await here().filter({ hasText: 'check left 3' }).waitFor()
  await app.keys('n')
  await here().filter({ hasText: 'check right 10' }).waitFor()
  await app.keys('Shift+N')
  await here().filter({ hasText: 'check left 3' }).waitFor()
  await app.keys('o')
  await feed().getByRole('button', { name: '6 steps the same' }).first().waitFor()
  await app.keys('o')
  await feed().getByRole('button', { name: '6 steps the same' }).first().waitFor({ state: 'detached' })
  await app.keys('x')
  await here().locator('[data-side="a"]').filter({ hasText: 'check right 3' }).waitFor()
  await here().locator('[data-side="b"]').filter({ hasText: 'check left 3' }).waitFor()
  expect(app.faults).toEqual([])
})

test('marks the words that differ where the same was done', async () => {
  await leaves('ways.jsonl')
  await leaf('Walked left.').click()
  await leaf('Walked right.').click({ modifiers: ['Control'] })
  await here().filter({ hasText: 'check left 3' }).waitFor()
  await app.keys('k', 'Enter')
  await here().locator('mark').nth(1).waitFor()
  expect(await here().locator('mark').allInnerTexts()).toEqual(['left', 'right'])
  await app.keys('Enter')
  expect(app.faults).toEqual([])
})

test('compares two files of a family from their menus', async () => {
  await app.tab('Faster thumbnails').click()
  await app.row(/\w/).first().waitFor()
  await app.keys('f')
  const family = app.page.getByRole('region', { name: 'Family', exact: true })
  const member = (words: string) => family.getByRole('treeitem').filter({ hasText: words })
  await member('You are here').click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: 'Compare with…' }).click()
  await member('behind a flag').click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: 'Compare with A' }).click()
  await compare.getByText(/A is the beginning of B, which has \d+ entries more/).waitFor()
  await compare.getByRole('button', { name: /2 only in B/ }).click()
  await compare.getByText('internal/thumb/rollout.go').first().waitFor()
  await app.tab(/^Ship thumbnails behind/).waitFor()
  expect(app.faults).toEqual([])
})

test('compares two runs of one task', async () => {
  await app.tab('uploads-3-stuck.jsonl').click()
  await app.branchRow(/\w/).first().click()
  await app.chosenRow.waitFor()
  await app.keys('d')
  await app.page.getByText('Choose what to compare it with').waitFor()
  await app.tab('uploads-5-finished.jsonl').click()
  await app.branchRow(/\w/).first().click()
  await app.chosenRow.waitFor()
  await app.keys('d')
  await compare.getByText('A goes on from an earlier run, B is from its beginning').waitFor()
  await compare.getByRole('button', { name: 'After the same 2 steps, A listed' }).waitFor()
  const figures = compare.getByRole('table')
  await figures
    .getByRole('row')
    .filter({ hasText: 'finished' })
    .getByRole('img', { name: 'better' })
    .first()
    .waitFor()
  await app.command('Copy the comparison as Markdown')
  await app.page.getByText('Comparison copied').first().waitFor()
  expect(app.faults).toEqual([])
})

for (const theme of ['dark', 'light'] as const) {
  test(`bars nobody from a comparison, ${theme}`, async () => {
    await app.setTheme(theme)
    for (const [tab, a, b, name] of [
      ['drafts.jsonl', 'Rain draft', 'Snow draft', 'drafts'],
      ['Faster thumbnails', 'works, small gain', 'p95 121 ms', 'thumbnails'],
    ] as const) {
      await leaves(tab)
      expect(await app.barriers(), 'the leaves').toEqual([])
      await app.screenshot(`leaves-${name}-${theme}-1400`)
      await leaf(a).click()
      await leaf(b).click({ modifiers: ['Control'] })
      await here().waitFor()
      await compare
        .getByText(/only in|neither side changed any|in both/)
        .first()
        .waitFor()
      await app.keys('Enter')
      await here().getByRole('button', { name: 'Read in the timeline' }).first().waitFor()
      expect(await app.barriers(), name).toEqual([])
      await app.screenshot(`compare-${name}-${theme}-1400`)
      await app.resize(960, 600)
      expect(await app.barriers(), `${name}, a small window`).toEqual([])
      await app.screenshot(`compare-${name}-${theme}-960`)
      await app.resize(1400, 900)
    }
    for (const [tab, name] of [
      ['uploads-5-finished.jsonl', 'runs'],
      ['Faster thumbnails', 'files'],
    ] as const) {
      await app.tab(tab).click()
      if (name === 'files') {
        await app.page.getByRole('radio', { name: 'Family' }).click()
        const members = app.page.getByRole('region', { name: 'Family', exact: true }).getByRole('treeitem')
        await members.filter({ hasText: 'You are here' }).click({ button: 'right' })
        await app.page.getByRole('menuitem', { name: 'Compare with' }).click()
        await members.filter({ hasText: 'behind a flag' }).click({ button: 'right' })
        await app.page.getByRole('menuitem', { name: 'Compare with A' }).click()
      }
      await here().waitFor()
      expect(await app.barriers(), name).toEqual([])
      await app.screenshot(`compare-${name}-${theme}-1400`)
      await app.resize(960, 600)
      await app.screenshot(`compare-${name}-${theme}-960`)
      await app.resize(1400, 900)
    }
    expect(app.faults).toEqual([])
  })
}
