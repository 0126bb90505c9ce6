import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import { chromium, type Browser, type Locator, type Page } from 'playwright-core'
import { lateBySeed } from './late'
import { binary, screenshots } from './places'

interface Options {
  /** Files to open, as on the command line. */
  files?: string[]
  theme?: 'dark' | 'light'
  width?: number
  height?: number
  /** A home folder prepared by the test; an empty one is made and removed without it. */
  home?: string
  /** The page looks the same on every machine and at any time: its fonts, its clock, its place, and nothing moves. */
  still?: boolean
}

const fonts = join(import.meta.dirname, 'fonts.conf')
const stillArguments = [
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--disable-font-subpixel-positioning',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
]
const stillPage = {
  timezoneId: 'UTC',
  locale: 'en-GB',
  reducedMotion: 'reduce',
  deviceScaleFactor: 1,
} as const
/** The evening of the day the last sample is from. */
const stillNow = new Date('2026-11-20T18:00:00Z')

/** Starts the real back end in a home of its own and opens its page in Chromium. */
export async function start(options: Options = {}): Promise<App> {
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'branchline-e2e-'))
  const server = spawn(binary, ['serve', ...(options.files ?? [])], {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home, TMPDIR: process.env['TMPDIR'] ?? tmpdir() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const close = async () => {
    await stop(server)
    if (options.home === undefined) rmSync(home, { recursive: true, force: true })
  }
  try {
    const address = await addressOf(server)
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      // The sandbox of Chromium does not start for root.
      chromiumSandbox: process.getuid?.() !== 0,
      args: [
        ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
        ...(options.still === true ? stillArguments : []),
      ],
      ...(options.still === true && { env: { ...process.env, FONTCONFIG_FILE: fonts } }),
    })
    const page = await browser.newPage({
      viewport: { width: options.width ?? 1400, height: options.height ?? 900 },
      colorScheme: options.theme ?? 'dark',
      ...(options.still === true && stillPage),
    })
    if (options.still === true) await page.clock.setFixedTime(stillNow)
    await lateBySeed(page)
    page.setDefaultTimeout(10_000)
    // How long a browser takes to start on a busy machine is not what is tested.
    page.setDefaultNavigationTimeout(30_000)
    const app = new App(page, browser, new URL(address).origin, async () => {
      server.removeListener('exit', ended)
      await close()
    })
    const ended = (code: number | null, signal: string | null) =>
      app.faults.push(`the server ended by itself: ${signal ?? code}`)
    server.once('exit', ended)
    await page.goto(address)
    await page.waitForURL(`${app.origin}/`)
    return app
  } catch (cause) {
    await close()
    throw cause
  }
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** The app on screen, in the words of its user. */
export class App {
  /** Whatever a user must never meet: errors of the page, refusals of its content policy, requests to elsewhere. */
  readonly faults: string[] = []
  readonly sessions: Locator
  readonly branches: Locator
  readonly timeline: Locator
  readonly problems: Locator
  /** The line at the bottom that says what file this is. */
  readonly status: Locator

