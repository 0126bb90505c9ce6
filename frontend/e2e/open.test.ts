import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import { WrittenSession } from './written'

const folder = mkdtempSync(join(tmpdir(), 'branchline-open-'))
let home: string
let app: App

beforeEach(() => {
  home = mkdtempSync(join(folder, 'home-'))
})
afterEach(async () => {
  await app.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A session about one vegetable, with two branches, in a file of this name. */
function about(vegetable: string, name = `${vegetable}.jsonl`): string {
  const session = new WrittenSession({ cwd: home })
  session.prompt(`Sow the ${vegetable}.`)
  const first = session.leaf
  session.reply(`The ${vegetable} is sown in rows.`)
  session.prompt(`Water the ${vegetable}.`)
  session.reply(`The ${vegetable} is wet.`)
  session.leaf = first
  session.reply(`The ${vegetable} is sown in circles.`)
  const path = join(home, name)
  writeFileSync(path, session.lines.join('\n') + '\n')
  return path
}

const begin = async (...files: string[]) => (app = await start({ files, home }))

/** Starts again with nothing to open. */
async function again() {
  await app.close()
  await begin()
  await app.page.getByRole('heading', { name: 'Recent files' }).waitFor()
}

const recent = () => app.page.getByRole('region', { name: 'Recent files' })

async function closeAll() {
  while ((await app.page.getByRole('tab').count()) > 0) await app.command('Close tab')
}

test('shows what was opened lately, opens it by keyboard, and forgets it when told to', async () => {
  const gone = about('kale')
  await begin(about('leek'), gone, about('bean', 'a bean ü.jsonl'))
  await app.tab(/bean/).waitFor()
  unlinkSync(gone)
  await again()
  expect(await app.barriers()).toEqual([])
  const names = await recent().getByRole('listitem').allInnerTexts()
  expect(names.map((name) => /leek|kale|bean/.exec(name)?.[0])).toEqual(['bean', 'kale', 'leek'])
  expect(names[1]).toContain('missing')

  await recent().getByRole('button', { name: /bean/ }).first().focus()
  await app.keys('Enter')
  await app.row('The bean is sown in circles').waitFor()
  await app.keys('Control+w')

  await recent()
    .getByRole('button', { name: /Remove .*kale/ })
    .click()
  await recent().getByText('kale').first().waitFor({ state: 'detached' })
  await again()
  expect(await recent().getByText('kale').count()).toBe(0)

  await app.command('Settings')
  await app.page.getByRole('button', { name: 'Clear the recent files' }).click()
  await expect
    .poll(() => app.page.getByRole('button', { name: 'Clear the recent files' }).isDisabled())
    .toBe(true)
  await app.keys('Escape')
  await app.page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await recent().count()).toBe(0)
  expect(app.faults).toEqual([])
})

test('remembers nothing once that is switched off', async () => {
  await begin(about('leek'))
  await app.tab(/leek/).waitFor()
  await app.command('Settings')
  await app.page.getByRole('checkbox', { name: /Remember recent files/ }).uncheck()
  await app.keys('Escape')
  await app.command('Close tab')
  await app.page.getByRole('heading', { name: /No session is open|No sessions/ }).waitFor()
  await recent().waitFor({ state: 'detached' })
  expect(app.faults).toEqual([])
})

test('offers recent files first in the palette and in the menu beside Open', async () => {
  await begin(about('leek'), about('bean'))
  await app.tab(/bean/).waitFor()
  await closeAll()
  await app.keys('Control+k')
  const first = app.page.getByRole('option').first()
  await first.filter({ hasText: 'bean' }).filter({ hasText: 'Recent' }).waitFor()
  await app.keys('Enter')
  await app.row('The bean is sown in circles').waitFor()
  await app.keys('Control+w')

  await app.page.getByRole('button', { name: 'Recent files', exact: true }).focus()
  await app.keys('Enter')
  await app.page.getByRole('menuitem', { name: /leek/ }).waitFor()
  await app.page.getByRole('menuitem', { name: 'Open the closed tab again' }).waitFor()
  await app.keys('ArrowDown', 'Enter')
  await app.row('The leek is sown in circles').waitFor()
  expect(app.faults).toEqual([])
})

test('opens a closed tab again where the reader was', async () => {
  await begin(about('leek'), about('bean'))
  await app.goToTab(/leek/)
  await app.goTo('Water the leek')
  await app.keys('Control+w')
  await app.row('The bean is sown in circles').waitFor()
  await app.keys('Control+Shift+T')
  await app.chosenRow.filter({ hasText: 'Water the leek' }).waitFor()
  expect(await app.page.getByRole('tab').count()).toBe(2)
  expect(app.faults).toEqual([])
})

test('goes back and forward over tabs, by keys, buttons and the side of the mouse', async () => {
  await begin(about('leek'), about('bean'))
  await app.goToTab(/leek/)
  await app.goTo('Water the leek')
  await app.goToTab(/bean/)
  await app.goTo('Water the bean')
  await app.goToTab(/leek/)
  await app.chosenRow.filter({ hasText: 'Water the leek' }).waitFor()

  await app.keys('Alt+ArrowLeft')
  await app.chosenRow.filter({ hasText: 'Water the bean' }).waitFor()
  await app.keys('Alt+ArrowRight')
  await app.chosenRow.filter({ hasText: 'Water the leek' }).waitFor()
  await app.page.getByRole('button', { name: 'Back', exact: true }).click()
  await app.chosenRow.filter({ hasText: 'Water the bean' }).waitFor()
  await side('forward')
  await app.chosenRow.filter({ hasText: 'Water the leek' }).waitFor()
  await side('back')
  await app.chosenRow.filter({ hasText: 'Water the bean' }).waitFor()
  expect(app.faults).toEqual([])
})

/** Presses a button at the side of the mouse. */
async function side(button: 'back' | 'forward') {
  const devtools = await app.page.context().newCDPSession(app.page)
  for (const type of ['mousePressed', 'mouseReleased'] as const)
    await devtools.send('Input.dispatchMouseEvent', { type, button, x: 700, y: 500, clickCount: 1 })
  await devtools.detach()
}

/** What a shell makes of a command line, without the program. */
function typed(line: string): string[] {
  const show = `branchline() { printf '%s\\0' "$@"; }; `
  return execFileSync('bash', ['-c', show + line], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)
}

test('copies a command that opens the same entry', async () => {
  await begin(about('leek', "it's a leek ü.jsonl"))
  await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.goTo('Water the leek')
  await app.command('Copy the command that opens this entry')
  await app.page.getByText('Command copied').first().waitFor()
  const line = await app.page.evaluate(() => navigator.clipboard.readText())
  expect(line).toMatch(/^branchline .* --entry \S+$/)
  await app.close()
  await begin(...typed(line))
  await app.chosenRow.filter({ hasText: 'Water the leek' }).waitFor()
  expect(app.faults).toEqual([])
})

test('copies the command that resumes the session, and says that a browser shows no folders', async () => {
  const path = about('leek')
  await begin(path)
  await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.command('Copy the command that resumes the session')
  await app.page.getByText('Command copied').first().waitFor()
  expect(await app.page.evaluate(() => navigator.clipboard.readText())).toBe(
    `cd ${home} && pi --session ${path}`,
  )
  await app.command('Show in the file manager')
  await app.page
    .getByText(/a browser opens no file manager; copy the path/)
    .first()
    .waitFor()
  expect(app.faults).toEqual([])
})

test('opens addresses of files, and says of what is no session what to do with it', async () => {
  const path = about('leek', '50% leek #1 ü.jsonl')
  const shed = join(home, 'the shed')
  mkdirSync(shed)
  const notes = join(home, 'notes.txt')
  writeFileSync(notes, 'Buy twine.\n')
  await begin(pathToFileURL(path).href, shed, notes)
  await app.goToTab(/leek/)
  await app.row('The leek is sown in circles').waitFor()
  await app.goToTab(/the shed/)
  await app.page.getByText(/A folder, not a session file/).waitFor()
  await app.page.getByText(`branchline list --dir '${shed}'`).waitFor()
  await app.goToTab(/notes/)
  await app.page.getByRole('heading', { name: 'This is not a session' }).waitFor()
  expect(app.faults).toEqual([])
})
