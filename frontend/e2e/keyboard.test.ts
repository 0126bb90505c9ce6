import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { start, type App } from './driver'
import { focus, tabTo } from './hands'

let app: App
beforeAll(async () => (app = await start()))
afterAll(async () => await app.close())
afterEach(async () => {
  // What one test leaves open must not eat the keys of the next.
  while ((await app.page.getByRole('dialog').count()) > 0) await app.keys('Escape')
})

test('opens a session from the list: one Tab stop, arrows, Enter', async () => {
  await app.sessions.getByRole('treeitem').filter({ hasText: 'Faster thumbnails' }).first().waitFor()
  expect(await app.sessions.locator('[role="treeitem"][tabindex="0"]').count()).toBe(1)
  await tabTo(app, 'treeitem')
  await app.keys('End', 'Home')
  for (let presses = 0; presses < 20; presses++) {
    const { words } = await focus(app)
    if (/^\s*Faster thumbnails(?! behind)/.test(words)) break
    await app.keys('ArrowDown')
    await expect.poll(async () => (await focus(app)).words).not.toBe(words)
  }
  expect(await focus(app)).toMatchObject({ role: 'treeitem', seen: true })
  await app.keys('Enter')
  await app.row('GET /thumb has a p95 of 900 ms').waitFor()
  expect((await focus(app)).role).not.toBe('none')
  expect(app.faults).toEqual([])
})

test('opens a session from the palette', async () => {
  await app.keys('Control+k')
  await expect.poll(async () => (await focus(app)).role).toBe('combobox')
  await app.page.keyboard.type('write an index')
  await app.page
    .getByRole('option', { selected: true })
    .filter({ hasText: /write an index/i })
    .waitFor()
  await app.keys('Enter')
  await app.outcome.getByText('Failed').first().waitFor()
  expect(await app.page.getByRole('tab').count()).toBe(2)
  await app.keys('Control+w')
  await expect.poll(() => app.page.getByRole('tab').count()).toBe(1)
  await app.row('GET /thumb has a p95 of 900 ms').waitFor()
  expect(app.faults).toEqual([])
})

test('steps over rows, jumps to prompts, errors and edits, and to both ends', async () => {
  await tabTo(app, 'article')
  await app.keys('g', 'g')
  await app.chosenRow.filter({ hasText: 'GET /thumb has a p95' }).waitFor()
  await app.keys('j')
  await app.chosenRow.filter({ hasText: 'The chart shows a step' }).waitFor()
  await app.keys('k')
  await app.chosenRow.filter({ hasText: 'GET /thumb has a p95' }).waitFor()
  await app.keys('p')
  await app.chosenRow.filter({ hasText: 'No cgo, you are right' }).waitFor()
  await app.keys('n')
  await app.chosenRow.filter({ hasText: 'panic: runtime error' }).waitFor()
  await app.keys('Shift+P')
  await app.chosenRow.filter({ hasText: 'No cgo, you are right' }).waitFor()
  await app.keys('e')
  await app.chosenRow.filter({ hasText: 'internal/thumb/shrink.go' }).waitFor()
  await app.keys('Shift+G')
  await app.chosenRow.filter({ hasText: /Done: p95 is/ }).waitFor()
  await app.keys('g', 'g')
  await app.outcome.getByRole('heading', { name: 'Finished' }).waitFor()
  await app.keys('End')
  await app.chosenRow.filter({ hasText: /Done: p95 is/ }).waitFor()
  expect(app.faults).toEqual([])
})

test('opens the row under the cursor and closes it', async () => {
  await app.chosenRow.focus()
  await app.keys('Home', 'p')
  await app.chosenRow.filter({ hasText: 'No cgo, you are right' }).waitFor()
  await app.keys('e')
  const card = app.chosenRow.filter({ hasText: 'internal/thumb/shrink.go' })
  const line = card.getByRole('button', { name: /shrink\.go/ })
  await line.waitFor()
  await app.keys('Enter')
  await expect.poll(() => line.getAttribute('aria-expanded')).toBe('true')
  await card.getByText('package thumb').first().waitFor()
  await app.keys('Enter')
  await expect.poll(() => line.getAttribute('aria-expanded')).toBe('false')
  expect(app.faults).toEqual([])
})

