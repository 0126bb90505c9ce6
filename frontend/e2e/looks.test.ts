import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { start, type App } from './driver'
import { fixture, sample } from './places'

const folder = mkdtempSync(join(tmpdir(), 'branchline-looks-'))
const runs = ['uploads-5-finished', 'search-index-failed-at-provider', 'uploads-1-interrupted']
let app: App

beforeAll(async () => {
  const notes = join(folder, 'notes.jsonl')
  writeFileSync(notes, 'Buy twine.\n')
  app = await start({
    files: [sample('faster-thumbnails'), ...runs.map(sample), fixture('islands'), notes],
  })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const sizes = [
  [1400, 900],
  [960, 600],
] as const

async function box(of: Locator) {
  const found = await of.boundingBox()
  if (found === null) throw new Error('it is not on screen')
  return found
}

/** Nothing lies over anything else, and the page itself never scrolls. */
async function inOrder() {
  const panes: Locator[] = []
  for (const pane of [app.sessions, app.branches, app.timeline]) if (await pane.isVisible()) panes.push(pane)
  const boxes = await Promise.all(panes.map(box))
  const drawer = (await app.page.locator('.scrim').count()) > 0
  for (const [i, pane] of boxes.entries()) {
    const next = boxes[i + 1]
    if (next !== undefined && !(drawer && i === 0))
      expect(pane.x + pane.width).toBeLessThanOrEqual(next.x + 1)
  }
  const page = await app.page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    return { across: scrollWidth - innerWidth, down: scrollHeight - innerHeight }
  })
  expect(page).toEqual({ across: 0, down: 0 })
}

/** Controls whose words or edges do not fit where they stand. */
function cutControls(): Promise<string[]> {
  return app.page.evaluate(() => {
    const cut: string[] = []
    for (const control of document.querySelectorAll<HTMLElement>('button, [role="radio"], input')) {
      if (control.closest('[role="tree"], [role="feed"], [aria-hidden="true"], [role="tablist"]') !== null)
        continue
      if (control.tabIndex < 0 && control.getAttribute('role') !== 'radio') continue
      const at = control.getBoundingClientRect()
      if (at.width === 0) continue
      const name = control.getAttribute('aria-label') ?? control.innerText
      if (at.left < 0 || at.top < 0 || at.right > innerWidth + 0.5 || at.bottom > innerHeight + 0.5)
        cut.push(`${name}: outside of the window`)
      for (let around = control.parentElement; around !== null; around = around.parentElement) {
        const edge = around.getBoundingClientRect()
        const clips = getComputedStyle(around).overflowX !== 'visible'
        if (clips && (at.right > edge.right + 1 || at.left < edge.left - 1))
          cut.push(`${name}: cut by ${around.className}`)
      }
      if (
        control.localName === 'button' &&
        control.scrollWidth > control.clientWidth + 1 &&
        !control.matches('.search')
      )
        cut.push(`${name}: its words do not fit`)
    }
    return cut
  })
}

