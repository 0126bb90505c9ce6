import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import { focus } from './hands'
import { resting, WrittenSession } from './written'

const home = mkdtempSync(join(tmpdir(), 'branchline-edit-'))
const folder = join(home, '.pi/agent/sessions/--home-mira-src-orchard--')
let app: App
let path: string
let before: string
/** A session for each test, which may write to it. */
const sessions = Array.from({ length: 24 }, (_, n) =>
  orchard(`orchard-${String(n + 1).padStart(2, '0')}.jsonl`),
)
let next = 0

/** A session with two branches that nobody writes to. */
function orchard(name: string): string {
  const s = new WrittenSession()
  const asked = s.prompt('Count the apples')
  s.reply('There are nine apples.')
  s.prompt('Count the pears', asked)
  s.call('bash', { command: 'ls pears' }, 'conference\nwilliams\n')
  s.reply('There are two pears.')
  return resting(s.write(folder, name))
}

const old = join(folder, 'old.jsonl')

beforeAll(async () => {
  writeFileSync(
    old,
    [
      {
        type: 'session',
        id: 'old',
        timestamp: '2025-01-01T00:00:00.000Z',
        cwd: home,
        provider: 'acme',
        modelId: 'm',
      },
      {
        type: 'message',
        timestamp: '2025-01-01T00:00:01.000Z',
        message: { role: 'user', content: 'How many plums?' },
      },
    ]
      .map((record) => `${JSON.stringify(record)}\n`)
      .join(''),
  )
  app = await start({ home, files: [...sessions, old] })
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
const undo = () => app.status.getByRole('button', { name: /^Undo / })
const field = (name: string) => app.page.getByRole('dialog').getByRole('textbox', { name, exact: true })
const press = (name: string | RegExp) => app.page.getByRole('dialog').getByRole('button', { name }).click()
const gone = () => app.page.getByRole('dialog').waitFor({ state: 'detached' })
const lines = (of: string) => readFileSync(of, 'utf8').trimEnd().split('\n')

test('labels an entry by keyboard alone, and takes it back', async () => {
  await app.keys('Shift+L')
  expect(await field('Label').evaluate((element) => element === document.activeElement)).toBe(true)
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
  await app.status.getByText('Put the label “count this”').waitFor()
  await app.keys('Control+z')
  await expect.poll(() => added().length).toBe(2)
  await app.branchRow('count this').waitFor({ state: 'detached' })
  expect(added()[1]).toMatchObject({ type: 'label', targetId: added()[0]?.['targetId'] })
  expect(await undo().count()).toBe(0)
})

test('labels an entry by pointer, and takes it back', async () => {
  await app.branchRow('There are two pears').click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: /^Label/ }).click()
  await field('Label').fill('good')
  await press('Set the label')
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
  expect(await field('Label').inputValue()).toBe('kept')
  await app.keys('Enter')
  await expect.poll(added).toMatchObject([{ type: 'label', parentId: 'beef0001', label: 'kept' }])
})

test('takes several steps back in their order', async () => {
  for (const label of ['first', 'second']) {
    await app.keys('Shift+L')
    await app.page.keyboard.type(label)
    await app.keys('Enter')
    await gone()
    await app.branchRow(label).waitFor()
  }
  await app.keys('Shift+L')
  await expect.poll(() => field('Label').inputValue()).toBe('second')
  await app.keys('Control+a', 'Backspace', 'Enter')
  await gone()
  await app.branchRow('second').waitFor({ state: 'detached' })
  await app.keys('Control+z')
  await app.branchRow('second').waitFor()
  await app.keys('Control+z')
  await app.branchRow('first').waitFor()
  await app.keys('Control+z')
  await app.branchRow('first').waitFor({ state: 'detached' })
  expect(added().map(({ label }) => label)).toEqual([
    'first',
    'second',
    undefined,
    'second',
    'first',
    undefined,
  ])
})

test('Ctrl+Z takes back what was written into the session on screen alone', async () => {
  await app.keys('Shift+L')
  await app.page.keyboard.type('this one')
  await app.keys('Enter')
  await app.branchRow('this one').waitFor()
  await app.goToTab(basename(sessions.at(-1) ?? '', '.jsonl'))
  await app.row('There are two pears').waitFor()
  const elsewhere = app.status.getByRole('button', {
    name: `Undo in ${basename(path)}: the label “this one”`,
    exact: true,
  })
  await elsewhere.waitFor()
  await app.status.getByText(`${basename(path)}: Put the label “this one”`).waitFor()
  await app.keys('Control+z')
  await app.page.getByText('Nothing to undo here.').first().waitFor()
  expect(added().length).toBe(1)
  await elsewhere.click()
  await expect.poll(() => added().length).toBe(2)
})

