import axe from 'axe-core'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { binary, sample, screenshots } from './places'
import { WrittenSession } from './written'

const folder = mkdtempSync(join(tmpdir(), 'branchline-exported-'))
let browser: Browser

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
})
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true })
})

/** Exports a session as a page, as a user of the command line does. */
function exported(file: string, name: string, ...flags: string[]): string {
  const out = join(folder, `${name}.html`)
  execFileSync(binary, ['export', file, '--format', 'html', '-o', out, ...flags], {
    env: { PATH: process.env['PATH'], HOME: folder, TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return out
}

/** The exported page on screen, with the network cut off. */
class Exported {
  readonly faults: string[] = []
  readonly graph: Locator
  readonly found: Locator
  readonly find: Locator

  constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
  ) {
    this.graph = page.getByRole('tree')
    this.find = page.getByRole('searchbox', { name: 'Find in this branch' })
    this.found = page.getByRole('status')
    page.on('pageerror', (error) => this.faults.push(`page: ${error.message}`))
    page.on('console', (message) => this.faults.push(`console: ${message.text()}`))
    page.on('dialog', (dialog) => this.faults.push(`dialog: ${dialog.message()}`))
    page.on('request', (request) => {
      if (!/^(?:data:|file:.*\.html$)/.test(request.url())) this.faults.push(`request: ${request.url()}`)
    })
  }

  row(words: string | RegExp): Locator {
    return this.page.locator('#rows article').filter({ hasText: words })
  }

  get chosen(): Locator {
    return this.page.locator('#rows article.at')
  }

  async look(words: string) {
    await this.find.fill(words)
    await this.find.press('Enter')
  }

  async barriers(): Promise<string[]> {
    await this.page.evaluate(axe.source)
    return this.page.evaluate(async () => {
      const { violations } = await window.axe.run(document, { preload: false })
      return violations.flatMap(({ id, nodes }) =>
        nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
      )
    })
  }

  async screenshot(name: string) {
    mkdirSync(screenshots, { recursive: true })
    await this.page.screenshot({ path: join(screenshots, `exported-${name}.png`) })
  }

  close() {
    return this.context.close()
  }
}

async function open(
  file: string,
  options: { width?: number; height?: number; theme?: 'dark' | 'light' } = {},
): Promise<Exported> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1400, height: options.height ?? 900 },
    colorScheme: options.theme ?? 'dark',
    offline: true,
    timezoneId: 'UTC',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const shown = new Exported(page, context)
  await page.goto(pathToFileURL(file).href)
  return shown
}

test('shows outcome, graph and timeline of all branches without asking for anything', async () => {
  const shown = await open(exported(sample('faster-thumbnails'), 'thumbnails', '--all', '--pictures'))
  const { page } = shown
  expect(await page.title()).toBe('Faster thumbnails – session')
  const card = page.getByRole('region', { name: 'Outcome of this branch' })
  expect(await card.innerText()).toContain('Finished')
  expect(await card.innerText()).toContain('28 tool calls')
  expect(await page.getByRole('treeitem').filter({ hasText: 'pi continues here' }).count()).toBe(1)
  expect(await shown.row('No cgo, you are right').count()).toBe(1)
  expect(await page.locator('#rows img').count()).toBeGreaterThan(0)
  await page.waitForFunction(() => [...document.images].some((image) => image.naturalWidth > 100))

  await page.getByRole('combobox', { name: 'Branch' }).selectOption({ index: 1 })
  expect(await card.innerText()).not.toContain('28 tool calls')
  expect(await shown.row('No cgo, you are right').count()).toBe(0)
  expect(await shown.graph.locator('.g.lit').last().innerText()).toContain('529')

  await shown.graph.getByRole('treeitem').filter({ hasText: 'No cgo, you are right' }).click()
  await shown.chosen.filter({ hasText: 'No cgo, you are right' }).waitFor()
  expect(await page.getByRole('combobox', { name: 'Branch' }).inputValue()).toBe('0')
  expect(shown.faults).toEqual([])
  await shown.close()
})

test('filters both panes and keeps the place', async () => {
  const shown = await open(exported(sample('faster-thumbnails'), 'filtered', '--all'))
  const { page } = shown
  const seen = () => page.locator('#rows article:visible').count()
  const all = await seen()
  await page.getByRole('radio', { name: 'Prompts' }).check({ force: true })
  expect(await seen()).toBe(5)
  expect(await shown.graph.locator('.g:visible:not(.prompt)').count()).toBe(0)
  await page.getByRole('radio', { name: 'No tools' }).check({ force: true })
  const said = await seen()
  expect(said).toBeGreaterThan(5)
  expect(said).toBeLessThan(all)
  expect(await page.locator('#rows article.call:visible').count()).toBe(0)
  await page.getByRole('radio', { name: 'All' }).check({ force: true })
  expect(await seen()).toBe(all)
  expect(shown.faults).toEqual([])
  await shown.close()
})

