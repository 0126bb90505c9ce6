import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import { resting, WrittenSession } from './written'

const samples = join(import.meta.dirname, '../../samples')
let home: string
let run: string
let session: string
let app: App

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'branchline-notes-'))
  run = join(home, 'uploads.jsonl')
  copyFileSync(join(samples, 'uploads-5-finished.jsonl'), run)
  const s = new WrittenSession()
  const asked = s.prompt('Count the apples')
  s.reply('I will not.')
  s.prompt('Please', asked)
  s.call('bash', { command: 'ls apples' }, 'cox\nboskoop\n')
  s.reply('There are nine apples.')
  mkdirSync(join(home, 'pi'))
  session = s.write(join(home, 'pi'), 'orchard.jsonl')
  for (const file of [run, session]) resting(file)
  app = await start({ home, files: [run, session] })
})
afterEach(async () => {
  expect(app.faults).toEqual([])
  await app.close()
  rmSync(home, { recursive: true })
})

const kept = () => join(home, '.local/state/branchline/notes.json')
const sheet = (name: string) => app.page.getByRole('dialog', { name, exact: true })
const field = () => sheet('Note').getByRole('textbox', { name: 'Note', exact: true })
const note = (text: string) => app.timeline.getByText(`Note: ${text}`)
const pill = (text: string) => app.branches.getByRole('treeitem', { name: `note: ${text}` })
const gone = () => app.page.getByRole('dialog').waitFor({ state: 'detached' })

async function restart() {
  await app.close()
  app = await start({ home, files: [run, session] })
}

test('a run log that takes no label takes a note, by keyboard alone, which stays and is taken back', async () => {
  const before = readFileSync(run, 'utf8')
  await app.goToTab('uploads.jsonl')
  await app.keys('p')
  await app.chosenRow.waitFor()
  const words = await app.chosenRow.innerText()
  await app.keys('Shift+L')
  await sheet('Label').getByText('never edited').waitFor()
  const offer = sheet('Label').getByRole('button', { name: 'Keep a note here…' })
  for (let n = 0; n < 4 && !(await offer.evaluate((e) => e === document.activeElement)); n++)
    await app.keys('Tab')
  await app.keys('Enter')
  await field().waitFor()
  expect(await field().evaluate((e) => e === document.activeElement)).toBe(true)
  await app.page.keyboard.type('compare with the stuck one')
  await sheet('Note').getByText('no export holds them').waitFor()
  expect(await app.barriers()).toEqual([])
  await app.keys('Enter')
  await gone()
  await note('compare with the stuck one').waitFor()
  await pill('compare with the stuck one').waitFor()
  expect(await app.barriers()).toEqual([])
  expect(statSync(kept()).mode & 0o777).toBe(0o600)

  // Behind what was done there is nothing to take back any more, so it is kept again and taken back.
  await restart()
  await app.goToTab('uploads.jsonl')
  await note('compare with the stuck one').waitFor()
  expect(await app.row('compare with the stuck one').innerText()).toContain(words.split('\n')[1])
  await app.row('compare with the stuck one').click()
  await app.keys('Shift+F10')
  await app.page.getByRole('menuitem', { name: 'Note…' }).click()
  await expect.poll(() => field().inputValue()).toBe('compare with the stuck one')
  await field().fill('seen')
  await app.keys('Enter')
  await gone()
  await note('seen').waitFor()
  await app.keys('Control+z')
  await note('compare with the stuck one').waitFor()
  expect(readFileSync(run, 'utf8')).toBe(before)
})

test('an entry of a pi session gets a note from its menu, and loses it', async () => {
  await app.goToTab('orchard.jsonl')
  await app.branchRow('There are nine apples').click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: 'Note…' }).click()
  await field().fill('nine, really?')
  await sheet('Note').getByRole('button', { name: 'Keep the note' }).click()
  await pill('nine, really?').waitFor()
  await note('nine, really?').waitFor()
  await app.branchRow('There are nine apples').click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: 'Remove the note' }).click()
  await pill('nine, really?').waitFor({ state: 'detached' })
  await note('nine, really?').waitFor({ state: 'detached' })
  await app.status.getByRole('button', { name: 'Undo removing the note “nine, really?”' }).click()
  await pill('nine, really?').waitFor()
  await app.keys('Control+z')
  await pill('nine, really?').waitFor({ state: 'detached' })
})

test('notes are found in the graph as what was said is, and marked', async () => {
  await app.goToTab('orchard.jsonl')
  const row = app.branchRow('I will not')
  await row.click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: 'Note…' }).click()
  await field().fill('ask for quinces')
  await app.keys('Enter')
  await pill('ask for quinces').waitFor()
  await app.branchRow('Please').click()
  const find = app.branches.getByRole('textbox', { name: 'Find' })
  await find.fill('QUINCES')
  await app.branches.getByText('1 hit', { exact: true }).waitFor()
  await row.locator('mark', { hasText: 'quinces' }).waitFor()
  await find.press('Enter')
  await app.branches.getByText('1 of 1').waitFor()
  await app.selectedBranchRow.filter({ hasText: 'I will not' }).waitFor()
})

test('renaming and branching a run log offer a note as well, on the entry that is selected', async () => {
  await app.goToTab('uploads.jsonl')
  await app.keys('p')
  await app.chosenRow.waitFor()
  for (const key of ['F2', 'Shift+B']) {
    await app.keys(key)
    await app.page.getByRole('dialog').getByRole('button', { name: 'Keep a note here…' }).click()
    await field().fill(`by ${key}`)
    await app.keys('Enter')
    await gone()
    await app.chosenRow.getByText(`Note: by ${key}`).waitFor()
  }
})

test('notes are switched off and deleted in the settings, and deleting is taken back', async () => {
  await app.goToTab('orchard.jsonl')
  await app.branchRow('There are nine apples').click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: 'Note…' }).click()
  await field().fill('nine')
  await app.keys('Enter')
  await note('nine').waitFor()
  await app.keys('Control+,')
  expect(await app.barriers()).toEqual([])
  const on = app.page.getByRole('checkbox', { name: /Notes on entries/ })
  await on.uncheck()
  await note('nine').waitFor({ state: 'detached' })
  await pill('nine').waitFor({ state: 'detached' })
  await on.check()
  await note('nine').waitFor()
  await app.page.getByRole('button', { name: 'Delete all notes' }).click()
  await note('nine').waitFor({ state: 'detached' })
  expect(() => statSync(kept())).toThrow()
  await app.keys('Escape')
  await app.keys('Control+z')
  await note('nine').waitFor()
})