test('what was taken back is done again, by key and by the button beside it', async () => {
  await app.keys('Shift+L')
  await app.page.keyboard.type('again')
  await app.keys('Enter')
  const redo = app.status.getByRole('button', { name: 'Redo the label “again”', exact: true })
  await app.branchRow('again').waitFor()
  await app.keys('Control+z')
  await redo.waitFor()
  await app.keys('Control+Shift+Z')
  await redo.waitFor({ state: 'detached' })
  await app.branchRow('again').waitFor()
  await app.keys('Control+z')
  await redo.click()
  await app.branchRow('again').waitFor()
  await expect
    .poll(() => added().map(({ label }) => label))
    .toEqual(['again', undefined, 'again', undefined, 'again'])
})

test('a page that is loaded again takes back what was done before, under the same name', async () => {
  await app.keys('Shift+L')
  await app.page.keyboard.type('before')
  await app.keys('Enter')
  await app.branchRow('before').waitFor()
  await app.page.reload()
  await app.goToTab(basename(path))
  await app.status.getByText('Put the label “before” on').waitFor()
  await app.status.getByRole('button', { name: 'Undo the label “before”', exact: true }).click()
  await app.branchRow('before').waitFor({ state: 'detached' })
  await expect.poll(() => added().map(({ label }) => label)).toEqual(['before', undefined])
  await app.page.reload()
  await app.goToTab(basename(path))
  await app.status.getByRole('button', { name: 'Redo the label “before”', exact: true }).click()
  await app.branchRow('before').waitFor()
  await expect.poll(() => added().map(({ label }) => label)).toEqual(['before', undefined, 'before'])
})

test('a step that could not be taken back is kept until it is', async () => {
  await app.keys('Shift+L')
  await app.page.keyboard.type('kept')
  await app.keys('Enter')
  await app.branchRow('kept').waitFor()
  renameSync(path, `${path}.away`)
  await app.keys('Control+z')
  await app.page.getByText('was not taken back').first().waitFor()
  renameSync(`${path}.away`, path)
  await app.status.getByText('the file can no longer be read').waitFor({ state: 'detached' })
  await app.keys('Control+z')
  await expect.poll(() => added().length).toBe(2)
})

test('Enter confirms from a choice as well', async () => {
  await app.keys('Shift+F')
  await app.page.getByRole('radio', { name: 'the whole session' }).click()
  await app.page.getByRole('dialog').getByText('whole session').last().waitFor()
  await app.keys('Enter')
  await app.page
    .getByRole('dialog')
    .getByText(/^Forked into/)
    .waitFor()
})

test('says that the file was replaced while the sheet was open, and writes into what it is now', async () => {
  await app.goTo('Count the apples')
  await app.keys('Shift+L')
  await app.page.keyboard.type('mine')
  await sheet('Label').getByText('"label":"mine"').waitFor()
  // Cut short: the branch on screen is not in it any more.
  before = `${before.split('\n').slice(0, 3).join('\n')}\n`
  writeFileSync(path, before)
  await sheet('Label').getByText('was replaced or cut short').waitFor()
  await sheet('Label')
    .getByRole('button', { name: /^Read again and retry/ })
    .click()
  await gone()
  expect(added()).toMatchObject([{ type: 'label', label: 'mine' }])
})

test('a field takes back what was typed into it, and the file stays', async () => {
  await app.keys('Shift+L')
  await app.page.keyboard.type('kept')
  await app.keys('Enter')
  await gone()
  await app.keys('F2')
  await app.page.keyboard.type('x')
  await app.keys('Control+z')
  expect(added().length).toBe(1)
  await app.keys('Escape')
})

