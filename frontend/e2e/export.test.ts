import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import { sample } from './places'
import { resting, WrittenSession } from './written'

const home = mkdtempSync(join(tmpdir(), 'branchline-export-'))
const folder = join(home, '.pi/agent/sessions/--home-mira-src-orchard--')
/** Nobody's: made for this test. */
const key = `ghp_${'a8Xk29LmQp47RtYw63BnZc10VdFs85HgJe2U'}`
let app: App
let path: string
let before: string
const sessions = Array.from({ length: 14 }, (_, n) =>
  orchard(`orchard-${String(n + 1).padStart(2, '0')}.jsonl`),
)
let next = 0

/** A session with two branches, one of which has a key and an address. */
function orchard(name: string): string {
  const s = new WrittenSession()
  const asked = s.prompt('Count the apples')
  s.reply('There are nine apples.')
  s.prompt(`Count the pears with the key ${key}`, asked)
  s.call('bash', { command: 'ls pears' }, 'conference\nwilliams\n')
  s.reply('There are two pears; I wrote to mira@orchard-harvest.io.')
  return resting(s.write(folder, name))
}

/** A session with more branches than stand in a list at once, and a key at many places. */
function many(): string {
  const s = new WrittenSession()
  const asked = s.prompt(Array.from({ length: 9 }, (_, n) => `${n}: ${key}`).join('\n'))
  for (let n = 1; n <= 12; n++) {
    s.prompt(`Try number ${n}`, asked)
    s.reply(`Number ${n} is done.`)
  }
  return resting(s.write(folder, 'many.jsonl'))
}

beforeAll(async () => {
  app = await start({ home, files: [...sessions, many(), sample('uploads-5-finished')] })
})
afterAll(async () => {
  await app.close()
  rmSync(home, { recursive: true })
})
beforeEach(async () => {
  path = sessions[next++] ?? ''
  before = readFileSync(path, 'utf8')
  await app.goToTab(basename(path, '.jsonl'))
  await app.goTo('There are two pears')
})
afterEach(async () => {
  while ((await app.page.getByRole('dialog').count()) > 0) await app.keys('Escape')
  expect(app.faults).toEqual([])
  expect(readFileSync(path, 'utf8')).toBe(before)
})

const sheet = () => app.page.getByRole('dialog', { name: 'Export', exact: true })
const choose = (name: string) => sheet().getByRole('radio', { name, exact: true }).click()
const searched = () =>
  sheet()
    .getByText(/possible secrets? at/)
    .waitFor()
const press = (name: RegExp) => sheet().getByRole('button', { name }).click()
const tick = (name: RegExp) => sheet().getByRole('checkbox', { name })

/** The files beside the session that were not there before. */
async function made(act: () => Promise<void>): Promise<string[]> {
  const there = new Set(readdirSync(folder))
  await act()
  return readdirSync(folder)
    .filter((name) => !there.has(name))
    .map((name) => join(folder, name))
}

const done = () =>
  sheet()
    .getByText(/^Exported to/)
    .waitFor()

/** The file beside the session that an export made, once it says so. */
async function exported(act: () => Promise<void>): Promise<string> {
  const [file = ''] = await made(async () => {
    await act()
    await done()
  })
  return file
}

/** Presses Tab until what is named has the focus. */
async function tabTo(name: RegExp) {
  for (let presses = 0; presses < 40; presses++) {
    const words = await app.page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    )
    if (name.test(words.trim())) return
    await app.keys('Tab')
  }
  throw new Error(`Tab does not come to ${name}`)
}

test('exports a branch as a session by keyboard alone, masked, and opens it', async () => {
  await app.keys('Shift+X')
  await searched()
  await sheet().getByText('all of them are masked').waitFor()
  await sheet().getByText('1 entry on 1 other branch stays out.').waitFor()
  await tabTo(/^Download$/)
  await app.keys('ArrowRight')
  await sheet().getByRole('radio', { name: 'Beside the session', checked: true }).waitFor()
  await sheet().getByText('none of them is masked').waitFor()
  const kinds = await tick(/^Mask all of the kind/).evaluateAll((all) =>
    all.map((box) => box.ariaLabel ?? ''),
  )
  for (const kind of kinds) {
    await tabTo(new RegExp(`^${kind}$`, 'u'))
    await app.keys('Space')
  }
  await sheet().getByText('all of them are masked').waitFor()
  const [file = ''] = await made(async () => {
    await app.keys('Enter')
    await done()
    await sheet()
      .getByText(/secrets masked at \d+ places?: .*email/)
      .waitFor()
  })
  const text = readFileSync(file, 'utf8')
  expect(text).not.toContain(key)
  expect(text).toContain('[REDACTED:')
  expect(text).not.toContain('nine apples')
  await app.keys('Enter')
  await app.row('There are two pears').waitFor()
  await app.status.getByText(basename(file)).waitFor()
  await app.keys('Control+z')
  await expect.poll(() => existsSync(file)).toBe(false)
})

