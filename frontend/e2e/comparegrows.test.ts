import { mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import { GrowingSession } from './growing'

let folder: string
let app: App
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'branchline-comparegrows-'))))
afterEach(async () => {
  const { faults } = app
  await app.close()
  rmSync(folder, { recursive: true })
  expect(faults).toEqual([])
})

const compare = () => app.view('Compare')
const feed = () => compare().getByRole('feed', { name: 'Steps of both sides' })
const here = () => feed().locator('article[aria-current="true"]')
const step = (words: string) => feed().locator('article').filter({ hasText: words })

/** Two ways from one prompt, and where they end. */
function ways() {
  const session = new GrowingSession()
  const root = session.prompt('Walk')
  session.call('bash', { command: 'turn left' }, 'left')
  const left = session.reply('Gone left.')
  session.leaf = root
  session.call('bash', { command: 'turn right' }, 'right')
  const right = session.reply('Gone right.')
  session.write(folder, 'ways.jsonl')
  return { session, left, right }
}

async function compareLeaves(session: GrowingSession) {
  app = await start({ files: [session.path] })
  await app.row(/\w/).first().waitFor()
  await app.command('Compare: all leaves of the session')
  const leaf = (words: string) => compare().getByRole('row').filter({ hasText: words })
  await leaf('Gone left.').click()
  await leaf('Gone right.').click({ modifiers: ['Control'] })
  await here().waitFor()
}

test('both sides go on with their branches, also behind a label', async () => {
  const { session, left, right } = ways()
  await compareLeaves(session)
  session.leaf = right
  session.call('bash', { command: 'go on right' }, 'further right')
  await step('go on right').waitFor()
  session.leaf = left
  session.call('bash', { command: 'go on left' }, 'further left')
  await step('go on left').waitFor()
  session.entry('label', { targetId: left, label: 'the left way' })
  session.call('bash', { command: 'behind the label' }, 'still left')
  await step('behind the label').waitFor()
  expect(await compare().getByRole('button', { name: 'to its end' }).count()).toBe(0)
  await app.branches.locator('.sides').getByText('A', { exact: true }).waitFor()
  await here().filter({ hasText: 'turn left' }).waitFor()
})

test('says what became of a file that was cut short', async () => {
  const { session } = ways()
  await compareLeaves(session)
  truncateSync(session.path, Buffer.byteLength(`${session.lines.slice(0, -1).join('\n')}\n`))
  await compare().getByText('The file of B was cut short or rewritten').first().waitFor()
  await step('turn right').waitFor()
})

test('keeps what was compared, marked as old, when an end was cut off, and offers what to do', async () => {
  const { session } = ways()
  app = await start({ files: [session.path] })
  await app.goTo('Gone left.')
  // The way to an entry in the middle of its branch does not go on with it.
  session.reply('Gone further right.')
  await app.branchRow('Gone further right.').waitFor()
  await app.branchRow('Gone right.').click({ modifiers: ['Control'] })
  await here().waitFor()
  await compare().getByText('cut here').first().waitFor()
  truncateSync(session.path, Buffer.byteLength(`${session.lines.slice(0, -2).join('\n')}\n`))
  const said = compare().getByRole('alert').filter({ hasText: 'What is below is how it was before.' })
  await said.filter({ hasText: 'B ended at is not in the file any more' }).waitFor()
  await compare().getByRole('columnheader', { name: 'before' }).waitFor()
  await step('turn right').waitFor()
  await said.getByRole('button', { name: 'Try again' }).waitFor()
  await said.getByRole('button', { name: 'Choose others' }).click()
  await compare().getByRole('row').filter({ hasText: 'Gone left.' }).waitFor()
})

test('says that the file of the other side is gone', async () => {
  const { session } = ways()
  const other = new GrowingSession({ id: 'e2e00000-0000-4000-8000-00000000e001' })
  other.prompt('Walk')
  other.reply('Stayed.')
  other.write(folder, 'other.jsonl')
  app = await start({ files: [other.path, session.path] })
  for (const [tab, words] of [
    ['other.jsonl', 'Walk'],
    ['ways.jsonl', 'Gone left.'],
  ] as const) {
    await app.tab(tab).click()
    await app.goTo(words)
    await app.keys('d')
  }
  await here().waitFor()
  rmSync(other.path)
  const said = compare().getByRole('alert').filter({ hasText: 'A is shown as it was read last.' })
  await said.filter({ hasText: 'moved or deleted' }).waitFor()
  await compare().getByRole('columnheader', { name: 'before' }).waitFor()
  await said.getByRole('button', { name: 'Choose others' }).waitFor()
})
