import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Locator, type Page } from 'playwright-core'
import { binary, screenshots } from './places'

interface Options {
  /** Files to open, as on the command line. */
  files?: string[]
  theme?: 'dark' | 'light'
  width?: number
  height?: number
  /** A home folder prepared by the test; an empty one is made and removed without it. */
  home?: string
}

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
      args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    })
    const page = await browser.newPage({
      viewport: { width: options.width ?? 1400, height: options.height ?? 900 },
      colorScheme: options.theme ?? 'dark',
    })
    const app = new App(page, browser, new URL(address).origin, close)
    await page.goto(address)
    await page.waitForURL(`${app.origin}/`)
    return app
  } catch (cause) {
    await close()
    throw cause
  }
}

/** The app on screen, in the words of its user. */
export class App {
  /** Whatever a user must never meet: errors of the page, refusals of its content policy, requests to elsewhere. */
  readonly faults: string[] = []
  readonly sessions: Locator
  readonly branches: Locator
  readonly timeline: Locator

  constructor(
    readonly page: Page,
    private readonly browser: Browser,
    readonly origin: string,
    private readonly stopServer: () => Promise<void>,
  ) {
    this.sessions = page.getByRole('region', { name: 'Sessions', exact: true })
    this.branches = page.getByRole('region', { name: /^(Branches|Outline)$/ })
    this.timeline = page.getByRole('region', { name: 'Timeline', exact: true })
    page.on('pageerror', (error) => this.faults.push(`page: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') this.faults.push(`console: ${message.text()} ${message.location().url}`)
    })
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) this.faults.push(`request: ${url}`)
    })
  }

  async screenshot(name: string) {
    mkdirSync(screenshots, { recursive: true })
    await this.page.screenshot({ path: join(screenshots, `${name}.png`), animations: 'disabled' })
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
