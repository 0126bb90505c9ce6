import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import { WrittenSession } from './written'

const home = mkdtempSync(join(tmpdir(), 'branchline-edit-'))
const folder = join(home, '.pi/agent/sessions/--home-mira-src-orchard--')
let app: App
let path: string
let before: string
/** A session for each test, which may write to it. */
const sessions = Array.from({ length: 8 }, (_, n) => orchard(`orchard-${n + 1}.jsonl`))
let next = 0

/** A session with two branches that nobody writes to. */
function orchard(name: string): string {
  const s = new WrittenSession()
  const asked = s.prompt('Count the apples')
  s.reply('There are nine apples.')
  s.prompt('Count the pears', asked)
  s.call('bash', { command: 'ls pears' }, 'conference\nwilliams\n')
  s.reply('There are two pears.')
  return s.write(folder, name)
}

beforeAll(async () => {
  app = await start({ home, files: sessions })
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
})

/** The lines that were added to the file, which must begin as it was. */
function added(): Record<string, unknown>[] {
  const now = readFileSync(path, 'utf8')
  expect(now.startsWith(before)).toBe(true)
  return now
    .slice(before.length)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

const sheet = (name: string) => app.page.getByRole('dialog', { name, exact: true })
const undo = () => app.status.getByRole('button', { name: /^Undo: / })
const confirm = (name: string) => sheet('Label').getByRole('button', { name })

test('labels an entry by keyboard alone, and takes it back', async () => {
  await app.keys('Shift+L')
  const field = sheet('Label').getByRole('textbox', { name: 'Label' })
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await app.page.keyboard.type('count this')
  await sheet('Label').getByText('"label":"count this"').waitFor()
  expect(added()).toEqual([])
  const planned = await sheet('Label')
    .getByRole('group', { name: 'As it will stand in the file' })
    .innerText()
  await app.keys('Enter')
  await sheet('Label').waitFor({ state: 'detached' })
  expect(readFileSync(path, 'utf8')).toBe(`${before}${planned.trim()}\n`)
  await app.branchRow('count this').waitFor()
  await app.chosenRow.filter({ hasText: 'There are two pears' }).waitFor()
  await app.status.getByText('count this').waitFor()
  await app.keys('Control+z')
  await expect.poll(() => added().length).toBe(2)
  await app.branchRow('count this').waitFor({ state: 'detached' })
  expect(added()[1]).toMatchObject({ type: 'label', targetId: added()[0]?.['targetId'] })
  expect(await undo().count()).toBe(0)
})

test('labels an entry by pointer, and takes it back', async () => {
  await app.branchRow('There are two pears').click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: /^Label/ }).click()
  await sheet('Label').getByRole('textbox', { name: 'Label' }).fill('good')
  await confirm('Set the label').click()
  await app.branchRow('good').waitFor()
  expect(added()).toMatchObject([{ type: 'label', label: 'good' }])
  await undo().click()
  await app.branchRow('good').waitFor({ state: 'detached' })
})

test('a sheet that is left writes nothing and gives the focus back', async () => {
  await app.branchRow('There are two pears').focus()
  await app.keys('Shift+L')
  await sheet('Label').waitFor()
  await app.page.keyboard.type('no')
  await app.keys('Escape')
  await sheet('Label').waitFor({ state: 'detached' })
  expect(added()).toEqual([])
  expect(await app.page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('treeitem')
})

test('writes behind what the agent wrote while the sheet was open', async () => {
  await app.keys('Shift+L')
  await app.page.keyboard.type('kept')
  await sheet('Label').getByText('"label":"kept"').waitFor()
  const entry = {
    type: 'message',
    id: 'beef0001',
    parentId: null,
    timestamp: '2026-10-05T09:00:00.000Z',
    message: { role: 'user', content: 'Count the plums' },
  }
  appendFileSync(path, `${JSON.stringify(entry)}\n`)
  before = readFileSync(path, 'utf8')
  await sheet('Label').getByText('"parentId":"beef0001"').waitFor()
  expect(await sheet('Label').getByRole('textbox', { name: 'Label' }).inputValue()).toBe('kept')
  await app.keys('Enter')
  await expect.poll(added).toMatchObject([{ type: 'label', parentId: 'beef0001', label: 'kept' }])
})
