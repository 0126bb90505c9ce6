import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { start, type App } from './driver'
import { WrittenSession } from './written'

const paragraphs = 120
const folder = mkdtempSync(join(tmpdir(), 'branchline-tall-'))
let app: App

beforeAll(async () => {
  const session = new WrittenSession()
  session.prompt('Tell me all about the orchard.')
  for (let n = 0; n < 30; n++) session.call('bash', { command: `water --row ${n}` }, 'ok')
  session.reply('Here it comes.')
  session.reply(Array.from({ length: paragraphs }, (_, i) => `Paragraph ${i + 1}.`).join('\n\n'))
  session.reply('That was all of it.')
  const lines = Array.from({ length: 300 }, (_, i) => `tree ${i + 1}`).join('\n')
  session.call('bash', { command: 'list-pears' }, lines)
  session.call('bash', { command: 'list-plums' }, lines)
  for (let n = 0; n < 60; n++) session.call('bash', { command: `prune --row ${n}` }, 'ok')
  session.reply('The orchard is done.')
  app = await start({ files: [session.write(folder, 'tall.jsonl')] })
  await app.row('Tell me all').waitFor()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** The paragraphs of the long reply that can be read now, whole. */
function readable(): Promise<number[]> {
  return app.timeline.getByRole('feed').evaluate((feed) => {
    const { top, bottom } = feed.getBoundingClientRect()
    const head = document.querySelector('.sticky')?.getBoundingClientRect().bottom ?? top
    return [...feed.querySelectorAll('article p')].flatMap((p) => {
      const at = p.getBoundingClientRect()
      const no = /^Paragraph (\d+)\.$/.exec(p.textContent)?.[1]
      return no !== undefined && at.top >= head - 1 && at.bottom <= bottom + 1 ? [Number(no)] : []
    })
  })
}

async function atRest() {
  const feed = app.timeline.getByRole('feed')
  for (let still = 0, before = -1; still < 4;) {
    await app.frames()
    const now = await feed.evaluate((box) => box.scrollTop)
    still = now === before ? still + 1 : 0
    before = now
  }
}

/** Presses a key until the row with the words is selected, or in view, and says in what order the paragraphs were read. */
async function read(key: string, done: () => Promise<boolean>): Promise<number[]> {
  const seen: number[] = []
  for (let presses = 0; presses < 80; presses++) {
    for (const n of await readable()) if (!seen.includes(n)) seen.push(n)
    if (await done()) break
    await app.keys(key)
    await atRest()
  }
  return seen
}

const all = Array.from({ length: paragraphs }, (_, i) => i + 1)
const chosen = (words: string) => async () => (await app.chosenRow.filter({ hasText: words }).count()) === 1
const inView = (words: string) => () =>
  app.row(words).evaluateAll((rows) => {
    const feed = document.querySelector('[role="feed"]')?.getBoundingClientRect()
    return rows.some((row) => {
      const at = row.getBoundingClientRect()
      return feed !== undefined && at.top >= feed.top && at.top < feed.bottom
    })
  })

function onScreen(row: Element): boolean {
  const at = row.getBoundingClientRect()
  const feed = document.querySelector('[role="feed"]')?.getBoundingClientRect()
  return feed !== undefined && at.bottom > feed.top && at.top < feed.bottom
}

async function from(words: string) {
  await app.keys('g', 'g')
  await app.row('Tell me all').waitFor()
  await app.keys('/')
  await app.page.keyboard.press('ControlOrMeta+A')
  await app.page.keyboard.type(words)
  await app.chosenRow.filter({ hasText: words }).waitFor()
  await app.keys('Escape')
  await atRest()
  await app.chosenRow.focus()
}

test.each(['j', 'ArrowDown'])(
  'reads a row higher than the window to its end by %s before it goes on',
  async (key) => {
    await from('Here it comes.')
    expect(await read(key, chosen('That was all'))).toEqual(all)
    expect(app.faults).toEqual([])
  },
)

test('reads a row higher than the window from its end by k', async () => {
  await from('That was all of it.')
  const seen = await read('k', chosen('Here it comes'))
  expect(seen.toSorted((a, b) => a - b)).toEqual(all)
  expect(app.faults).toEqual([])
})

test.each(['Space', 'PageDown'])('skips nothing by %s', async (key) => {
  await from('Here it comes.')
  expect(await read(key, inView('That was all'))).toEqual(all)
  expect(app.faults).toEqual([])
})

test.each(['Shift+Space', 'PageUp'])('skips nothing by %s', async (key) => {
  await from('That was all of it.')
  const seen = await read(key, inView('Here it comes'))
  expect(seen.toSorted((a, b) => a - b)).toEqual(all)
  expect(app.faults).toEqual([])
})

test('stays where a row higher than the window is read when keys come to it', async () => {
  await from('Here it comes.')
  await app.timeline.hover()
  await app.page.mouse.wheel(0, 1500)
  await atRest()
  const before = await readable()
  expect(before.length).toBeGreaterThan(10)
  await app.keys('j')
  await app.chosenRow.filter({ hasText: 'Paragraph 1.' }).waitFor()
  await atRest()
  expect(await readable()).toEqual(before)
  expect(app.faults).toEqual([])
})

test.each([
  ['list-pears', 'by its key', () => app.keys('Enter')],
  ['list-plums', 'where it ends', () => app.chosenRow.getByRole('button', { name: 'Show less' }).click()],
])('keeps %s in view when it is closed %s', async (card, _, close) => {
  await from(card)
  await app.chosenRow.getByRole('button', { name: /more lines/ }).click()
  await app.chosenRow.getByRole('button', { name: 'Show less' }).waitFor()
  await app.chosenRow.focus()
  await app.keys('Space', 'Space')
  await atRest()
  expect(await inView(card)()).toBe(false)
  await close()
  await atRest()
  await expect.poll(() => app.chosenRow.evaluate(onScreen)).toBe(true)
  expect(app.faults).toEqual([])
})