test('finds words in what is folded, and steps through the hits', async () => {
  const shown = await open(exported(sample('faster-thumbnails'), 'found', '--all'))
  const { page } = shown
  await shown.look('TestMakeKeepsShape/4001x3000')
  await shown.chosen.filter({ hasText: 'TestMakeKeepsShape' }).waitFor()
  expect(await shown.found.innerText()).toBe('1 of 1')
  expect(await shown.chosen.locator('details').first().getAttribute('open')).toBe('')

  await shown.look('p95')
  await page.waitForFunction(() => /^\d+ of \d+$/.test(document.getElementById('found')?.textContent ?? ''))
  const [place, hits] = (await shown.found.innerText()).split(' of ').map(Number) as [number, number]
  const around = (by: number) => `${((place - 1 + by + hits) % hits) + 1} of ${hits}`
  await shown.find.press('Enter')
  expect(await shown.found.innerText()).toBe(around(1))
  await shown.find.press('Shift+Enter')
  await shown.find.press('Shift+Enter')
  expect(await shown.found.innerText()).toBe(around(-1))
  await shown.chosen.focus()
  await page.keyboard.press('n')
  expect(await shown.found.innerText()).toBe(around(0))
  await page.keyboard.press('N')
  expect(await shown.found.innerText()).toBe(around(-1))
  await page.keyboard.press('Escape')
  expect(await shown.found.innerText()).toBe('')

  await page.getByRole('radio', { name: 'Prompts' }).check({ force: true })
  await shown.look('scaled_test.go')
  await shown.chosen.filter({ hasText: 'scaled_test.go' }).waitFor()
  expect(await page.getByRole('radio', { name: 'All' }).isChecked()).toBe(true)
  await shown.look('not a word of it')
  await page.waitForFunction(() => document.getElementById('found')?.textContent === 'none')
  expect(shown.faults).toEqual([])
  await shown.close()
})

test('is read by keyboard', async () => {
  const shown = await open(exported(sample('faster-thumbnails'), 'keys', '--all'))
  const { page } = shown
  await page.keyboard.press('p')
  await shown.chosen.filter({ hasText: 'Since we let 12 megapixel' }).waitFor()
  await page.keyboard.press('P')
  await page.keyboard.press('p')
  await shown.chosen.filter({ hasText: 'No cgo, you are right' }).waitFor()
  await page.keyboard.press('e')
  await shown.chosen.filter({ hasText: 'go test ./internal/thumb' }).waitFor()
  const card = shown.chosen.locator('details').first()
  await page.keyboard.press('Enter')
  expect(await card.getAttribute('open')).toBe('')
  await page.keyboard.press('Enter')
  expect(await card.getAttribute('open')).toBeNull()
  const before = await shown.chosen.getAttribute('aria-label')
  await page.keyboard.press('j')
  expect(await shown.chosen.getAttribute('aria-label')).not.toBe(before)
  await page.keyboard.press('k')
  expect(await shown.chosen.getAttribute('aria-label')).toBe(before)
  await page.keyboard.press('/')
  expect(await shown.find.evaluate((box) => box === document.activeElement)).toBe(true)

  const first = shown.graph.getByRole('treeitem').first()
  await first.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await shown.chosen.filter({ hasText: '121 ms' }).waitFor()
  expect(await shown.graph.locator('[tabindex="0"]').count()).toBe(1)
  expect(shown.faults).toEqual([])
  await shown.close()
})

test('is read without scripts', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true })
  const page = await context.newPage()
  await page.goto(pathToFileURL(exported(sample('faster-thumbnails'), 'unscripted', '--all')).href)
  const branches = page.getByRole('navigation', { name: 'Branches' })
  expect(await branches.getByRole('link').filter({ hasText: 'pi continues here' }).count()).toBe(1)
  const prompt = page.locator('#rows article').filter({ hasText: 'No cgo, you are right' })
  await branches.getByRole('link').filter({ hasText: 'No cgo, you are right' }).click()
  expect(await prompt.evaluate((row) => row.getBoundingClientRect().top)).toBeLessThan(200)
  const call = page.locator('#rows details').filter({ hasText: 'TestMakeKeepsShape' }).first()
  await call.locator('summary').first().click()
  expect(await call.getAttribute('open')).toBe('')
  await context.close()
})

test('leads from its address to a row of any branch', async () => {
  const file = exported(sample('faster-thumbnails'), 'address', '--all')
  const shown = await open(file)
  const address = await shown.graph.getByRole('treeitem').filter({ hasText: '529' }).getAttribute('href')
  await shown.page.goto(`${pathToFileURL(file).href}${address}`)
  await shown.page.reload()
  await shown.chosen.filter({ hasText: '529' }).waitFor()
  expect(await shown.page.getByRole('combobox', { name: 'Branch' }).inputValue()).not.toBe('0')
  await shown.close()
})