test('shows each possible secret with its place, leads there, and leaves what is not ticked', async () => {
  await app.page.getByRole('button', { name: 'Export', exact: true }).click()
  await app.page.getByRole('menuitem', { name: /^Export as Markdown/ }).click()
  await searched()
  expect(await sheet().innerText()).not.toContain(key)
  await sheet().getByText('line 4', { exact: false }).first().waitFor()
  await tick(/^Mask all of the kind email/).uncheck()
  await sheet().getByText('what is not ticked stays as it is').waitFor()
  await sheet().getByText('I wrote to mira@orchard-harvest.io').waitFor()
  expect(await sheet().innerText()).not.toContain(key)
  await choose('Beside the session')
  const file = await exported(() => press(/^Export/))
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('mira@orchard-harvest.io')
  expect(text).not.toContain(key)
  await app.keys('Escape')
  await app.keys('Shift+X')
  await searched()
  await sheet().getByRole('button', { name: 'Go to the entry' }).last().click()
  await sheet().waitFor({ state: 'detached' })
  await app.chosenRow.filter({ hasText: /pears/ }).waitFor()
})

test('what stays beside the session for its agent is as it stands, and the sheet says to give it to nobody', async () => {
  await app.keys('Shift+X')
  await searched()
  await choose('Beside the session')
  await sheet().getByText('none of them is masked, as the session stays on this machine').waitFor()
  await sheet().getByText('Give this file to nobody').waitFor()
  await sheet().getByText(`with the key ${key}`).waitFor()
  const file = await exported(() => app.keys('Enter'))
  expect(readFileSync(file, 'utf8')).toContain(key)
  await app.keys('Escape')
  await app.keys('Shift+X')
  await searched()
  await choose('Beside the session')
  await sheet().getByText('Give this file to nobody').waitFor()
  await choose('Download')
  await sheet().getByText('all of them are masked').waitFor()
  await expect.poll(() => sheet().innerText()).not.toContain(key)
})

test('an export that was left for an entry goes on as it was', async () => {
  await app.keys('Shift+X')
  await choose('HTML page')
  await searched()
  await sheet().getByRole('button', { name: 'Go to the entry' }).last().click()
  await sheet().waitFor({ state: 'detached' })
  await app.page.getByRole('button', { name: 'Back to it' }).last().click()
  await sheet().getByRole('radio', { name: 'HTML page', checked: true }).waitFor()
})

test('follows the session while it is looked through', async () => {
  await app.keys('Shift+X')
  await searched()
  const last = before.trimEnd().split('\n').at(-1) ?? ''
  const entry = {
    type: 'message',
    id: 'beef0001',
    parentId: (JSON.parse(last) as { id: string }).id,
    timestamp: '2026-10-05T09:00:00.000Z',
    message: { role: 'user', content: 'Write to noor@orchard-harvest.io as well' },
  }
  appendFileSync(path, `${JSON.stringify(entry)}\n`)
  before = readFileSync(path, 'utf8')
  await sheet().getByText('noor…').first().waitFor()
  await choose('Beside the session')
  await tick(/^Mask all of the kind email/).check()
  const file = await exported(() => app.keys('Enter'))
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('as well')
  expect(text).not.toContain('noor@')
})

test('lets nothing leave of a file that was replaced before it was looked at again', async () => {
  await app.keys('Shift+X')
  await searched()
  await choose('Beside the session')
  before = before.replace('There are two pears', 'There are ten pears')
  writeFileSync(`${path}.new`, before)
  renameSync(`${path}.new`, path)
  await sheet()
    .getByText(/was replaced or cut short while this was open/)
    .first()
    .waitFor()
  await app.keys('Enter')
  await press(/^Look again/)
  await searched()
  const [file = '', ...others] = await made(async () => {
    await app.keys('Enter')
    await done()
  })
  expect(others).toEqual([])
  expect(readFileSync(file, 'utf8')).toContain('There are ten pears')
})

test('exports several branches as a page that needs nothing else', async () => {
  await app.command('Export as one HTML page…')
  await searched()
  await choose('Several branches')
  await tick(/nine apples/).check()
  await searched()
  await choose('Beside the session')
  const file = await exported(() => press(/^Export/))
  await app.keys('Escape')
  const page = await app.page.context().browser()?.newPage()
  if (page === undefined) throw new Error('the browser is gone')
  const asked: string[] = []
  const said: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => said.push(message.text()))
  await page.goto(pathToFileURL(file).href)
  await page.getByText('There are two pears').first().waitFor()
  expect(await page.content()).toContain('nine apples')
  expect(await page.content()).not.toContain(key)
  expect(asked).toEqual([pathToFileURL(file).href])
  expect(said).toEqual([])
  await page.close()
})

