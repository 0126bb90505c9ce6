import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { start, type App } from './driver'
import { WrittenSession } from './written'

const entries = 100_000
/** A reply several screens high, between one-line rows. */
const tall = 50_001

const folder = mkdtempSync(join(tmpdir(), 'branchline-rows-'))
let app: App

beforeAll(async () => {
  const session = new WrittenSession()
  for (let n = 1; n <= entries; n++) {
    if (n % 10 === 1 && n !== tall) session.prompt(`Number ${n}.`)
    else if (n === tall) session.reply(`Number ${n}.\n\n${paragraphs(160)}`)
    else session.reply(`Number ${n}. ${'It has some words. '.repeat((n * 7) % 60)}`)
  }
  app = await start({ files: [session.write(folder, 'rows.jsonl')] })
  await app.row('Number 1.').waitFor()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

function paragraphs(n: number): string {
  return Array.from({ length: n }, (_, i) => `Paragraph ${i + 1} of the long one.`).join('\n\n')
}

/** Goes to a row by its words, as a reader who searches for it. */
async function goTo(n: number) {
  await app.keys('/')
  await app.page.keyboard.press('ControlOrMeta+A')
  await app.page.keyboard.type(`Number ${n}.`)
  await app.chosenRow.filter({ hasText: `Number ${n}.` }).waitFor()
  await app.keys('Escape')
  await atRest()
}

/** Waits until the wheel's scrolling has come to its end. */
async function atRest() {
  const feed = app.timeline.getByRole('feed')
  let before = -1
  for (let still = 0; still < 3;) {
    await app.frames()
    const now = await feed.evaluate((box) => box.scrollTop)
    still = now === before ? still + 1 : 0
    before = now
  }
}

/** What stands in the feed from its top edge to its bottom one, in pixels from that edge. */
function onScreen() {
  return app.timeline.getByRole('feed').evaluate((feed) => {
    const frame = feed.getBoundingClientRect()
    return [...feed.querySelectorAll('article')]
      .map((article) => {
        let item: Element = article
        while (item.parentElement && item.parentElement.parentElement !== feed) item = item.parentElement
        const { top, bottom } = item.getBoundingClientRect()
        return {
          n: Number(/Number (\d+)\./.exec(article.textContent)?.[1]),
          top: top - frame.top,
          bottom: bottom - frame.top,
          view: frame.height,
        }
      })
      .filter(({ top, bottom, view }) => bottom > 0 && top < view)
      .toSorted((a, b) => a.top - b.top)
  })
}

/** The rows on screen follow one another, touch, and fill the pane. */
async function expectWhole(n: number) {
  const rows = await onScreen()
  const [first] = rows
  const last = rows.at(-1)
  expect(rows.map((row) => row.n)).toContain(n)
  rows.slice(1).forEach((row, i) => {
    expect(row.n).toBe((rows[i]?.n ?? 0) + 1)
    expect(Math.abs(row.top - (rows[i]?.bottom ?? 0))).toBeLessThanOrEqual(1)
  })
  expect(first?.top).toBeLessThanOrEqual(1)
  if (last?.n !== entries) expect(last?.bottom).toBeGreaterThanOrEqual((last?.view ?? 0) - 1)
}

test('lands on the row that was asked for, without a gap or an overlap around it, in 100,000 rows', async () => {
  for (const n of [73_214, 12, tall - 1, tall + 1, entries]) {
    await goTo(n)
    const place = (await onScreen()).find((row) => row.n === n)
    expect(place?.top).toBeGreaterThanOrEqual(-1)
    expect(place?.bottom).toBeLessThanOrEqual((place?.view ?? 0) + 1)
    await expectWhole(n)
  }
  expect(app.faults).toEqual([])
})

test('scrolls over a row of several screens between small ones without a gap or an overlap', async () => {
  await goTo(tall - 1)
  await app.timeline.hover()
  const seen: number[] = []
  for (let notch = 0; notch < 60 && !seen.includes(tall + 3); notch++) {
    const rows = await onScreen()
    seen.push(...rows.map((row) => row.n).filter((n) => !seen.includes(n)))
    await expectWhole(rows[0]?.n ?? 0)
    await app.page.mouse.wheel(0, 200)
    await atRest()
  }
  const first = seen[0] ?? 0
  expect(seen).toEqual(seen.map((_, i) => first + i))
  expect(seen).toEqual(expect.arrayContaining([tall - 1, tall, tall + 1, tall + 3]))
  expect(app.faults).toEqual([])
})