test('goes to the branches beside this one and back', async () => {
  await app.keys('g', 'g', 'p')
  await app.chosenRow.filter({ hasText: 'No cgo, you are right' }).waitFor()
  await expect.poll(() => app.branches.getByText(/in \d of 4 branches/).count()).toBe(1)
  await app.keys('[')
  await app.selectedBranchRow.filter({ hasText: /git stash|Forget the cache/ }).waitFor()
  await app.keys(']')
  await app.selectedBranchRow.filter({ hasText: /git checkout|No cgo/ }).waitFor()
  expect(app.faults).toEqual([])
})

test('steps through the branch graph, which is one Tab stop', async () => {
  expect(await app.branches.locator('[role="treeitem"][tabindex="0"]').count()).toBe(1)
  await app.selectedBranchRow.focus()
  await app.keys('/')
  await expect.poll(async () => (await focus(app)).words).toBe('Find')
  await app.page.keyboard.type('libvips')
  await app.keys('Enter')
  await app.selectedBranchRow.filter({ hasText: 'libvips' }).waitFor()
  await app.keys('Escape')
  if ((await focus(app)).role === 'input') await app.keys('Escape')
  await expect.poll(async () => (await focus(app)).role).toBe('treeitem')
  expect((await focus(app)).seen).toBe(true)
  await app.keys('ArrowDown')
  await app.selectedBranchRow.filter({ hasText: '5 steps' }).waitFor()
  await app.keys('Home')
  await app.selectedBranchRow.filter({ hasText: 'Since we let' }).waitFor()
  await app.keys('End')
  await app.selectedBranchRow.filter({ hasText: 'pi continues here' }).waitFor()
  await expect.poll(async () => (await focus(app)).role).toBe('treeitem')
  expect(app.faults).toEqual([])
})

test('gives the focus back when a dialog closes', async () => {
  await app.branchRow('pi continues here').focus()
  for (const [key, name] of [
    ['?', 'Keys'],
    ['Control+k', 'Search commands and sessions'],
    ['Control+,', 'Settings'],
  ] as const) {
    await app.keys(key)
    await app.page.getByRole('dialog', { name }).waitFor()
    expect((await focus(app)).role, name).not.toBe('none')
    await app.keys('Escape')
    await app.page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(async () => (await focus(app)).role, { message: name }).toBe('treeitem')
  }
  expect(app.faults).toEqual([])
})

test('keeps the keys of a sheet in the sheet, and lists every key there is', async () => {
  await app.keys('?')
  const sheet = app.page.getByRole('dialog', { name: 'Keys' })
  for (const title of ['Next row', 'Next prompt', 'Next sibling branch', 'Close tab']) {
    await sheet.getByText(title, { exact: true }).waitFor()
  }
  const chosen = await app.selectedBranchRow.innerText()
  await app.keys('j', 'k', 'p')
  await app.frames()
  expect(await app.selectedBranchRow.innerText()).toBe(chosen)
  await app.keys('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(app.faults).toEqual([])
})

test('does nothing on single letters once they are switched off', async () => {
  const letters = app.page.getByRole('checkbox', { name: /Keys that work by themselves/ })
  await app.keys('Control+,')
  for (
    let presses = 0;
    presses < 20 && !(await letters.evaluate((box) => box === document.activeElement));
    presses++
  )
    await app.keys('Tab')
  expect((await focus(app)).seen).toBe(true)
  await app.keys('Space')
  expect(await letters.isChecked()).toBe(false)
  await app.keys('Escape')
  await app.page.getByRole('dialog').waitFor({ state: 'detached' })

  await app.branchRow('Since we let').click()
  await app.chosenRow.getByText('GET /thumb has a p95').click()
  await app.keys('j')
  await app.keys('p')
  await app.frames()
  await app.chosenRow.filter({ hasText: 'GET /thumb has a p95' }).waitFor()
  await app.keys('ArrowDown')
  await app.chosenRow.filter({ hasText: 'The chart shows a step' }).waitFor()

  await app.keys('Control+,')
  await letters.check()
  await app.keys('Escape')
  await app.page.getByRole('dialog').waitFor({ state: 'detached' })
  await app.keys('k')
  await app.chosenRow.filter({ hasText: 'GET /thumb has a p95' }).waitFor()
  expect(app.faults).toEqual([])
})

test('closes the last tab and still knows where the focus is', async () => {
  await app.keys('Control+w')
  await expect.poll(() => app.page.getByRole('tab').count()).toBe(0)
  await app.sessions.getByRole('treeitem').first().waitFor()
  await tabTo(app, 'treeitem')
  expect(app.faults).toEqual([])
})
