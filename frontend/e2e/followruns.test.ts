import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { start, type App } from './driver'
import { GrowingRun } from './growingRun'

let home: string
/** Where runs of this home are listed. */
let folder: string
let app: App
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'branchline-runs-'))
  folder = join(home, '.local/state/zot/sessions')
  mkdirSync(folder, { recursive: true })
})
afterEach(async () => {
  const { faults } = app
  await app.close()
  rmSync(home, { recursive: true })
  expect(faults).toEqual([])
})

async function open(run: GrowingRun) {
  app = await start({ files: [run.path], home, height: 1800 })
  await app.row('Go.').waitFor()
}

/** The page has read so many entries. */
const read = (entries: number) => app.status.getByText(`${entries} entries`).waitFor()

/** The timeline in words, once it has all rows. */
async function words(): Promise<string[]> {
  await app.row('Speech 2.').waitFor()
  await app.row('Done.').waitFor()
  return app.timeline.locator('article[data-row]').allInnerTexts()
}

async function sameAsAfresh() {
  await app.outcome.getByText('Finished').first().waitFor()
  const followed = await words()
  expect(followed.join()).not.toMatch(/not recorded whole|from events alone/)
  await app.page.reload()
  await expect.poll(words).toEqual(followed)
}

test('a run that was followed to its end reads as one that is opened then', async () => {
  const run = new GrowingRun(folder, '20260301-090000')
  await open(run)
  let entries = 1
  for (const n of [1, 2]) {
    run.round(n)
    await read((entries += 5))
    await app.row(`Speech ${n}.`).getByText('not recorded whole').waitFor()
    for (const write of run.messages(n)) {
      write()
      await read(++entries)
    }
  }
  run.result()
  await sameAsAfresh()
})

test('so does one of a version that wrote all messages at its end', async () => {
  const run = new GrowingRun(folder, '20260301-090000')
  await open(run)
  run.round(1)
  await read(6)
  run.round(2)
  await read(11)
  await app.row('Speech 2.').getByText('not recorded whole').waitFor()
  let entries = 11
  for (const n of [1, 2])
    for (const write of run.messages(n)) {
      write()
      await read(++entries)
    }
  run.result()
  await sameAsAfresh()
})

test('a run whose next record is half written is running', async () => {
  const run = new GrowingRun(folder, '20260301-090000')
  run.round(1)
  run.bytes('{"kind":"event","at":"2026-03')
  await open(run)
  await app.outcome.getByText('Running', { exact: true }).waitFor()
  expect(await app.words()).not.toContain('cut off')
})

test.each(['', '{"kind":"meta","at":"2026-03'])(
  'a file that begins with %j becomes a run by itself',
  async (before) => {
    const run = new GrowingRun(folder, '20260301-090000')
    const whole = readFileSync(run.path, 'utf8')
    writeFileSync(run.path, before)
    app = await start({ files: [run.path], home })
    await app.page.getByText(/An empty file|Only the beginning of a record/).waitFor()
    run.bytes(whole.slice(before.length))
    await app.row('Go.').waitFor()
    run.round(1)
    await app.row('Speech 1.').waitFor()
  },
)

test('the tool that runs is told as running until it ends', async () => {
  const run = new GrowingRun(folder, '20260301-090000')
  run.event('iteration', { iteration: 1 })
  run.event('toolCallStart', { tool: 'shell', text: '{"command":"make"}' })
  await open(run)
  const call = app.row('make')
  await call.getByText('running', { exact: true }).waitFor()
  expect(await call.innerText()).not.toMatch(/not recorded whole|from events alone|no result/)
  run.event('toolCallEnd', { tool: 'shell' })
  await call.getByText('ok', { exact: true }).waitFor()
})

test('a run that another goes on from is told as interrupted as soon as that one is there', async () => {
  const run = new GrowingRun(folder, '20260301-090000')
  run.round(1)
  await open(run)
  await app.outcome.getByText('Running', { exact: true }).waitFor()
  new GrowingRun(folder, '20260301-100000', { resumedFrom: run.id })
  await app.outcome.getByText('Interrupted: another run goes on from it').waitFor()
})