for (const theme of ['dark', 'light'] as const) {
  for (const [width, height] of [
    [1400, 900],
    [960, 600],
    [390, 844],
  ] as const) {
    test(`bars nobody, ${theme}, ${width} by ${height}`, async () => {
      const size = { theme, width, height }
      const shown = await open(
        exported(sample('faster-thumbnails'), `${theme}-${width}`, '--all', '--pictures'),
        size,
      )
      await shown.page.evaluate(() => document.querySelectorAll('details').forEach((d) => (d.open = true)))
      expect(await shown.barriers()).toEqual([])
      expect(await shown.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await shown.page.reload()
      await shown.screenshot(`${theme}-${width}`)
      await shown.close()
      const run = await open(
        exported(sample('search-index-failed-at-provider'), `run-${theme}-${width}`),
        size,
      )
      expect(await run.barriers()).toEqual([])
      expect(run.faults).toEqual([])
      await run.close()
    })
  }
}

test('obeys nothing that a session says', async () => {
  const script = `</script><script>document.title='owned'</script>`
  const markup = `<img src=x onerror="document.title='owned'"> <svg/onload=document.title='owned'> ${script} <style>*{display:none}</style>`
  const session = new WrittenSession({ cwd: `/srv/${markup}`, id: markup })
  const first = session.prompt(`${markup} \u0000 \u2028 \u202eturned`)
  session.reply(
    `${markup}\n\n[one](javascript:document.title='owned') ![two](https://example.org/x.png) <https://example.org/y>`,
  )
  session.call(markup, { [markup]: markup, path: markup }, markup, true)
  session.call('edit', { path: markup, oldText: markup, newText: script }, '\u001b]8;;javascript:1\u0007link')
  session.call('draw', {}, [{ type: 'image', data: `A" onerror="document.title='owned'`, mimeType: markup }])
  session.entry('label', { targetId: first, label: markup })
  session.entry('session_info', { name: markup })
  const shown = await open(
    exported(session.write(folder, 'hostile.jsonl'), 'hostile', '--all', '--pictures', '--hidden'),
  )
  const { page } = shown
  await page.evaluate(() => document.querySelectorAll('details').forEach((d) => (d.open = true)))
  await page.getByText('turned').first().waitFor()
  await shown.look('onload')
  expect(await page.title()).toContain('– session')
  expect(await page.title()).not.toMatch(/^owned/)
  expect(await page.locator('#rows :is(script, style, iframe, object, form, svg[onload], img)').count()).toBe(
    0,
  )
  expect(
    await page.locator('a:not([href^="#"])').evaluateAll((all) => all.map((a) => a.getAttribute('href'))),
  ).toEqual(['https://example.org/y', 'https://example.org/y'])
  expect(await page.evaluate(() => document.body.innerText)).toContain(
    `<img src=x onerror="document.title='owned'">`,
  )
  expect(shown.faults).toEqual([])
  await shown.close()
})

test('opens twenty thousand entries, and reads, filters and searches them', async () => {
  const session = new WrittenSession()
  for (let n = 0; session.lines.length < 20_000; n++) {
    session.prompt(`Prompt ${n}: look at orchard ${n}`)
    for (let k = 0; k < 4; k++)
      session.call(
        'bash',
        { command: `count orchard-${n}-${k}` },
        `tree ${n}\n`.repeat(30),
        k === 3 && n % 10 === 0,
      )
    session.reply(`There are **${n}** trees in \`orchard-${n}\`.`)
  }
  session.prompt('The needle in the last prompt')
  const file = exported(session.write(folder, 'large.jsonl'), 'large')
  const shown = await open(file)
  const { page } = shown
  expect(await page.locator('#rows article').count()).toBeGreaterThan(11_000)
  // The rows of the graph are drawn where they are looked at.
  const drawn = shown.graph.getByRole('treeitem')
  expect(await drawn.count()).toBeLessThan(500)
  await drawn.first().press('End')
  await shown.graph.getByRole('treeitem').filter({ hasText: 'The needle' }).waitFor()
  expect(await drawn.count()).toBeLessThan(500)
  expect(await drawn.last().getAttribute('aria-posinset')).toBe(
    await drawn.last().getAttribute('aria-setsize'),
  )
  // What is far off is not laid out.
  expect(
    await page
      .locator('#rows .chunk')
      .last()
      .evaluate((chunk) => chunk.checkVisibility({ contentVisibilityAuto: true })),
  ).toBe(true)
  expect(
    await page
      .locator('#rows .chunk article')
      .last()
      .evaluate((row) => row.checkVisibility({ contentVisibilityAuto: true })),
  ).toBe(false)
  await shown.look('needle')
  await shown.chosen.filter({ hasText: 'The needle' }).waitFor()
  expect(await shown.chosen.evaluate((row) => row.getBoundingClientRect().top)).toBeLessThan(900)
  await page.getByRole('radio', { name: 'Prompts' }).check({ force: true })
  await shown.look('orchard 1234')
  await shown.chosen.filter({ hasText: 'Prompt 1234:' }).waitFor()
  await page.waitForFunction(() => {
    const row = document.querySelector('#rows article.at')?.getBoundingClientRect()
    return row !== undefined && row.top >= 48 && row.top < innerHeight - 20
  })
  expect(shown.faults).toEqual([])
  await shown.close()
})
