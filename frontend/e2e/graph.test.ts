import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import { sample } from './places'
import { bushy, fan } from './staged'
import { resting } from './written'

const folder = mkdtempSync(join(tmpdir(), 'branchline-graph-'))
let app: App

beforeAll(
  async () =>
    (app = await start({
      files: [
        sample('faster-thumbnails'),
        resting(bushy(400).write(folder, 'bushy.jsonl')),
        sample('uploads-5-finished'),
        fan(40).write(folder, 'fan.jsonl'),
      ],
    })),
)
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const splitter = () => app.page.getByRole('separator', { name: 'Width of the branches' })

beforeEach(async () => {
  await app.resize(1400, 900)
  await splitter().dblclick()
  await app.goToTab('Faster thumbnails')
  await app.branches.getByRole('tree').evaluate((list) => (list.scrollTop = 0))
  await app.branchRow('Since we let').waitFor()
})

const choose = (name: string) => app.branches.getByRole('radio', { name, exact: true }).click()
const picture = () => app.branches.getByRole('img', { name: /Picture of/ })

test('folds a branch into a row that says what it hides, by key, menu and pointer', async () => {
  const row = app.branchRow('Try the cache first')
  await row.click()
  await app.keys('z')
  await row.filter({ hasText: '5 entries' }).filter({ hasText: '2 ✗' }).waitFor()
  expect(await row.getAttribute('aria-expanded')).toBe('false')
  expect(await app.branchRow('Bound it by bytes').count()).toBe(0)
  await app.keys('ArrowRight')
  await app.branchRow('Bound it by bytes').waitFor()

  await app.branchRow('Bound it by bytes').click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: 'Fold or unfold the branch' }).click()
  await row.filter({ hasText: '5 entries' }).waitFor()
  await row.hover()
  await row.locator('[title="Unfold the branch"]').click()
  await app.branchRow('Bound it by bytes').waitFor()
  await row.hover()
  await row.locator('[title="What can be done here"]').click()
  await app.page.getByRole('menuitem', { name: 'Fold or unfold the branch' }).waitFor()
  await app.keys('Escape')
  expect(app.faults).toEqual([])
})

test('unfolds all that is folded beside a row with *', async () => {
  const rows = app.branches.getByRole('treeitem')
  const before = await rows.count()
  for (const words of ['Try the cache first', 'git stash -u']) {
    await app.branchRow(words).click()
    await app.keys('z')
    await app
      .branchRow(words)
      .filter({ hasText: /entries/ })
      .waitFor()
  }
  await app.keys('Shift+*')
  await expect.poll(() => rows.count()).toBe(before)
  expect(app.faults).toEqual([])
})

test('shows a branch alone, says whose it is, and comes back', async () => {
  await app.branchRow('Right, leave the pool out').click()
  await app.keys('Shift+H')
  const way = app.branches.getByRole('navigation', { name: 'Shown alone' })
  await way.getByText('Right, leave the pool out').waitFor()
  await expect.poll(() => app.branchRow('Since we let').count()).toBe(0)
  expect(await app.branches.getByRole('treeitem').first().innerText()).toContain('Right, leave the pool')
  await way.getByRole('button', { name: 'Further up' }).click()
  await app.page.getByRole('menuitem', { name: /Since we let/ }).click()
  await app.branchRow('Try the cache first').waitFor()
  await way.getByRole('button', { name: 'All', exact: true }).click()
  await way.waitFor({ state: 'detached' })
  expect(app.faults).toEqual([])
})

