import { mkdirSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { start, type App } from './driver'
import { fixture } from './places'
import { WrittenSession } from './written'

const folder = mkdtempSync(join(tmpdir(), 'branchline-damage-'))
const damaged = ['fused-line', 'islands', 'unknown-kinds', 'nulls', 'version-1', 'bad-times']
let app: App

beforeAll(async () => {
  app = await start({
    files: [
      ...damaged.map(fixture),
      inFolder('byte-order-mark.jsonl', withMark()),
      inFolder('unfinished.jsonl', unfinished()),
      rewritten('Before the storm.'),
      deleted(),
      inFolder('empty.jsonl', ''),
      inFolder('wide.jsonl', Buffer.from(`\ufeff${readFileSync(fixture('version-1'), 'utf8')}`, 'utf16le')),
      inFolder('notes.jsonl', 'Buy twine.\nSharpen the saw.\n'),
      aFolder(),
      join(folder, 'nowhere.jsonl'),
    ],
  })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

function inFolder(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

function aFolder(): string {
  const path = join(folder, 'folder.jsonl')
  mkdirSync(path)
  return path
}

/** As some editors save: a mark first, and lines that end in CR LF; one text holds a CR LF of its own. */
function withMark(): string {
  const session = new WrittenSession()
  session.prompt('First furrow\r\nsecond furrow')
  session.reply('Both are sown.')
  return `\ufeff${session.lines.join('\r\n')}\r\n`
}

/** The last record is cut within a character. */
function unfinished(): Buffer {
  const session = new WrittenSession()
  session.prompt('Weigh the pumpkins.')
  session.reply('The largest has 41 kg.')
  session.prompt('And the smallest? 🎃')
  const whole = Buffer.from(session.lines.join('\n'))
  return whole.subarray(0, whole.indexOf('🎃') + 2)
}

function rewritten(words: string): string {
  const session = new WrittenSession({ id: 'e2e00000-0000-4000-8000-00000000000a' })
  session.prompt('Tell me about the roof.')
  for (let tile = 1; tile <= 400; tile++) session.reply(`Tile ${tile} is there. ${words}`)
  return session.write(folder, 'rewritten.jsonl')
}

function deleted(): string {
  const session = new WrittenSession({ id: 'e2e00000-0000-4000-8000-00000000000b' })
  session.prompt('Keep this.')
  session.call('bash', { command: 'ls shed' }, 'rake\nspade\nhoe')
  session.reply('It is kept.')
  return session.write(folder, 'deleted.jsonl')
}

async function show(name: string) {
  await app.goToTab(`${name}.jsonl`)
  await app.row(/\w/).nth(1).waitFor()
}

/** Opens the list of problems and answers it, a line each. */
async function problems(): Promise<string[]> {
  await app.status.getByRole('button', { name: /problem|unreadable line/ }).click()
  const lines = await app.problems.getByRole('row').allInnerTexts()
  await app.problems.getByRole('button', { name: 'Close' }).click()
  return lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line.startsWith('line'))
}

test('names the line on which two records ran into one another, and shows what stands after it', async () => {
  await show('fused-line')
  const lines = await problems()
  expect(lines.length).toBe(2)
  expect(lines[0]).toMatch(/^line 4 .*cut off/)
  expect(lines[1]).toMatch(/^line 5 .*"fa000004" is not in the file/)
  await app.row('Put a bench under the medlar').getByText('history before this is missing').waitFor()
  await app.row('The bench stands').waitFor()
  await app.branchRow('Which tree stands closest').click()
  await app.row('The old pear').waitFor()
  expect(app.faults).toEqual([])
})

test('shows every entry of a file of islands, loops and ids used twice', async () => {
  await show('islands')
  const lines = await problems()
  expect(lines.map((line) => /^line \d/.exec(line)?.[0])).toEqual(['line 3', 'line 4', 'line 6', 'line 7'])
  for (const words of [
    'First island',
    'Second island',
    'Third island',
    'The other half',
    'Fourth island',
    'The first of two',
    'The second of two',
    'Its parent comes after it',
    'The parent that came late',
  ]) {
    await app.branchRow(words).waitFor()
  }
  await app.branchRow('Second island').getByLabel('history missing').waitFor()
  await app.branchRow('The first of two').getByLabel('id used again').waitFor()
  await app.branchRow('The other half').click()
  await app.row('Third island: a loop of two').waitFor()
  await app.branchRow('Its parent comes after it').click()
  await app.row('The parent that came late').waitFor()
  expect(app.faults).toEqual([])
})

test('keeps records of kinds it does not know in their place, with all they hold', async () => {
  await show('unknown-kinds')
  expect((await problems()).map((line) => /^line \d+/.exec(line)?.[0])).toEqual([
    'line 6',
    'line 7',
    'line 8',
    'line 9',
    'line 10',
  ])
  await app.row('I did it yesterday').waitFor()
  await app.row('Then it is done').waitFor()
  await app.row('harvest').getByRole('button').first().click()
  await app.row('harvest').getByText('baskets', { exact: true }).waitFor()
  expect(app.faults).toEqual([])
})

test('says that a last line is unfinished, and shows no broken character', async () => {
  await show('unfinished')
  await app.status.getByText('the last line is not finished').waitFor()
  await app.row('The largest has 41 kg').waitFor()
  expect(await app.words()).not.toContain('\ufffd')
  expect(await app.status.getByText('no problems').count()).toBe(1)
  expect(app.faults).toEqual([])
})

test('reads old versions, marks and line ends of other systems like any other file', async () => {
  await show('version-1')
  await app.row('A cellar full').waitFor()
  await app.status.getByText('pi session, version 1').waitFor()
  await app.status.getByText('read-only').waitFor()
  await show('byte-order-mark')
  const furrows = app.row('First furrow').locator('.plain')
  expect((await furrows.innerText()).split('\n')).toEqual(['First furrow', 'second furrow'])
  expect(app.faults).toEqual([])
})

test('never writes a value that is none', async () => {
  for (const name of damaged) {
    await show(name)
    const quiet = app.timeline.getByRole('button', { name: /^Show \d+ quiet rows?$/ })
    if ((await quiet.count()) > 0) await quiet.click()
    for (const pane of [app.timeline, app.branches]) {
      const folded = pane.locator('button[aria-expanded="false"]:not([aria-haspopup])')
      for (let opened = 0; opened < 40 && (await folded.count()) > 0; opened++) await folded.first().click()
    }
    await app.row(/\w/).last().click()
    await app.frames()
    const words = await app.words()
    expect(words, name).not.toMatch(/Invalid Date|NaN|undefined|\[object|Infinity|1970|11001,/)
  }
  await show('nulls')
  await app.row('The quince is still here').waitFor()
  await app
    .row('unreadable message')
    .or(app.row(/message of this entry|no message/))
    .first()
    .waitFor()
  expect(app.faults).toEqual([])
})

test.each([
  ['empty.jsonl', 'This is not a session', /empty/],
  ['wide.jsonl', 'This is not a session', /UTF-16/],
  ['notes.jsonl', 'This is not a session', /./],
  ['folder.jsonl', /cannot be read|not a session/, /folder/],
  ['nowhere.jsonl', 'This file is not there', /./],
])('says of %s what it is and what to do', async (name, title, reason) => {
  await app.goToTab(name)
  const panel = app.page.getByRole('tabpanel')
  await panel.getByText(title).first().waitFor()
  const words = await panel.innerText()
  expect(words).toContain(join(folder, name))
  expect(words).toMatch(reason)
  // After the reason stands what to do, in a sentence of its own.
  expect(words).toMatch(/\. [A-Z]/)
  expect(app.faults).toEqual([])
})

test('closes a tab that could not be opened', async () => {
  const before = await app.page.getByRole('tab').count()
  await app.goToTab('nowhere.jsonl')
  await app.page.getByRole('tabpanel').getByRole('button', { name: 'Close tab' }).click()
  await expect.poll(() => app.page.getByRole('tab').count()).toBe(before - 1)
  expect(app.faults).toEqual([])
})

test('shows what is in a file now when it was rewritten while it was open', async () => {
  await show('rewritten')
  await app.row('Tile 2 is there. Before the storm').waitFor()
  rewritten('After the storm it is wet.')
  await app.keys('Shift+G')
  await app.row('Tile 400 is there. After the storm it is wet').waitFor()
  await app.keys('g', 'g')
  await app.row('Tile 2 is there. After the storm').waitFor()
  await expect.poll(() => app.words()).not.toContain('Before the storm')
  expect(app.faults).toEqual([])
})

test('goes on showing a session whose file was deleted', async () => {
  await show('deleted')
  unlinkSync(join(folder, 'deleted.jsonl'))
  await app.toggle(app.row('ls shed'), /ls shed/)
  await app.row('ls shed').getByText('spade').waitFor()
  await show('islands')
  await show('deleted')
  await app.row('It is kept').waitFor()
  expect(app.faults).toEqual([])
})
