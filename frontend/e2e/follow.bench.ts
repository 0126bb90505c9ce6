import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { start } from './driver'
import { GrowingSession } from './growing'

const times = 100

test.each([
  ['of 20 entries', 10],
  ['of 20,000 entries', 10_000],
])(
  'appends to a session %s until they are painted',
  async (name, turns) => {
    const folder = mkdtempSync(join(tmpdir(), 'branchline-follow-'))
    const session = new GrowingSession()
    for (let n = 0; n < turns; n++) {
      session.prompt(`Question ${n}.`)
      session.reply(`Answer ${n}.`)
    }
    session.write(folder, 'follow.jsonl')
    const app = await start({ files: [session.path] })
    try {
      await app.row('Question 0.').first().click()
      await app.keys('End')
      await app.row(`Answer ${turns - 1}.`).waitFor()
      // The frame that shows a row notes when it was painted, by the clock the writer has as well.
      await app.page.evaluate(() => {
        window.painted = {}
        const note = () => {
          for (const row of document.querySelectorAll('article[data-row]')) {
            const mark = /Mark (\d+)\./.exec(row.textContent)?.[1]
            const { top, height } = row.getBoundingClientRect()
            const visible =
              getComputedStyle(row).visibility === 'visible' && top < innerHeight - 24 - height / 2
            if (mark !== undefined && visible)
              window.painted[mark] ??= performance.timeOrigin + performance.now()
          }
          // Once the frame is out, the next one is looked at.
          requestAnimationFrame(() => setTimeout(note))
        }
        note()
      })
      const wrote: number[] = []
      for (let n = 0; n < times; n++) {
        wrote.push(performance.timeOrigin + performance.now())
        session.reply(`Mark ${n}.`)
        // As an agent writes: neither all at once nor by the clock.
        await wait(150 + ((n * 37) % 200))
      }
      await app.row(`Mark ${times - 1}.`).waitFor()
      await app.frames()
      const painted = await app.page.evaluate(() => window.painted)
      const late = wrote.map((at, n) => (painted[n] ?? Infinity) - at).sort((a, b) => a - b)
      const at = (share: number) => late[Math.floor((late.length - 1) * share)] ?? 0
      process.stdout.write(
        `| append to a session ${name} to its row painted, median / p95 / most of ${times} | ${at(0.5).toFixed(0)} / ${at(0.95).toFixed(0)} / ${at(1).toFixed(0)} ms |\n`,
      )
      expect(late.every(Number.isFinite)).toBe(true)
    } finally {
      await app.close()
      rmSync(folder, { recursive: true })
    }
  },
  240_000,
)

declare global {
  interface Window {
    painted: Record<string, number>
  }
}
