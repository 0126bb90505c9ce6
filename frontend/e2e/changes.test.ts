import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { start, type App } from './driver'
import { GrowingSession } from './growing'
import { sample } from './places'
import { WrittenSession } from './written'

const folder = mkdtempSync(join(tmpdir(), 'branchline-changes-'))
const numbers = Array.from({ length: 60 }, (_, n) => `line ${n + 1}`)

/** A branch with a change of every sort, and another one beside it. */
function orchard(): GrowingSession {
  const session = new GrowingSession()
  const begun = session.prompt('Plant the apples.')
  session.call('write', { path: 'trees/pear.txt', content: 'pear\n' }, 'Wrote it')
  session.reply('Pears first.')
  session.prompt('No, apples.', begun)
  session.call('read', { path: 'rows.txt' }, `${numbers.join('\n')}\n`)
  session.call('bash', { command: 'ls' }, 'rows.txt\n')
  session.call('edit', { path: 'rows.txt', oldText: 'line 5\n', newText: 'line five\n' }, 'Edited it')
  session.call('edit', { path: 'rows.txt', oldText: 'line 50\n', newText: 'line fifty\n' }, 'Edited it')
  session.call('write', { path: 'trees/apple.txt', content: 'apple\n' }, 'Wrote it')
  session.call('bash', { command: 'curl -s https://example.org/map > map.txt' }, '')
  session.call('write', { path: 'locked.txt', content: 'x' }, 'Permission denied', true)
  session.call('bash', { command: 'npm install left-pad' }, 'added 1 package')
  session.call('write', { path: 'scratch.txt', content: 'x\n' }, 'Wrote it')
  session.call('bash', { command: 'rm scratch.txt' }, '')
  session.call('write', { path: '/etc/motd', content: 'welcome\n' }, 'Wrote it')
  session.reply('The apples are planted.')
  session.write(folder, 'orchard.jsonl')
  return session
}

/** So many files, each written once. */
function forest(files: number): string {
  const session = new WrittenSession()
  session.prompt('Plant a forest.')
  for (let n = 0; n < files; n++)
    session.call('write', { path: `trees/row-${n % 100}/tree-${n}.txt`, content: `tree ${n}\n` }, 'ok')
  session.reply('Planted.')
  return session.write(folder, 'forest.jsonl')
}

