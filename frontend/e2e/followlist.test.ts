import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { start, type App } from './driver'
import { GrowingSession } from './growing'

const home = mkdtempSync(join(tmpdir(), 'branchline-list-'))
const folder = join(home, '.pi/agent/sessions/--home-mira-src-orchard--')
let app: App
let sessions: GrowingSession[]
let made = 0

/** A session with so many replies: those with more of them are newer. */
function session(title: string, replies: number): GrowingSession {
  const written = new GrowingSession({ id: `e2e00000-0000-4000-8000-00000000010${made++}` })
  written.prompt(title)
  for (let n = 0; n < replies; n++) written.reply(`Done ${n}.`)
  written.write(folder, `${title.replaceAll(' ', '-')}.jsonl`)
  return written
}

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  sessions = [session('Prune the logs', 9), session('Sort by harvest', 6), session('Fix login', 3)]
  app = await start({ home })
  await app.sessions.getByText('3 sessions').waitFor()
})
afterAll(async () => {
  await app.close()
  rmSync(home, { recursive: true })
})

/** The titles of the list from top to bottom. */
const titles = () =>
  app.sessions.locator('.title').evaluateAll((all) =>
    all
      .map((title) => ({ text: title.textContent, px: title.getBoundingClientRect().top }))
      .sort((a, b) => a.px - b.px)
      .map(({ text }) => text),
  )

test('the list keeps its order under the pointer, and takes it when the pointer has gone', async () => {
  const [logs, harvest, login] = ['Prune the logs', 'Sort by harvest', 'Fix login']
  expect(await titles()).toEqual([logs, harvest, login])
  await app.sessions.getByRole('treeitem').nth(2).hover()
  for (let n = 0; n < 20; n++) sessions[2]?.reply(`More ${n}.`)
  sessions[2]?.prompt('And now?')
  session('Brand new', 40)
  const line = app.sessions.getByRole('treeitem').filter({ hasText: login ?? '' })
  await line.getByText('running').waitFor()
  const fresh = app.sessions.getByRole('button', { name: /^1 new/ })
  await fresh.waitFor()
  expect(await titles()).toEqual([logs, harvest, login])
  await app.page.mouse.move(800, 400)
  await expect.poll(titles).toEqual(['Brand new', login, logs, harvest])
  expect(await fresh.count()).toBe(0)
  expect(app.faults).toEqual([])
})

test('new sessions are shown when the reader asks for them', async () => {
  const before = await titles()
  await app.sessions.getByRole('treeitem').nth(3).hover()
  session('Even newer', 60)
  await app.sessions.getByRole('button', { name: /^1 new/ }).click()
  await expect.poll(titles).toEqual(['Even newer', ...before])
  expect(app.faults).toEqual([])
})

test('the list keeps its order while the keyboard is in it', async () => {
  await app.page.mouse.move(800, 400)
  await app.sessions.getByRole('textbox', { name: 'Filter sessions' }).focus()
  await app.keys('ArrowDown', 'ArrowDown')
  const before = await titles()
  session('The newest', 90)
  await app.sessions.getByRole('button', { name: /^1 new/ }).waitFor()
  expect(await titles()).toEqual(before)
  await app.sessions.getByRole('textbox', { name: 'Filter sessions' }).focus()
  await expect.poll(titles).toEqual(['The newest', ...before])
  expect(app.faults).toEqual([])
})

test('says where each line stands among all that are beside it, drawn or not', async () => {
  for (let n = 0; n < 30; n++) session(`Filler ${n}`, 1)
  await app.sessions.getByText('36 sessions').waitFor()
  const told = await app.sessions
    .getByRole('treeitem')
    .evaluateAll((all) =>
      all.map((line) => ['level', 'posinset', 'setsize'].map((name) => line.getAttribute(`aria-${name}`))),
    )
  const [folder, ...lines] = told
  expect(lines.length).toBeLessThan(36)
  expect(folder).toEqual(['1', '1', '1'])
  expect(lines).toEqual(lines.map((_, i) => ['2', String(i + 1), '36']))
  expect(app.faults).toEqual([])
})