test('keeps the focus on the selected row in another window, among other rows and in a branch alone', async () => {
  const focused = app.branches.locator('[role="treeitem"]:focus')
  const last = /All parts are made/
  await app.goToTab('bushy.jsonl')
  await app.branchRow('Plan number 1.').click()
  await app.keys('End')
  await focused.filter({ hasText: last }).waitFor()
  await app.resize(1000, 600)
  await expect.poll(() => focused.allInnerTexts()).toEqual([expect.stringMatching(last)])
  const tree = app.branches.getByRole('tree')
  const below = async () => {
    const [row, box] = [await focused.boundingBox(), await tree.boundingBox()]
    return row && box ? row.y + row.height - (box.y + box.height) : Infinity
  }
  await expect.poll(below).toBeLessThanOrEqual(0)

  await choose('Errors')
  await focused.filter({ hasText: last }).waitFor()
  await choose('All')
  await focused.filter({ hasText: last }).waitFor()
  await tree.evaluate((list) => (list.scrollTop = 0))
  await app.branchRow('Plan number 1.').waitFor()
  expect(await focused.innerText()).toMatch(last)
  await app.keys('ArrowUp')
  await focused.filter({ hasText: /400/ }).waitFor()

  await app.branchRow('Plan number 400.').click()
  await app.keys('Shift+H')
  await app.branches.getByRole('navigation', { name: 'Shown alone' }).waitFor()
  await app.keys('ArrowDown', 'ArrowUp')
  await app.keys('Shift+H')
  await focused.filter({ hasText: 'Plan number 400.' }).waitFor()
  await app.keys('Home')
  await focused.filter({ hasText: 'Plan number 1.' }).waitFor()
  expect(app.faults).toEqual([])
})

test('reads the nearest step above a branch shown alone, and leads further up by a menu', async () => {
  await app.goToTab('bushy.jsonl')
  await app.branches.getByRole('treeitem').first().click()
  await app.keys('End', 'ArrowUp')
  await app.keys('Shift+H')
  const way = app.branches.getByRole('navigation', { name: 'Shown alone' })
  const steps = way.getByRole('button').filter({ hasText: /\w/ })
  await expect.poll(() => steps.count()).toBe(2)
  const nearest = steps.last()
  expect(await nearest.evaluate((step) => step.clientWidth)).toBeGreaterThan(60)
  await way.getByRole('button', { name: 'Further up' }).click()
  const further = app.page.getByRole('menuitem').first()
  const words = (await further.innerText()).trim()
  await further.click()
  await way.locator('[aria-current]').filter({ hasText: words }).waitFor()
  await app.keys('Shift+H')
  await way.getByRole('button', { name: 'All', exact: true }).click()
  await app.keys('Home')
  await app.branchRow('Plan number 1.').waitFor()
  expect(app.faults).toEqual([])
})

test('a row has words of its own beside a long label and the place where pi continues', async () => {
  const row = app.branchRow('All parts are made.')
  await app.goToTab('bushy.jsonl')
  await app.branches.getByRole('treeitem').first().click()
  await app.keys('End')
  await row.click()
  await app.keys('Shift+L')
  await app.page.getByRole('dialog').getByRole('textbox').fill('the best of all ways that were tried in this')
  await app.keys('Enter')
  await row.getByTitle('the best of all ways').waitFor()
  const widthPx = await row.locator('.text').evaluate((text) => text.clientWidth)
  expect(widthPx).toBeGreaterThan(60)
  await app.keys('Home')
  await app.branchRow('Plan number 1.').waitFor()
  expect(app.faults).toEqual([])
})

test('says when a labelled row was written, in one column with the other times, as long as there is room', async () => {
  const seen = () =>
    app.branches.getByRole('treeitem').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const part = (name: string) => row.querySelector(name)?.getBoundingClientRect()
        const [text, pill, time] = [part('.text'), part('.pill.label'), part('.time')]
        // What says that pi continues there cannot be cut: beside it the time gives way.
        return pill === undefined || text === undefined || part('.pill.active') !== undefined
          ? []
          : [
              {
                text: text.width,
                pill: pill.width,
                gap: (time?.left ?? 0) - pill.right,
                before: pill.left - text.right,
                time: time?.width ?? 0,
                left: time?.left ?? 0,
              },
            ]
      }),
    )
  const rows = await seen()
  expect(rows.length).toBeGreaterThan(4)
  const others = await app.branches
    .locator('.time')
    .evaluateAll((times) =>
      times
        .map((time) => time.getBoundingClientRect())
        .flatMap(({ left, width }) => (width > 0 ? [left] : [])),
    )
  for (const row of rows) {
    expect(row.time).toBeGreaterThan(30)
    expect(row.pill).toBeGreaterThan(60)
    expect(row.text).toBeGreaterThan(60)
    expect(Math.min(row.gap, row.before)).toBeGreaterThanOrEqual(4)
  }
  expect(new Set([...others, ...rows.map(({ left }) => left)]).size).toBe(1)

  await splitter().focus()
  await app.keys('Home')
  await expect.poll(async () => (await seen()).map(({ time }) => time)).toEqual(rows.map(() => 0))
  for (const row of await seen()) expect(row.text).toBeGreaterThan(40)
  expect(app.faults).toEqual([])
})

