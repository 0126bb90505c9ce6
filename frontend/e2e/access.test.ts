import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import { fixture, sample } from './places'

const folder = mkdtempSync(join(tmpdir(), 'branchline-access-'))
let app: App

beforeAll(async () => {
  const notes = join(folder, 'notes.jsonl')
  writeFileSync(notes, 'Buy twine.\n')
  app = await start({
    files: [
      sample('faster-thumbnails'),
      sample('uploads-5-finished'),
      sample('search-index-failed-at-provider'),
      fixture('islands'),
      fixture('nulls'),
      notes,
    ],
  })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

beforeEach(async () => {
  await app.resize(1400, 900)
  await app.goToTab('Faster thumbnails')
  await app.branchRow('pi continues here').waitFor()
})

for (const theme of ['dark', 'light'] as const) {
  test(`bars nobody from a session, ${theme}`, async () => {
    await app.setTheme(theme)
    await app.keys('g', 'g')
    await app.row('GET /thumb has a p95').waitFor()
    expect(await app.barriers()).toEqual([])
    await app.goTo('No cgo, you are right')
    await app.toggle(app.row('Box-shrink each plane'), /Thinking/)
    expect(await app.barriers()).toEqual([])
    await app.toggle(app.row('Box-shrink each plane'), /Thinking/)
    const toggleCalls = async () => {
      await app.goTo('No cgo, you are right')
      for (const call of [
        'write internal/thumb/shrink.go',
        'edit internal/thumb/resize.go',
        'bash go test',
      ]) {
        await app.toggle(app.timeline, new RegExp(`^${call}`))
      }
    }
    await toggleCalls()
    expect(await app.barriers()).toEqual([])
    await toggleCalls()
    for (const [name, words] of [
      ['uploads-5-finished.jsonl', 'Outline'],
      ['search-index-failed-at-provider.jsonl', 'Failed'],
    ] as const) {
      await app.goToTab(name)
      await app.page.getByText(words).first().waitFor()
      await app.row(/\w/).first().waitFor()
      expect(await app.barriers(), name).toEqual([])
    }
    expect(app.faults).toEqual([])
  })

  test(`bars nobody from what lies over the page, ${theme}`, async () => {
    await app.setTheme(theme)
    for (const [key, name] of [
      ['Control+k', 'Search commands and sessions'],
      ['?', 'Keys'],
      ['Control+,', 'Settings'],
    ] as const) {
      await app.keys(key)
      await app.page.getByRole('dialog', { name }).waitFor()
      expect(await app.barriers(), name).toEqual([])
      await app.keys('Escape')
      await app.page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await app.page.getByRole('button', { name: 'More about this session' }).click()
    await app.page.getByRole('menuitem').first().waitFor()
    // A menu stands beside the landmarks, as dialogs do.
    expect(
      (await app.barriers()).filter((barrier) => !barrier.startsWith('region:')),
      'menu',
    ).toEqual([])
    await app.keys('Escape')
    expect(app.faults).toEqual([])
  })

  test(`bars nobody from the list of sessions, problems and failures, ${theme}`, async () => {
    await app.setTheme(theme)
    await app.keys('Control+b')
    await app.sessions.getByRole('treeitem').nth(3).waitFor()
    expect(await app.barriers(), 'sessions').toEqual([])
    await app.keys('Control+b')
    for (const name of ['islands', 'nulls']) {
      await app.goToTab(`${name}.jsonl`)
      await app.status.getByRole('button', { name: /problem/ }).click()
      await app.problems.waitFor()
      expect(await app.barriers(), name).toEqual([])
      await app.problems.getByRole('button', { name: 'Close' }).click()
    }
    await app.goToTab('notes.jsonl')
    await app.page.getByText('This is not a session').first().waitFor()
    expect(await app.barriers(), 'not a session').toEqual([])
    expect(app.faults).toEqual([])
  })

  test(`bars nobody from small windows, ${theme}`, async () => {
    await app.setTheme(theme)
    await app.resize(960, 600)
    await app.keys('Control+b')
    await app.sessions.getByRole('treeitem').nth(3).waitFor()
    expect(await app.barriers(), 'drawer').toEqual([])
    await app.keys('Escape')
    await app.sessions.waitFor({ state: 'hidden' })
    await app.resize(880, 600)
    const pane = (name: string) =>
      app.page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name })
    await pane('Branches').click()
    await app.branches.waitFor()
    expect(await app.timeline.count()).toBe(0)
    expect(await app.barriers(), 'branches').toEqual([])
    await pane('Timeline').click()
    await app.row(/\w/).first().waitFor()
    expect(await app.branches.count()).toBe(0)
    expect(await app.barriers(), 'timeline').toEqual([])
    expect(app.faults).toEqual([])
  })
}

test('says of every row of the graph where in the tree it stands', async () => {
  const rows = app.branches.getByRole('treeitem')
  expect(await app.branches.locator('[role="treeitem"][tabindex="0"]').count()).toBe(1)
  const places = await rows.evaluateAll((all) =>
    all.map((row) =>
      ['aria-level', 'aria-posinset', 'aria-setsize'].map((name) => Number(row.getAttribute(name))),
    ),
  )
  for (const [level, place, size] of places) {
    expect(level).toBeGreaterThan(0)
    expect(place).toBeGreaterThan(0)
    expect(size).toBeGreaterThanOrEqual(place ?? 0)
  }
  expect(Math.max(...places.map(([level]) => level ?? 0))).toBeGreaterThan(1)
  expect(app.faults).toEqual([])
})

test('says of every row its kind and its state', async () => {
  const named = (name: RegExp) => app.branches.getByRole('treeitem', { name }).first().waitFor()
  await named(/^Prompt: Since we let 12 megapixel/)
  await named(/^Reply: The time goes into resampling.*diagnosis/)
  await named(/^Reply with an error: 529.*end of a branch/)
  await named(/^9 steps · bash ×3.*1 ✗ ?error/)
  await named(/pi continues here/)
  await app.branchRow('No cgo, you are right').click()
  for (const name of [
    /^Prompt, turn 2, not in context: No cgo/,
    /^Thinking, not in context: Box-shrink/,
    /^write, ok, not in context: internal\/thumb\/shrink\.go/,
  ]) {
    await app.timeline.getByRole('article', { name }).first().waitFor()
  }
  await app.keys('n')
  await app.timeline
    .getByRole('article', { name: /^bash, (failed|exit 1)/ })
    .first()
    .waitFor()
  await app.keys('Control+b')
  await app.sessions
    .getByRole('treeitem', { name: /Faster thumbnails.*Finished/ })
    .first()
    .waitFor()
  await app.sessions
    .getByRole('treeitem', { name: /Write an index.*(Failed|Error)/ })
    .first()
    .waitFor()
  await app.keys('Control+b')
  expect(app.faults).toEqual([])
})