test('names the session by keyboard, from its tab and from the list', async () => {
  await app.keys('F2')
  await app.page.keyboard.type('Autumn count')
  await app.keys('Enter')
  await app.tab('Autumn count').waitFor()
  await app.tab('Autumn count').click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: /^Rename/ }).click()
  await expect.poll(() => field('Name').inputValue()).toBe('Autumn count')
  await field('Name').fill('Winter count')
  await press('Rename')
  await app.tab('Winter count').waitFor()
  await app.keys('Control+b')
  const line = app.sessions.getByRole('treeitem', { name: /Winter count/ })
  await line.click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: /^Rename/ }).click()
  await expect.poll(() => field('Name').inputValue()).toBe('Winter count')
  await field('Name').fill('')
  await press('Take the name away')
  await gone()
  await expect.poll(() => added().map(({ name }) => name)).toEqual(['Autumn count', 'Winter count', ''])
  await app.keys('Control+b')
})

test('branches before a prompt with a drafted summary, by keyboard', async () => {
  await app.goTo('Count the pears')
  await app.keys('Shift+B')
  const summary = field('What the agent is told of the branch that is left')
  await expect.poll(() => summary.inputValue()).toContain('Count the pears')
  await app.keys('Control+End')
  await app.page.keyboard.type('\nPears are done.')
  await app.page.getByRole('dialog').getByText('pi will continue here').waitFor()
  await app.keys('Control+Enter')
  await gone()
  const [line] = added()
  expect(line).toMatchObject({ type: 'branch_summary', parentId: JSON.parse(lines(path)[1] ?? '').id })
  expect(line?.['summary']).toMatch(/Count the pears[^]*Pears are done\.$/)
  await app.branchRow('pi continues here').filter({ hasText: /asked/ }).waitFor()
  await app.keys('Control+z')
  await expect.poll(() => added().length).toBe(2)
  expect(added()[1]).toMatchObject({ type: 'label', parentId: line?.['fromId'] })
})

test('branches after a prompt, by pointer; a summary that was left is there again', async () => {
  const prompt = app.branchRow('Count the pears')
  await prompt.click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: /^Branch here/ }).click()
  await app.page.getByRole('radio', { name: 'after it' }).click()
  const summary = field('What the agent is told of the branch that is left')
  await expect.poll(() => summary.inputValue()).toContain('There are two pears')
  await summary.fill('In my own words')
  await press(/^Cancel/)
  await gone()
  await prompt.click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: /^Branch here/ }).click()
  await expect.poll(() => summary.inputValue()).toBe('In my own words')
  await app.page.getByRole('radio', { name: 'after it', checked: true }).waitFor()
  await press(/^Branch here/)
  await gone()
  const prompted = JSON.parse(lines(path)[3] ?? '') as { id: string }
  expect(added()).toMatchObject([
    { type: 'branch_summary', parentId: prompted.id, summary: 'In my own words' },
  ])
})

test('forks the branch by keyboard, opens the fork, and takes it back', async () => {
  await app.goTo('There are nine apples')
  await app.keys('Shift+F')
  await app.page.getByRole('dialog').getByText('A new session is made').waitFor()
  await app.keys('Enter')
  await app.page
    .getByRole('dialog')
    .getByText(/^Forked into/)
    .waitFor()
  await app.keys('Enter')
  await gone()
  await app.row('There are nine apples').waitFor()
  await expect.poll(async () => (await focus(app)).role).toBe('article')
  expect(await app.branchRow('Count the pears').count()).toBe(0)
  expect(added()).toEqual([])
  await undo().click()
  await app.status.getByText('Moved to the trash').waitFor()
  await app.page.getByRole('tab', { name: basename(path, '.jsonl'), selected: true }).waitFor()
})

test('forks the whole session for another folder, by pointer', async () => {
  const cwd = mkdtempSync(join(home, 'meadow-'))
  await app.page.getByRole('button', { name: 'More about this session' }).click()
  await app.page.getByRole('menuitem', { name: /^Fork/ }).click()
  await app.page.getByRole('radio', { name: 'the whole session' }).click()
  const folderField = app.page.getByRole('combobox', { name: 'For the folder' })
  await folderField.fill('meadow')
  await app.page.getByText('is not the whole path of a folder').waitFor()
  await folderField.fill(cwd)
  await app.page.getByText(`for the folder ${cwd}`).waitFor()
  await press(/^Fork/)
  await app.page
    .getByRole('dialog')
    .getByText(/^Forked into/)
    .waitFor()
  const made = join(home, '.pi/agent/sessions', `--${cwd.slice(1).replaceAll('/', '-')}--`)
  const [name = ''] = readdirSync(made)
  expect(lines(join(made, name)).slice(1)).toEqual(lines(path).slice(1))
  expect(JSON.parse(lines(join(made, name))[0] ?? '')).toMatchObject({ cwd, parentSession: path })
  await app.keys('Escape')
})