test('counts what it finds, marks it, and goes round to hits that are folded away', async () => {
  const find = app.branches.getByRole('textbox', { name: 'Find' })
  await find.fill('cache')
  await app.branches
    .getByText(/^\d+ hits$/)
    .first()
    .waitFor()
  const all = Number(/\d+/.exec(await app.branches.getByRole('status').innerText())?.[0])
  expect(all).toBeGreaterThan(3)
  await app.branches.locator('mark', { hasText: 'cache' }).first().waitFor()
  for (let n = 1; n <= all; n++) {
    await app.keys('Enter')
    await app.branches.getByText(new RegExp(`^\\d+ of ${all}$`)).waitFor()
  }
  await app.chosenRow.filter({ hasText: /cache/i }).waitFor()
  await find.fill('no such words')
  await app.branches.getByText('none', { exact: true }).waitFor()
  await find.fill('')
  await app.branches.locator('mark').first().waitFor({ state: 'detached' })
  expect(app.faults).toEqual([])
})

test('finds the last of many entries without their rows', async () => {
  await app.goToTab('bushy.jsonl')
  await app.branchRow('Plan number 1.').waitFor()
  await app.branches.getByRole('textbox', { name: 'Find' }).fill('make part399')
  await app.keys('Enter')
  await app.branches.getByText('1 of 1').waitFor()
  await app.selectedBranchRow.waitFor()
  await app.row('make part399').first().waitFor()
  await app.branches.getByRole('textbox', { name: 'Find' }).fill('')
  expect(app.faults).toEqual([])
})

test('leaves errors with what holds them together, and tells the ones from the others', async () => {
  const errors = () => app.branchRow('with an error').allInnerTexts()
  const others = () => app.branchRow('only holds others together').allInnerTexts()
  await choose('Errors')
  await app.branchRow('529').waitFor()
  await expect.poll(() => app.branchRow('About a day by hand').count()).toBe(0)
  expect(await errors()).toHaveLength(8)
  expect(await others()).toHaveLength(6)
  expect((await errors()).join('\n')).toMatch(/529[^]*I will average[^]*edit CHANGELOG/)
  expect((await others()).join('\n')).toMatch(/Since we let[^]*There is no way to install[^]*Done: p95/)
  expect(await app.branches.getByRole('treeitem').count()).toBe(14)
  await choose('Labelled')
  await expect.poll(others).toHaveLength(2)
  expect((await others()).join('\n')).toMatch(/529[^]*There is no way to install/)
  await choose('All')
  await app.branchRow('About a day by hand').waitFor()
  expect(app.faults).toEqual([])
})

test('says beside the rows how many lanes share a line, and covers none of them', async () => {
  await app.goToTab('fan.jsonl')
  const shared = app.branches.getByText('+31 lanes')
  for (const [width, height] of [
    [1400, 900],
    [960, 600],
  ] as const) {
    await app.resize(width, height)
    const box = await shared.boundingBox()
    const rows = await app.branches.getByRole('tree').boundingBox()
    expect(box?.height).toBeGreaterThan(10)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(rows?.y ?? 0)
  }
  expect(app.faults).toEqual([])
})

test('jumps to branch points, ends and the root from the palette', async () => {
  await app.branchRow('Bound it by bytes').click()
  await app.command('Previous branch point')
  await app.selectedBranchRow.filter({ hasText: 'The time goes into' }).waitFor()
  await app.command('Go to the first row of the branch')
  await app.selectedBranchRow.filter({ hasText: 'Since we let' }).waitFor()
  await app.command('Next end of a branch')
  await app.selectedBranchRow.filter({ hasText: '529' }).waitFor()
  await app.command('Show the branch where pi continues')
  await app.selectedBranchRow.filter({ hasText: 'pi continues here' }).waitFor()
  await app.command('Next end of a branch')
  await app.branches.getByText('No other branch ends that way.').waitFor()
  expect(app.faults).toEqual([])
})

