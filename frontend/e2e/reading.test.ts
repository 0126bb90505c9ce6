import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import { sample } from './places'
import { WrittenSession } from './written'

const folder = mkdtempSync(join(tmpdir(), 'branchline-reading-'))
const blobs: string[] = []
let app: App

beforeAll(async () => {
  app = await start({
    files: [sample('faster-thumbnails'), sample('uploads-5-finished'), longOutput()],
  })
  app.page.on('request', (request) => {
    if (request.url().includes('/blob/')) blobs.push(request.url())
  })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

beforeEach(async () => {
  await app.goToTab('Faster thumbnails')
  await app.branchRow('pi continues here').waitFor()
})

/** A session whose one call wrote a lot. */
function longOutput(): string {
  const session = new WrittenSession()
  session.prompt('Count the apples of every tree.')
  const trees = Array.from({ length: 30_000 }, (_, i) => `tree ${i + 1}: ${(i * 7) % 90} apples`)
  session.call('bash', { command: 'count-apples --all' }, trees.join('\n'))
  session.call('bash', { command: 'count-apples --row 3' }, trees.slice(0, 60).join('\n'))
  session.reply('There are too many to say.')
  return session.write(folder, 'apples.jsonl')
}

test('shows sessions, branches and the timeline side by side', async () => {
  await app.keys('Control+b')
  for (const pane of [app.sessions, app.branches, app.timeline]) await pane.waitFor()
  await app.sessions.getByText('Faster thumbnails').first().waitFor()
  expect(await app.branches.getByText('pi continues here').count()).toBe(1)
  await app.row('GET /thumb has a p95 of 900 ms').waitFor()
  await app.keys('Control+b')
  await app.sessions.waitFor({ state: 'hidden' })
  expect(app.faults).toEqual([])
})

test('shows the branch of the row that is selected, at that entry, and lights its path', async () => {
  const brightness = (words: string) =>
    app
      .branchRow(words)
      .locator('.text')
      .evaluate((text) => getComputedStyle(text).color)
  const lit = await brightness('Since we let')
  const dim = await brightness('Try the cache first')
  expect(dim).not.toBe(lit)

  await app.branchRow('Bound it by bytes').click()
  await app.chosenRow.filter({ hasText: 'Bound it by bytes then, 256 MB' }).waitFor()
  await expect.poll(() => brightness('Try the cache first')).toBe(lit)
  await expect.poll(() => brightness('No cgo, you are right')).toBe(dim)
  expect(await app.selectedBranchRow.innerText()).toContain('Bound it by bytes')
  expect(await app.timeline.getByText('No cgo, you are right').count()).toBe(0)
  await app.branches.getByText(/in 1 of 4 branches/).waitFor()
  expect(app.faults).toEqual([])
})

test('a picture that was seen keeps its room when its row comes back', async () => {
  await app.readThrough()
  const heights = await app.timeline.getByRole('feed').evaluate(async (list) => {
    const seen = new Set<number>()
    const pass = async (by: number) => {
      for (let before = -1; before !== list.scrollTop;) {
        before = list.scrollTop
        list.scrollTop += by
        await new Promise(requestAnimationFrame)
        await new Promise(requestAnimationFrame)
        seen.add(list.scrollHeight)
      }
    }
    await pass(list.clientHeight)
    await pass(-list.clientHeight / 4)
    return [...seen]
  })
  expect(heights).toHaveLength(1)
})

test('goes back to where the reader was, and forward again', async () => {
  await app.branchRow('Forget the cache').click()
  await app.chosenRow.filter({ hasText: 'What would libvips give us' }).waitFor()
  await app.branchRow('Right, leave the pool out').click()
  await app.chosenRow.filter({ hasText: 'Right, leave the pool out' }).waitFor()
  await app.page.getByRole('button', { name: 'Back', exact: true }).click()
  await app.chosenRow.filter({ hasText: 'What would libvips give us' }).waitFor()
  await app.keys('Alt+ArrowRight')
  await app.chosenRow.filter({ hasText: 'Right, leave the pool out' }).waitFor()
  expect(app.faults).toEqual([])
})

test('opens and closes folded steps by keyboard', async () => {
  const rows = app.branches.getByRole('treeitem')
  const before = await rows.count()
  const steps = app.branchRow('9 steps · bash ×4').first()
  await app.branchRow('Since we let').click()
  await app.keys('ArrowDown', 'ArrowRight')
  await expect.poll(() => steps.getAttribute('aria-expanded')).toBe('true')
  await app.branchRow('One request decodes').waitFor()
  expect(await rows.count()).toBeGreaterThanOrEqual(before)
  await app.keys('ArrowLeft')
  await expect.poll(() => steps.getAttribute('aria-expanded')).toBe('false')
  await app.branchRow('One request decodes').waitFor({ state: 'detached' })
  await app.keys('Enter')
  await app.branchRow('One request decodes').waitFor()
  await app.keys('Enter')
  await app.branchRow('One request decodes').waitFor({ state: 'detached' })
  expect(app.faults).toEqual([])
})

test('shows all rows, prompts only, no tools, or what is labelled', async () => {
  const rows = app.branches.getByRole('treeitem')
  const choose = (name: string) => app.branches.getByRole('radio', { name, exact: true }).click()
  await choose('Prompts')
  await app.branchRow('9 steps').first().waitFor({ state: 'detached' })
  await app.branchRow('Yes. Copy the licence').waitFor()
  const kinds = await rows.allInnerTexts()
  expect(kinds.filter((text) => text.startsWith('Prompt:')).length).toBe(9)
  expect(kinds.filter((text) => /bash|edit ×/.test(text))).toEqual([])
  await choose('No tools')
  await app.branchRow('The time goes into').waitFor()
  expect((await rows.allInnerTexts()).filter((text) => /bash ×/.test(text))).toEqual([])
  await choose('Labelled')
  await app.branchRow('Try the cache first').waitFor({ state: 'detached' })
  for (const label of ['the problem', 'diagnosis', 'cache: p95 unchanged', '212 → 61 ms', 'decode less']) {
    await app.branchRow(`◆ ${label}`).waitFor()
  }
  await choose('All')
  await app.branchRow('9 steps · bash ×4').waitFor()
  expect(app.faults).toEqual([])
})

test('marks labels and where pi continues', async () => {
  await app.branchRow('◆ diagnosis').waitFor()
  await app.branchRow('pi continues here').filter({ hasText: '◆ p95 121 ms' }).waitFor()
  await app.branchRow('◆ diagnosis').click()
  await app.chosenRow.filter({ hasText: 'diagnosis' }).waitFor()
  expect(app.faults).toEqual([])
})

test('says of every number what it counts', async () => {
  await app.branchRow('pi continues here').click()
  await app.chosenRow.click()
  await app.keys('Home')
  await app.outcome.getByRole('columnheader', { name: 'This branch' }).waitFor()
  const figures = (name: string) => app.outcome.getByRole('row', { name }).getByRole('cell').allInnerTexts()
  expect(await figures('Tool calls')).toEqual(['28', '43'])
  expect(await app.outcome.getByRole('columnheader').allInnerTexts()).toContain('Whole file')
  const wholeCost = (await figures('Cost'))[1]
  await app.branchRow('Forget the cache').click()
  await app.chosenRow.filter({ hasText: 'libvips' }).waitFor()
  await app.chosenRow.click()
  await app.keys('Home')
  await expect.poll(() => figures('Tool calls').then(([branch]) => Number(branch))).toBeLessThan(28)
  expect((await figures('Tool calls'))[1]).toBe('43')
  expect((await figures('Cost'))[1]).toBe(wholeCost)
  expect(app.faults).toEqual([])
})

test('opens a call to show its diff, its colours and its arguments', async () => {
  await app.goTo('No cgo, you are right')
  const edit = app.row('internal/thumb/resize.go').filter({ hasText: 'edit' }).first()
  await app.toggle(edit, /edit/)
  await edit.locator('.add, ins, [data-change="add"]').or(edit.getByText(/^\+/)).first().waitFor()

  const tested = app.row('gotestsum').first()
  await app.toggle(tested, /gotestsum/)
  const sign = tested.getByText('✓', { exact: true }).first()
  await sign.waitFor()
  const colours = await sign.evaluate((element) => [
    getComputedStyle(element).color,
    getComputedStyle(element.closest('article') ?? element).color,
  ])
  expect(colours[0]).not.toBe(colours[1])
  expect(await app.timeline.innerText()).not.toContain('\u001b')
  expect(app.faults).toEqual([])
})

test('takes a click while the list is still being scrolled', async () => {
  await app.goToTab('apples.jsonl')
  const line = app
    .row('count-apples --all')
    .getByRole('button', { name: /count-apples/ })
    .first()
  await line.click()
  await app.timeline.getByText('tree 30000:').waitFor()
  const feed = app.timeline.getByRole('feed')
  const where = await line.boundingBox()
  if (where === null) throw new Error('the line of the call is not on screen')
  const [x, y] = [where.x + where.width / 2, where.y + where.height / 2]
  await app.page.mouse.move(x, y)
  await app.page.mouse.down()
  await feed.evaluate(
    (box) =>
      new Promise((done) => {
        box.addEventListener('scroll', () => requestAnimationFrame(done), { once: true })
        box.scrollTop += 4
      }),
  )
  await app.page.mouse.up()
  await expect.poll(() => line.getAttribute('aria-expanded')).toBe('false')
  expect(app.faults).toEqual([])
})

test('folds what the agent thought to one line', async () => {
  const thought = app.row('The chart shows a step').first()
  await app.branchRow('Since we let').click()
  const line = thought.getByRole('button', { name: /Thinking/ })
  await line.waitFor()
  expect(await line.getAttribute('aria-expanded')).toBe('false')
  await line.click()
  expect(await line.getAttribute('aria-expanded')).toBe('true')
  expect(app.faults).toEqual([])
})

test('fetches a picture when its row comes near, not before', async () => {
  blobs.length = 0
  await app.page.reload()
  await app.goToTab('Faster thumbnails')
  await app.timeline
    .getByRole('img', { name: /image\/png/ })
    .first()
    .waitFor()
  const atFirst = new Set(blobs).size
  expect(atFirst).toBe(1)
  await app.command('Go to the last row')
  await app.toggle(app.row('docs/thumb-p95.png'), /read/)
  await expect.poll(() => new Set(blobs).size).toBe(2)
  expect(app.faults).toEqual([])
})

test('shows the prompts of a session with one branch as an outline', async () => {
  await app.goToTab('uploads-5-finished.jsonl')
  await app.page.getByRole('region', { name: 'Outline', exact: true }).waitFor()
  await app.branches.getByRole('treeitem').first().waitFor()
  expect(await app.page.getByRole('region', { name: 'Branches', exact: true }).count()).toBe(0)
  expect(app.faults).toEqual([])
})

test('shows the beginning and the end of long output, and all of it in a window of its own', async () => {
  await app.goToTab('apples.jsonl')
  const call = app.row('count-apples --all').first()
  await app.toggle(call, /count-apples/)
  await call.getByText('tree 1: 0 apples').waitFor()
  await call.getByText('tree 30000:').waitFor()
  expect(await call.getByText('tree 15000:').count()).toBe(0)
  await app.toggle(call, /^Show all/)
  const viewer = call.getByRole('group', { name: /result, 30,000 lines/ })
  await viewer.getByText('tree 1: 0 apples').waitFor()
  await viewer.evaluate((box) => box.scrollTo(0, box.scrollHeight / 2))
  await viewer
    .getByText(/tree 15\d\d\d:/)
    .first()
    .waitFor()
  expect(await app.liveNodes()).toBeLessThan(1500)
  await call.getByRole('button', { name: 'Close' }).click()
  await viewer.waitFor({ state: 'detached' })

  const short = app.row('count-apples --row 3').first()
  await app.toggle(short, /count-apples/)
  await short.getByRole('button', { name: 'Show 24 more lines' }).click()
  await short.getByText('tree 30: ').waitFor()
  expect(app.faults).toEqual([])
})