test('moves a session to the trash from the list by keyboard, and back', async () => {
  const name = basename(path, '.jsonl')
  await app.keys('Control+b')
  const line = app.sessions.locator('.session').and(app.page.locator(`[title="${path}"]`))
  await line.click({ button: 'right' })
  await app.keys('Escape')
  await app.keys('Delete')
  await sheet('Move to the trash').getByText(path).waitFor()
  await app.keys('Enter')
  await gone()
  await expect.poll(() => existsSync(path)).toBe(false)
  await app.tab(name).waitFor({ state: 'detached' })
  await app.status.getByText('Moved to the trash').waitFor()
  await app.keys('Control+z')
  await expect.poll(() => existsSync(path)).toBe(true)
  expect(added()).toEqual([])
  await app.status.getByText(`${name}.jsonl`, { exact: true }).waitFor()
  await app.keys('Control+b')
})

test('goes on in the next session when the one on screen is moved to the trash', async () => {
  await app.chosenRow.focus()
  await app.command('Move the session to the trash…')
  await sheet('Move to the trash').getByText(path).waitFor()
  await app.keys('Enter')
  await gone()
  await app.tab(basename(path, '.jsonl')).waitFor({ state: 'detached' })
  await expect.poll(async () => (await focus(app)).role).toBe('article')
  await app.keys('Control+z')
  await expect.poll(() => existsSync(path)).toBe(true)
  await app.status.getByText(basename(path), { exact: true }).waitFor()
})

test('takes a long text whole, and says where it cannot be kept', async () => {
  const long = 'nine apples and '.repeat(50).trim()
  await app.keys('Shift+L')
  await app.page.keyboard.insertText(long)
  await app.keys('Enter')
  await gone()
  await expect.poll(added).toMatchObject([{ type: 'label', label: long }])
  await app.command('Note…')
  await app.page.keyboard.insertText(long)
  await sheet('Note').getByText(`a note holds 500 characters, and this one has ${long.length}`).waitFor()
  expect(await field('Note').inputValue()).toBe(long)
})

test('does not move to the trash what is being written, and says so', async () => {
  utimesSync(path, new Date(), new Date())
  await app.tab(basename(path, '.jsonl')).click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: /^Move the session to the trash/ }).click()
  await sheet('Move to the trash').getByText('written in the last seconds').waitFor()
  expect(
    await sheet('Move to the trash')
      .getByRole('button', { name: /^Move to the trash/ })
      .isDisabled(),
  ).toBe(true)
  await app.keys('Escape')
  expect(existsSync(path)).toBe(true)
})

test('says that somebody else rewrote the file, reads it again and retries', async () => {
  await app.keys('Shift+L')
  await app.page.keyboard.type('mine')
  await sheet('Label').getByText('"label":"mine"').waitFor()
  // Longer at its end, other at its beginning, as a tool leaves it that rewrites files.
  before = before.replace('nine apples', 'ten apples ')
  writeFileSync(path, before)
  await app.keys('Enter')
  const retry = sheet('Label').getByRole('button', { name: /^Read again and retry/ })
  // The file may have been read again before, when the watcher was the first.
  await Promise.race([retry.waitFor(), gone()])
  if (await retry.isVisible()) await retry.click()
  await gone()
  expect(added()).toMatchObject([{ type: 'label', label: 'mine' }])
})

test('offers a fork of a session of an old version', async () => {
  const bytes = readFileSync(old, 'utf8')
  await app.goToTab('old.jsonl')
  await app.branchRow('How many plums').click()
  await app.keys('Shift+L')
  await sheet('Label').getByText('old format version 1').waitFor()
  await press('Fork into a new session…')
  await sheet('Fork into a new session').getByText('brought from version 1 to 3').waitFor()
  await press(/^Fork/)
  await app.page
    .getByRole('dialog')
    .getByText(/^Forked into/)
    .waitFor()
  await app.keys('Enter')
  await app.status.getByText('version 3').waitFor()
  expect(readFileSync(old, 'utf8')).toBe(bytes)
})