test('numbers the prompts of an outline and says what they cost', async () => {
  await app.goToTab('uploads-5-finished.jsonl')
  await app.branches.getByRole('heading', { name: 'Outline' }).waitFor()
  const first = app.branches.getByRole('treeitem').first()
  await first.locator('.turn').filter({ hasText: '1' }).waitFor()
  expect(app.faults).toEqual([])
})

test('zooms the picture of the whole tree by keys and wheel, and selects in it', async () => {
  await app.goToTab('bushy.jsonl')
  await app.branchRow(/\w/).first().waitFor()
  await choose('Overview')
  await picture().waitFor()
  expect(await picture().getAttribute('aria-label')).toContain('81 branches')
  const shown = () =>
    picture().evaluate(async (canvas: HTMLCanvasElement) => {
      const bytes = new TextEncoder().encode(canvas.toDataURL())
      return new Uint8Array(await crypto.subtle.digest('SHA-1', bytes)).join(' ')
    })
  await picture().focus()
  await app.frames()
  const whole = await shown()
  await app.keys('+', '+', '+')
  await expect.poll(shown).not.toBe(whole)
  await app.keys('0')
  await expect.poll(shown).toBe(whole)
  const box = await picture().boundingBox()
  if (box === null) throw new Error('the picture is not on screen')
  await app.page.mouse.move(box.x + 60, box.y + 60)
  await app.page.mouse.wheel(0, -240)
  await expect.poll(shown).not.toBe(whole)
  await app.page.mouse.move(box.x + 60, box.y - 40) // off the picture: nothing is pointed at
  await app.keys('0')
  await expect.poll(shown).toBe(whole)
  // The branch pi continues runs down the left edge.
  await app.page.mouse.click(box.x + 20, box.y + 120)
  await app.branches.getByText(/in \d+ of 81 branches/).waitFor()
  await choose('List')
  await app.selectedBranchRow.waitFor()
  expect(app.faults).toEqual([])
})

test('fills the pane with a tree of any shape', async () => {
  for (const name of ['Faster thumbnails', 'bushy.jsonl', 'fan.jsonl']) {
    await app.goToTab(name)
    await choose('Overview')
    await picture().focus()
    await app.keys('0')
    const drawn = () =>
      picture().evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas
        const pixels = new Uint32Array(
          canvas.getContext('2d')?.getImageData(0, 0, width, height).data.buffer ?? new ArrayBuffer(),
        )
        const at = [...pixels.entries()].filter(([, colour]) => colour !== pixels[0]).map(([i]) => i)
        const far = (all: number[]) => all.reduce((most, one) => Math.max(most, one), 0)
        return { wide: far(at.map((i) => i % width)) / width, high: far(at) / width / height }
      })
    await expect.poll(async () => (await drawn()).high, { message: name }).toBeGreaterThan(0.7)
    expect((await drawn()).wide, name).toBeGreaterThan(0.5)
    await choose('List')
  }
  expect(app.faults).toEqual([])
})

for (const theme of ['dark', 'light'] as const) {
  test(`bars nobody from the overview, a folded branch and one shown alone, ${theme}`, async () => {
    await app.setTheme(theme)
    await app.branchRow('Try the cache first').click()
    await app.keys('z')
    await app.branchRow('5 entries').waitFor()
    await app.branches.getByRole('textbox', { name: 'Find' }).fill('cache')
    await app.branches.locator('mark').first().waitFor()
    expect(await app.barriers(), 'folded, with hits').toEqual([])
    await app.branches.getByRole('textbox', { name: 'Find' }).fill('')
    await app.branchRow('Try the cache first').click()
    await app.keys('z', 'Shift+H')
    await app.branches.getByRole('navigation', { name: 'Shown alone' }).waitFor()
    expect(await app.barriers(), 'shown alone').toEqual([])
    await app.keys('o')
    await picture().waitFor()
    expect(await app.barriers(), 'overview').toEqual([])
    await app.keys('o', 'Shift+H')
    await app.branchRow('Since we let').waitFor()
    expect(app.faults).toEqual([])
  })
}