let app: App
let changes: Locator
let session: GrowingSession
beforeAll(async () => {
  session = orchard()
  app = await start({
    files: [session.path, sample('faster-thumbnails'), sample('uploads-5-finished'), forest(11_000)],
  })
  changes = app.page.getByRole('region', { name: 'Changes', exact: true })
  await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const lines = () => changes.locator('article[data-line]')
const line = (words: string | RegExp) => lines().filter({ hasText: words }).first()
const cursor = () => changes.locator('article[data-line]:focus')
const focused = () => app.page.evaluate(() => document.activeElement?.textContent ?? '')
const copied = () => app.page.evaluate(() => navigator.clipboard.readText())

/** The words of the lines as a screen reader hears them, each without its time. */
const said = () =>
  lines().evaluateAll((all) =>
    all.map((element) =>
      element.textContent
        .replace(/\d\d:\d\d/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    ),
  )

async function show(tab: string | RegExp) {
  await app.goToTab(tab)
  await app.frames()
  if ((await changes.count()) === 0) {
    await app.row(/\w/).first().waitFor()
    await app.keys('v')
  }
  await lines().first().waitFor()
}

test('tells by keyboard what the branch changed, and how sure that is', async () => {
  await show('orchard.jsonl')
  await cursor().filter({ hasText: 'rows.txt' }).waitFor()
  await changes.getByRole('heading', { name: '3 files' }).waitFor()
  expect(
    await changes.getByRole('group', { name: 'Which of them to show' }).getByRole('button').allInnerTexts(),
  ).toEqual(['2 certain', '1 likely', '1 failed', '1 command'])
  expect(await said()).toEqual(
    [
      'certain, edited: M rows.txt +2 −2 2 calls',
      'certain, created: A trees/apple.txt +1 1 call',
      'likely, created: A map.txt 1 remark 1 call',
      'failed, created: A locked.txt 1 call',
      'possible: npm install left-pad may have changed any file 1 call',
      'Taken back; nothing of it is left 1 file',
      "Outside the session's folder 1 file",
      'Made on other branches, may still be on disk 1 file',
    ].map((words) => expect.stringContaining(words) as string),
  )
  expect(await changes.locator('[data-line][tabindex="0"]').count()).toBe(1)

  await app.keys('j', 'j')
  await cursor().filter({ hasText: 'map.txt' }).waitFor()
  await app.keys('Enter')
  await cursor().getByText('the session does not show what it holds now').waitFor()
  await app.keys('Enter', 'End')
  await cursor().filter({ hasText: 'Made on other branches' }).waitFor()
  await app.keys('Enter', 'j')
  await cursor().filter({ hasText: 'pear.txt' }).getByText('on “Pears first.”').waitFor()
  expect(await said()).toContainEqual(
    expect.stringContaining('certain, created or replaced: W trees/pear.txt'),
  )
  await app.keys('k', 'Enter')
  await line('pear.txt').waitFor({ state: 'detached' })
  expect(app.faults).toEqual([])
})

test('leads from each hunk to the entry that made it, and comes back', async () => {
  await show('orchard.jsonl')
  await lines().first().focus()
  await app.keys('e')
  await expect.poll(focused).toMatch(/^edit \d\d:\d\d/)
  const hunks = line('rows.txt').locator('[data-hunk]')
  expect(await hunks.count()).toBe(2)
  expect(await hunks.first().locator('mark').allInnerTexts()).toEqual(['5', 'five'])
  await app.keys('e')
  await expect.poll(() => hunks.nth(1).locator('button:focus').count()).toBe(1)
  await app.keys('Enter')
  await app.chosenRow
    .filter({ hasText: 'rows.txt' })
    .getByText('line fifty')
    .or(app.chosenRow.filter({ hasText: 'rows.txt' }))
    .first()
    .waitFor()
  await app.keys('v')
  await cursor().waitFor()
  await app.keys('e', 'e', 'e')
  await expect.poll(() => line('apple.txt').locator('[data-hunk] button:focus').count()).toBe(1)
  await app.keys('Shift+E')
  await expect.poll(() => hunks.nth(1).locator('button:focus').count()).toBe(1)
  await app.keys('Escape')
  await app.row(/\w/).first().waitFor()
  expect(app.faults).toEqual([])
})

test('goes to the next hunk by n, as to the next difference elsewhere, and stays in the view', async () => {
  await show('orchard.jsonl')
  await app.keys('Home', 'n')
  const hunks = line('rows.txt').locator('[data-hunk]')
  await expect.poll(() => hunks.first().locator('button:focus').count()).toBe(1)
  await app.keys('n')
  await expect.poll(() => hunks.nth(1).locator('button:focus').count()).toBe(1)
  await app.keys('Shift+N')
  await expect.poll(() => hunks.first().locator('button:focus').count()).toBe(1)
  expect(await changes.count()).toBe(1)
  expect(app.faults).toEqual([])
})

test('offers a patch only of what can be one', async () => {
  await show('orchard.jsonl')
  const offered = async (name: string) => {
    if ((await line(name).locator('.change').count()) === 0) await line(name).locator('button.whole').click()
    await line(name).getByRole('button', { name: 'Copy path' }).waitFor()
    return line(name).getByRole('button', { name: 'Copy as patch' }).count()
  }
  expect(await offered('apple.txt')).toBe(1)
  expect(await offered('locked.txt')).toBe(0)
  expect(await offered('map.txt')).toBe(0)
  expect(app.faults).toEqual([])
})

test('shows one certainty alone, and all again', async () => {
  await show('orchard.jsonl')
  await changes.getByRole('button', { name: '1 likely' }).click()
  await line('rows.txt').waitFor({ state: 'detached' })
  await line('map.txt').waitFor()
  await changes.getByRole('button', { name: '1 likely', pressed: true }).click()
  await line('rows.txt').waitFor()
  expect(app.faults).toEqual([])
})

test('copies what git apply takes, and says what is not in it', async () => {
  await show('orchard.jsonl')
  await changes.locator('header').getByRole('button', { name: 'Copy as patch' }).click()
  await changes.getByText('Not in the patch, or doubtful there:').waitFor()
  await changes.getByText('locked.txt: not in the patch: it failed').waitFor()
  const tree = join(folder, 'tree')
  mkdirSync(tree)
  writeFileSync(join(tree, 'rows.txt'), `${numbers.join('\n')}\n`)
  execFileSync('git', ['apply', '-'], { cwd: tree, input: await copied() })
  expect(readFileSync(join(tree, 'rows.txt'), 'utf8')).toContain('line fifty\n')
  expect(readFileSync(join(tree, 'trees/apple.txt'), 'utf8')).toBe('apple\n')
  await changes.getByRole('button', { name: 'Dismiss' }).click()

  await line('apple.txt').click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: /path/ }).click()
  await expect.poll(copied).toBe('trees/apple.txt')
  await app.command('Copy the change of the file as a patch')
  await expect.poll(copied).toMatch(/^diff --git a\/trees\/apple.txt/)
  expect(app.faults).toEqual([])
})

test('follows the branch that is chosen in the graph', async () => {
  await show('orchard.jsonl')
  await app.branchRow('Pears first').click()
  await changes.getByRole('heading', { name: '1 file' }).waitFor()
  await line('pear.txt').waitFor()
  await app.branchRow('The apples are planted').click()
  await changes.getByRole('heading', { name: '3 files' }).waitFor()
  expect(app.faults).toEqual([])
})

test('the outcome leads to all changes', async () => {
  await app.goToTab('Faster thumbnails')
  await app.outcome.getByRole('button', { name: 'All changes' }).click()
  await cursor().filter({ hasText: 'git clean' }).waitFor()
  await changes.getByRole('heading', { name: /files$/ }).waitFor()
  await app.keys('t')
  await app.row(/\w/).first().waitFor()
  expect(app.faults).toEqual([])
})

test('draws only what is in view of eleven thousand files', async () => {
  await show('forest.jsonl')
  await changes.getByRole('heading', { name: '11,000 files' }).waitFor()
  expect(await app.liveNodes()).toBeLessThan(2500)
  await app.keys('End')
  await cursor().filter({ hasText: 'tree-10999.txt' }).waitFor()
  await app.keys('Enter')
  await cursor().getByText('tree 10999').waitFor()
  await app.keys('Home')
  await cursor().filter({ hasText: 'tree-0.txt' }).waitFor()
  expect(app.faults).toEqual([])
})

test('keeps what is read in place while the session goes on', async () => {
  await show('orchard.jsonl')
  await lines().first().focus()
  await app.keys('End', 'Enter')
  await line('pear.txt').waitFor()
  await app.keys('Home')
  await cursor().filter({ hasText: 'rows.txt' }).waitFor()
  const topOf = (words: string) => line(words).evaluate((element) => element.getBoundingClientRect().top)
  const before = await topOf('apple.txt')
  session.call('write', { path: 'fence.txt', content: 'wood\n' }, 'Wrote it')
  session.call('edit', { path: 'fence.txt', oldText: 'wood\n', newText: 'stone\n' }, 'Edited it')
  session.reply('A fence as well.')
  await changes.getByRole('heading', { name: '4 files' }).waitFor()
  await line('fence.txt').waitFor()
  expect(await topOf('apple.txt')).toBe(before)
  await cursor().filter({ hasText: 'rows.txt' }).waitFor()
  await line('pear.txt').waitFor()
  await app.keys('t')
  expect(app.faults).toEqual([])
})

test('says that a branch changed nothing, and what that rests on', async () => {
  const quiet = new WrittenSession()
  quiet.prompt('What is an orchard?')
  quiet.call('bash', { command: 'ls -l' }, 'total 0')
  quiet.reply('Trees in rows.')
  const other = await start({ files: [quiet.write(folder, 'quiet.jsonl')] })
  await other.row(/\w/).first().waitFor()
  await other.keys('v')
  await other.page.getByRole('heading', { name: 'This branch changed no files' }).waitFor()
  expect(await other.barriers()).toEqual([])
  await other.keys('v')
  await other.row(/\w/).first().waitFor()
  expect(other.faults).toEqual([])
  await other.close()
})

for (const theme of ['dark', 'light'] as const) {
  test(`bars nobody from what was changed, ${theme}`, async () => {
    await app.setTheme(theme)
    for (const [tab, name, file] of [
      ['orchard.jsonl', 'orchard', 'rows.txt'],
      ['Faster thumbnails', 'thumbnails', 'resize.go'],
      ['uploads-5-finished.jsonl', 'run', 'resume.go'],
    ] as const) {
      await show(tab)
      await line(file).getByRole('button', { expanded: false }).click()
      await line(file)
        .getByText('How it came to this')
        .or(line(file).getByRole('button', { name: 'Copy path' }))
        .first()
        .waitFor()
      expect(await app.barriers(), name).toEqual([])
      await app.screenshot(`changes-${name}-${theme}-1400`)
      await app.resize(960, 600)
      expect(await app.barriers(), `${name} in a small window`).toEqual([])
      await app.screenshot(`changes-${name}-${theme}-960`)
      await app.resize(1400, 900)
      await line(file).getByRole('button', { expanded: true }).first().click()
      await app.keys('t')
    }
    expect(app.faults).toEqual([])
  })
}
