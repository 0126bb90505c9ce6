import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { start } from './driver'
import { WrittenSession } from './written'

const entries = 5000
const times = 7

/** Two branches of so many entries each, every fifth call of which is another. */
function branches(folder: string): string {
  const session = new WrittenSession()
  const root = session.prompt('Walk through all files')
  for (const side of ['left', 'right']) {
    session.leaf = root
    for (let n = 0; n < entries / 2; n++) {
      if (n % 5 === 0) session.call('bash', { command: `check ${side} ${n}` }, 'well')
      else session.call('read', { path: `src/file-${n}.go` }, `file ${n}`)
    }
  }
  return session.write(folder, 'branches.jsonl')
}

test('puts two long branches side by side', { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'branchline-compare-bench-'))
  const app = await start({ files: [branches(folder)] })
  try {
    await app.timeline.getByText(/\w/).first().waitFor()
    const paints: number[] = []
    const whole: number[] = []
    for (let n = 0; n < times; n++) {
      await app.command('Compare: all leaves of the session')
      const rows = app.page.getByRole('grid').locator('[role="row"][tabindex]')
      await rows.first().click()
      const second = rows.nth(1).getByRole('button')
      const ms = await second.evaluate(async (button: HTMLElement) => {
        const asked: number[] = []
        const real = window.fetch.bind(window)
        window.fetch = async (...q) => {
          const answer = await real(...q)
          asked.push(performance.now())
          return answer
        }
        // The first side was not chosen yet: it is the row that was clicked.
        const first = document.querySelector<HTMLElement>('[role="row"][tabindex="0"] button')
        first?.click()
        const began = performance.now()
        button.click()
        await new Promise<void>((done) => {
          const look = () => {
            if (document.querySelector('[role="feed"] article[data-row] .lines') === null)
              requestAnimationFrame(look)
            else requestAnimationFrame(() => setTimeout(done))
          }
          look()
        })
        window.fetch = real
        // What is painted first needs the second answer: the rows where the sides part.
        return { all: performance.now() - began, paint: performance.now() - (asked[1] ?? began) }
      })
      paints.push(ms.paint)
      whole.push(ms.all)
      await app.keys('Escape')
      await app.timeline.getByText(/\w/).first().waitFor()
    }
    const least = (all: number[]) => Math.min(...all).toFixed(0)
    const most = (all: number[]) => Math.max(...all).toFixed(0)
    process.stdout.write(
      `| two branches of ${entries.toLocaleString('en')} entries: first paint after data, least / most of ${times} | ${least(paints)} / ${most(paints)} ms |\n` +
        `| from the click to the first paint | ${least(whole)} / ${most(whole)} ms |\n`,
    )
    expect(app.faults).toEqual([])
  } finally {
    await app.close()
    rmSync(folder, { recursive: true })
  }
})
