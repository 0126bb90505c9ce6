import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import { WrittenSession } from './written'

const folder = mkdtempSync(join(tmpdir(), 'branchline-copy-'))
const session = new WrittenSession()
const long = Array.from({ length: 5000 }, (_, i) => `tree ${i} of the orchard`).join('\n')
let path = ''
let app: App

beforeAll(async () => {
  session.prompt('Prune the pears.')
  session.call('bash', { command: 'prune --pears' }, 'pruned')
  session.reply('The pears **are** pruned.')
  session.prompt('List all trees.')
  session.call('bash', { command: 'list' }, long)
  session.reply('That is all.')
  app = await start({ files: [(path = session.write(folder, 'copy.jsonl'))] })
  await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.row('Prune the pears.').waitFor()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => app.page.evaluate(() => navigator.clipboard.writeText('nothing was copied')))

/** How many rows are selected together. */
const picked = () => app.timeline.getByRole('article', { name: /^Selected: / }).count()
const copied = () => app.page.evaluate(() => navigator.clipboard.readText())

test('copies a row as it reads, as Markdown and as its records stand in the file', async () => {
  await app.row('prune --pears').click()
  await app.keys('y')
  await expect.poll(copied).toBe('bash prune --pears\npruned\n')
  await app.command('Copy the row as Markdown')
  await expect.poll(copied).toBe('**bash**\n\n```\nprune --pears\n```\n```\npruned\n```\n')
  await app.row('prune --pears').click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: 'Copy the row as JSON' }).click()
  const lines = readFileSync(path, 'utf8').split('\n')
  await expect.poll(copied).toBe(`${lines[2] ?? ''}\n${lines[3] ?? ''}\n`)
  expect(app.faults).toEqual([])
})

test('copies a turn with all of a result that is not shown whole', async () => {
  await app.row('That is all.').click()
  await app.keys('Shift+Y')
  await expect.poll(async () => (await copied()).length).toBeGreaterThan(long.length)
  const text = await copied()
  expect(text).toContain(long)
  expect(text).toMatch(/^\*\*You\*\*\n\n> List all trees\./)
  expect(text).not.toContain('pears')
  expect(app.faults).toEqual([])
})

test('selects rows by keyboard and by Shift-click, and copies them', async () => {
  await app.row('Prune the pears.').click()
  await app.chosenRow.focus()
  await app.keys('Shift+J', 'Shift+J')
  await app.chosenRow.filter({ hasText: 'are pruned' }).waitFor()
  await expect.poll(() => picked()).toBe(3)
  await app.keys('Shift+K')
  await expect.poll(() => picked()).toBe(2)
  await app.command('Copy the selection as Markdown')
  await expect.poll(copied).toMatch(/^\*\*You\*\*[^]*pruned\n```\n$/)

  await app.row('prune --pears').click()
  await app.row('That is all.').click({ modifiers: ['Shift'] })
  await expect.poll(() => picked()).toBe(5)
  await app.row('List all trees.').click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: 'Copy the selection as JSON' }).click()
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  await expect.poll(copied).toBe(`${lines.slice(2).join('\n')}\n`)
  // A plain click selects one row again.
  await app.row('Prune the pears.').click()
  expect(await picked()).toBe(0)
  expect(await app.barriers()).toEqual([])
  expect(app.faults).toEqual([])
})