test('takes all branches of a page at once, and shows the one on screen among them', async () => {
  await app.goToTab('many')
  await app.row('Number 12 is done').waitFor()
  await app.command('Export as one HTML page…')
  await searched()
  await choose('Several branches')
  const shown = sheet().getByRole('listitem').filter({ hasText: 'on screen' })
  const inSight = () =>
    shown.evaluate((line) => {
      const list = line.parentElement?.getBoundingClientRect()
      const { top, bottom } = line.getBoundingClientRect()
      return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1
    })
  await shown.getByText('Number 12 is done').waitFor()
  expect(await inSight()).toBe(true)
  const each = sheet().getByRole('list', { name: 'Branches' }).getByRole('checkbox')
  await tick(/Number 3 is done/).check()
  expect(await tick(/^All 12 branches/).evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await tick(/^All 12 branches/).check()
  expect(await each.evaluateAll((all: HTMLInputElement[]) => all.map((box) => box.checked))).toEqual(
    Array.from({ length: 12 }, () => true),
  )
  await searched()
  await choose('Beside the session')
  const file = await exported(() => press(/^Export/))
  const page = readFileSync(file, 'utf8')
  for (let n = 1; n <= 12; n++) expect(page).toContain(`Number ${n} is done.`)
})

test('leads to every place of a secret, each by a name of its own', async () => {
  await app.goToTab('many')
  await app.row('Number 12 is done').waitFor()
  await app.keys('Shift+X')
  await searched()
  const places = sheet().getByRole('button', { name: 'Go to the entry at line 2', exact: true })
  expect(await places.count()).toBe(5)
  await press(/^Show 4 other places/)
  await expect.poll(() => places.count()).toBe(9)
  expect(await places.nth(5).evaluate((button) => button === document.activeElement)).toBe(true)
})

test('a browser downloads the export', async () => {
  await app.keys('Shift+X')
  await choose('HTML page')
  await searched()
  const downloads = app.page.waitForEvent('download')
  await press(/^Export/)
  const download = await downloads
  expect(download.suggestedFilename()).toBe(`${basename(path, '.jsonl')}.html`)
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toContain('There are two pears')
  expect(text).not.toContain(key)
  await sheet()
    .getByText(`The browser downloads ${basename(path, '.jsonl')}.html.`)
    .waitFor()
})

test('takes another name where one is taken, and writes nothing over it', async () => {
  const page = join(folder, `${basename(path, '.jsonl')}.md`)
  for (const name of [page, page.replace('.md', '-2.md')]) {
    await app.keys('Shift+X')
    await choose('Markdown')
    await searched()
    await choose('Beside the session')
    await press(/^Export/)
    await done()
    expect(existsSync(name)).toBe(true)
    await app.keys('Escape')
  }
})

test('converts a branch to a run log among its own', async () => {
  await app.keys('Shift+X')
  await choose('Run log')
  await searched()
  await expect.poll(() => sheet().innerText()).toMatch(/: a run log /)
  await choose('Among its own sessions')
  await sheet().getByText('none of them is masked, as the session stays on this machine').waitFor()
  await press(/^Export/)
  await done()
  await app.keys('Enter')
  await app.status.getByText('run log').waitFor()
  const logs = join(home, '.local/state/zot/sessions')
  const made = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'))
  expect(made.length).toBeGreaterThan(0)
  expect(made.join('')).not.toContain('[REDACTED')
})

test('a run log that takes no label is converted to a session that does', async () => {
  await app.goToTab('uploads-5-finished')
  await app.row(/\w/).first().waitFor()
  await app.keys('F2')
  const rename = app.page.getByRole('dialog', { name: 'Rename the session' })
  await rename.getByText('never edited').waitFor()
  await rename.getByRole('button', { name: 'Convert to a pi session…' }).click()
  await sheet().getByRole('radio', { name: 'pi session', checked: true }).waitFor()
  await sheet()
    .getByText(/possible secrets? at|looks like one/)
    .waitFor()
  await choose('Among its own sessions')
  await press(/^Export/)
  await done()
  await app.keys('Enter')
  await app.status.getByText('pi session, version 3').waitFor()
  await app.keys('F2')
  await app.page.keyboard.type('Uploads')
  await app.page.getByRole('dialog').getByText('"name":"Uploads"').waitFor()
  await app.keys('Enter')
  await app.page.getByRole('tab', { name: 'Uploads', exact: true }).waitFor()
})

test('a sheet that is left exports nothing', async () => {
  const files = await made(async () => {
    await app.keys('Shift+X')
    await searched()
    await app.keys('Escape')
    await sheet().waitFor({ state: 'detached' })
  })
  expect(files).toEqual([])
})