for (const theme of ['dark', 'light'] as const) {
  for (const [width, height] of sizes) {
    const shot = (name: string) => app.screenshot(`${name}-${theme}-${width}`)

    test(`looks right, ${theme}, ${width} × ${height}`, async () => {
      await app.setTheme(theme)
      await app.resize(width, height)
      await app.goToTab('Faster thumbnails')
      await app.keys('g', 'g')
      await app.row('GET /thumb has a p95').waitFor()
      await app.keys('Control+b')
      await app.sessions.getByRole('treeitem').nth(4).waitFor()
      await inOrder()
      await shot('samples')
      if (width < 1100) await app.keys('Escape')
      else await app.keys('Control+b')
      await app.sessions.waitFor({ state: 'hidden' })
      expect(await cutControls()).toEqual([])

      await app.branchRow('No cgo, you are right').click()
      await app.chosenRow.filter({ hasText: 'No cgo, you are right' }).waitFor()
      for (const [key, words, name] of [
        ['e', 'internal/thumb/shrink.go', 'written-file'],
        ['e', 'internal/thumb/resize.go', 'edit'],
        ['n', 'go test', 'failed-call'],
      ] as const) {
        await app.keys(key)
        const line = app.chosenRow.filter({ hasText: words }).getByRole('button').first()
        await line.click()
        await inOrder()
        await shot(name)
        await line.click()
      }
      await app.timeline.getByRole('radio', { name: 'Skim' }).click()
      const calls = app.timeline.getByRole('article', { name: /^(bash|read|edit|write), / })
      // The row the keys act on stays, wherever it is.
      await expect.poll(() => calls.count()).toBeLessThanOrEqual(1)
      await app.row(/\w/).first().waitFor({ state: 'attached' })
      await shot('skim')
      await app.timeline.getByRole('radio', { name: 'Read' }).click()

      for (const [key, name] of [
        ['Control+k', 'palette'],
        ['?', 'help'],
        ['Control+,', 'settings'],
      ] as const) {
        await app.keys(key)
        const dialog = app.page.getByRole('dialog')
        await dialog.waitFor()
        const at = await box(dialog)
        expect(at.x >= 0 && at.y >= 0 && at.x + at.width <= width && at.y + at.height <= height, name).toBe(
          true,
        )
        await shot(name)
        await app.keys('Escape')
        await dialog.waitFor({ state: 'detached' })
      }

      for (const run of runs) {
        await app.goToTab(`${run}.jsonl`)
        await app.keys('g', 'g')
        await app.row(/\w/).first().waitFor()
        await inOrder()
        await shot(run)
      }
      await app.goToTab('islands.jsonl')
      await app.row(/\w/).first().waitFor()
      await app.status.getByRole('button', { name: /problem/ }).click()
      await app.problems.waitFor()
      await inOrder()
      await shot('problems')
      await app.problems.getByRole('button', { name: 'Close' }).click()
      await app.goToTab('notes.jsonl')
      await app.page.getByText('This is not a session').first().waitFor()
      await shot('not-a-session')
      expect(app.faults).toEqual([])
    })
  }
}

test('looks right where there is nothing to show', async () => {
  const empty = await start()
  try {
    await empty.sessions.getByRole('treeitem').nth(2).waitFor()
    await empty.row(/\w/).first().waitFor()
    await empty.screenshot('first-start')
    await empty.keys('Control+w')
    await empty.page.getByText('No sessions of your own yet').waitFor()
    for (const theme of ['dark', 'light'] as const) {
      await empty.setTheme(theme)
      await empty.screenshot(`empty-${theme}`)
    }
    expect(empty.faults).toEqual([])
  } finally {
    await empty.close()
  }
})

test('keeps the text to a column that can be read, on a wide screen', async () => {
  await app.resize(2000, 900)
  await app.goToTab('Faster thumbnails')
  await app.keys('g', 'g')
  await app.row('GET /thumb has a p95').waitFor()
  const widths = await app.timeline
    .locator('article .content, section.card > *')
    .evaluateAll((all) => all.map((text) => text.getBoundingClientRect().width))
  expect(widths.length).toBeGreaterThan(2)
  for (const width of widths) expect(width).toBeLessThanOrEqual(920)
  await inOrder()
  expect(app.faults).toEqual([])
})

test('begins the words of all rows of the graph at one place', async () => {
  await app.resize(1400, 900)
  await app.goToTab('Faster thumbnails')
  const starts = await app.branches
    .locator('[role="treeitem"] .words')
    .evaluateAll((all) => all.map((words) => Math.round(words.getBoundingClientRect().left)))
  expect(starts.length).toBeGreaterThan(20)
  expect(new Set(starts).size).toBe(1)
  expect(app.faults).toEqual([])
})

test('cuts no control in the smallest window, and none where text is large', async () => {
  await app.goToTab('Faster thumbnails')
  await app.resize(900, 560)
  await app.row(/\w/).first().waitFor()
  await inOrder()
  expect(await cutControls()).toEqual([])
  await app.screenshot('smallest')
  for (let step = 0; step < 5; step++) await app.keys('Control+=')
  await app.frames()
  await inOrder()
  await app.screenshot('smallest-150')
  expect(await cutControls()).toEqual([])
  await app.keys('Control+0')
  await app.resize(880, 560)
  expect(await cutControls()).toEqual([])
  await inOrder()
  expect(app.faults).toEqual([])
})
