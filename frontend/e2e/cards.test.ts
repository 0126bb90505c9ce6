import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { start, type App } from './driver'
import { lookAround } from './staged'
import { WrittenSession } from './written'

/** A picture of one pixel. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const folder = mkdtempSync(join(tmpdir(), 'branchline-cards-'))
let app: App

beforeAll(async () => {
  const session = new WrittenSession()
  lookAround(session)
  session.call('grep', { pattern: 'plums' }, 'No matches found')
  session.call('weigh', { basket: { pears: 3 } }, '{"grams":{"pears":540}}')
  session.call('read', { path: 'gone.ts' }, 'ENOENT: no such file', true)
  const lines = Array.from({ length: 900 }, (_, i) => `const tree${i} = ${i}`)
  session.call('read', { path: 'src/orchard.ts' }, lines.join('\n'))
  session.call(
    'bash',
    { command: 'make check' },
    'ok src 0.01s\nFAIL styles 0.2s\n\nCommand exited with code 1',
    true,
  )
  session.call('read', { path: 'tree.svg' }, [
    { type: 'text', text: 'Read image file [image/png]' },
    { type: 'image', data: dot, mimeType: 'image/png' },
  ])
  session.call(
    'photograph',
    { of: 'the trees' },
    Array.from({ length: 6 }, () => ({ type: 'image', data: dot, mimeType: 'image/png' })),
  )
  session.reply('Seen.')
  app = await start({ files: [session.write(folder, 'cards.jsonl')] })
  await app.row('Look around.').waitFor()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** The card of a call, opened. */
async function opened(line: string) {
  const card = app.row(line).first()
  await app.toggle(card, new RegExp(line.replace(/[.*]/g, '\\$&')))
  return card
}

test('shows the lines of a file that was read under their own numbers', async () => {
  const card = await opened('src/pears.ts')
  await card.getByText('lines 40 to 42').waitFor()
  expect(await card.locator('pre').first().innerText()).toBe('40\n41\n42')
  await card.getByText('const figs = 2').waitFor()
  await card.getByText('12 more lines in file. Use offset=43 to continue.').waitFor()
  expect(app.faults).toEqual([])
})

test('numbers the lines of a long file as well', async () => {
  const card = await opened('src/orchard.ts')
  await card.getByRole('button', { name: 'Show 840 more lines' }).click()
  await card.getByText('const tree899 = 899').waitFor()
  expect(await card.locator('pre').first().innerText()).toMatch(/^1\n2\n[^]*\n900$/)
  await app.toggle(card, /src\/orchard/)
  expect(app.faults).toEqual([])
})

test('shows matches by their files, with counts', async () => {
  const card = await opened('/pears/ in src, any case, ± 1 lines')
  await card.getByText('2 matches in 2 files').waitFor()
  await card.getByText('import pears').waitFor()
  await card.getByText('src/basket.ts').waitFor()
  expect(app.faults).toEqual([])
})

test('counts the names that were listed, files and folders', async () => {
  const names = await opened('find')
  await names.getByText('2 files').waitFor()
  const folders = await opened('ls')
  await folders.getByText('2 files, 1 folder').waitFor()
  await folders.getByText('old/').waitFor()
  expect(app.faults).toEqual([])
})

test('leaves what was not found, and what went wrong, as it was said', async () => {
  await (await opened('plums')).getByText('No matches found').waitFor()
  await (await opened('gone.ts')).locator('.result').getByText('ENOENT: no such file').waitFor()
  expect(app.faults).toEqual([])
})

test('opens the arguments and the result of any other tool as trees', async () => {
  const card = await opened('weigh')
  await card.getByText('Arguments', { exact: true }).waitFor()
  await card.getByText('Result', { exact: true }).waitFor()
  await card.getByText('pears').first().waitFor()
  await card.getByText('540').waitFor()
  expect(await app.barriers()).toEqual([])
  expect(app.faults).toEqual([])
})

test('says on the line of a failed command what failed, and its status', async () => {
  const line = app.row('make check').first()
  await line.getByText('FAIL styles 0.2s').waitFor()
  await line.getByText('exit 1', { exact: true }).waitFor()
  expect(await line.getByText('ok src').count()).toBe(0)
})

test('shows a picture that was read with its size, and in full on request', async () => {
  const card = await opened('tree.svg')
  await card.getByText('Read image file [image/png]').waitFor()
  await card.getByText('1 × 1, image/png').waitFor()
  expect(await card.locator('pre').count()).toBe(0)
  await card.getByRole('button', { name: /^Picture, 1 × 1/ }).click()
  const viewer = app.page.getByRole('dialog', { name: 'Picture' })
  await viewer.getByText('100 %', { exact: true }).waitFor()
  await app.page.keyboard.press('+')
  await viewer.getByText('125 %', { exact: true }).waitFor()
  await app.page.keyboard.press('0')
  await viewer.getByText('100 %', { exact: true }).waitFor()
  await app.page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  expect(app.faults).toEqual([])
})

test('puts several pictures side by side', async () => {
  const card = await opened('photograph')
  const pictures = card.locator('figure')
  await pictures.nth(5).locator('figcaption').waitFor()
  const boxes = await Promise.all([0, 1].map(async (n) => await pictures.nth(n).boundingBox()))
  expect(boxes[1]?.y).toBe(boxes[0]?.y)
})