  constructor(
    readonly page: Page,
    private readonly browser: Browser,
    readonly origin: string,
    private readonly stopServer: () => Promise<void>,
  ) {
    this.sessions = page.getByRole('region', { name: 'Sessions', exact: true })
    this.branches = page.getByRole('region', { name: /^(Branches|Outline)$/ })
    this.timeline = page.getByRole('region', { name: 'Timeline', exact: true })
    this.problems = page.getByRole('region', { name: 'Problems of the file' })
    this.status = page.getByRole('contentinfo')
    page.on('pageerror', (error) => this.faults.push(`page: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') this.faults.push(`console: ${message.text()} ${message.location().url}`)
    })
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) this.faults.push(`request: ${url}`)
    })
  }

  /** The rows of the branch graph that hold these words. */
  branchRow(words: string | RegExp): Locator {
    return this.branches.getByRole('treeitem').filter({ hasText: words })
  }

  /** The row of the branch graph that is selected. */
  get selectedBranchRow(): Locator {
    return this.branches.locator('[role="treeitem"][aria-selected="true"]')
  }

  /** The rows of the timeline that hold these words. */
  row(words: string | RegExp): Locator {
    return this.timeline.locator('article[data-row]').filter({ hasText: words })
  }

  /** The row of the timeline that keys act on. */
  get chosenRow(): Locator {
    return this.timeline.locator('article[aria-current="true"]')
  }

  /** Selects a row of the branch graph, and waits until the timeline shows that entry. */
  async goTo(words: string | RegExp) {
    await this.branchRow(words).click()
    await this.chosenRow.filter({ hasText: words }).waitFor()
  }

  /** Opens a card of the timeline by its line, or closes it. */
  async toggle(card: Locator, line: string | RegExp) {
    const button = card.getByRole('button', { name: line }).first()
    await this.row(/\w/).first().waitFor()
    // Rows far below are not there before one scrolls to them.
    for (let n = 0; n < 30 && (await button.count()) === 0; n++) {
      await this.timeline.hover()
      await this.page.mouse.wheel(0, 200)
      await this.frames()
    }
    await button.click()
  }

  /** Reads the timeline to its end and comes back: all rows have been measured then, and all pictures are there. */
  async readThrough() {
    const feed = this.timeline.getByRole('feed')
    // Where the outcome fills the window there are no rows before they are scrolled to.
    await this.page.waitForFunction(() => {
      const list = document.querySelector('[role="feed"]')
      const rows = [...(list?.querySelectorAll('article[data-row]') ?? [])]
      const { scrollHeight = 0, clientHeight = 0 } = list ?? {}
      return rows.some((row) => /\w/.test(row.textContent)) || scrollHeight > 1.5 * clientHeight
    })
    const further = (list: HTMLElement | SVGElement) => {
      const before = list.scrollTop
      list.scrollTop += list.clientHeight
      return list.scrollTop > before
    }
    const height = () => feed.evaluate((list) => list.scrollHeight)
    // What rows are drawn with may still be loaded while they pass for the first time.
    for (let before = -1; before !== (await height());) {
      before = await height()
      while (await feed.evaluate(further)) await this.frames()
      await this.page.waitForFunction(() => [...document.images].every((image) => image.complete))
      await feed.evaluate((list) => (list.scrollTop = 0))
      await this.frames()
    }
  }

  get outcome(): Locator {
    return this.page.getByRole('region', { name: 'Outcome of this branch' })
  }

  /** What stands in the third pane: one of the views that take the place of the timeline. */
  view(name: 'Compare' | 'Changes' | 'Context' | 'Family'): Locator {
    return this.page.getByRole('region', { name, exact: true })
  }

  tab(name: string | RegExp): Locator {
    return this.page.getByRole('tab', { name })
  }

  /** Goes to a tab and waits until its pane has something to read. */
  async goToTab(name: string | RegExp) {
    await this.tab(name).click()
    await this.page.locator('#panel').getByText(/\w/).first().waitFor()
  }

  async keys(...keys: string[]) {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Runs a command by its title, as somebody would who does not know its key. */
  async command(title: string) {
    await this.keys('Control+k')
    await this.page.getByRole('combobox').fill(title)
    await this.page.getByRole('option', { name: title }).first().waitFor()
    await this.keys('Enter')
  }

  async setTheme(theme: 'dark' | 'light') {
    await this.page.emulateMedia({ colorScheme: theme })
    await this.page.locator(`:root[data-theme="${theme}"]`).waitFor()
  }

  async resize(width: number, height: number) {
    await this.page.setViewportSize({ width, height })
    await this.frames()
  }

  /** Lets the page draw what it was told. */
  async frames() {
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
  }

  /** All words on screen. */
  words(): Promise<string> {
    return this.page.evaluate(() => document.body.innerText)
  }

  /** How many elements the page has. */
  liveNodes(): Promise<number> {
    return this.page.evaluate(() => document.getElementsByTagName('*').length)
  }

  /** What keeps somebody with a screen reader, a keyboard or weak eyes from what is on screen. */
  async barriers(): Promise<string[]> {
    await this.page.evaluate(axe.source)
    return this.page.evaluate(async () => {
      const { violations } = await window.axe.run(document, { preload: false })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          (node) => `${id}: ${node.target.join(' ')} ${node.html.slice(0, 160)} ${node.failureSummary}`,
        ),
      )
    })
  }

  async screenshot(name: string) {
    mkdirSync(screenshots, { recursive: true })
    await this.page.screenshot({ path: join(screenshots, `${name}.png`), animations: 'disabled' })
  }

  /** What is on screen now, as a PNG. */
  async picture(): Promise<Buffer> {
    await this.frames()
    return this.page.screenshot({ animations: 'disabled' })
  }

  async close() {
    await this.browser.close()
    await this.stopServer()
  }
}

/** The server prints the address of its page as its first line. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const address = /^http:\S+(?=\n)/m.exec(said)
      if (address) resolve(address[0])
    })
    server.once('error', reject)
    server.once('exit', (code) =>
      reject(new Error(`the server ended with ${code} before it had an address: ${said}`)),
    )
  })
}

function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    server.once('exit', () => resolve())
    server.kill('SIGTERM')
    setTimeout(() => server.kill('SIGKILL'), 5000).unref()
  })
}
