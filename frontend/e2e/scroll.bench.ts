import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { start } from './driver'
import { project } from './places'
import { record } from './trace'

const rows = 100_000

test(`scrolls ${rows.toLocaleString('en')} entries`, { timeout: 180_000 }, async () => {
  const app = await start({ files: [generated(rows)] })
  try {
    await app.timeline.getByText(/\w/).first().waitFor()
    for (const pane of [app.timeline, app.branches]) {
      const name = (await pane.getAttribute('aria-label')) ?? ''
      const box = await pane.boundingBox()
      if (box === null) throw new Error(`${name} is not on screen`)
      await app.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      let nodes = 0
      const figures = await record(app.page, async () => {
        for (let step = 0; step < 240; step++) {
          await app.page.mouse.wheel(0, step % 40 === 39 ? 20_000 : 240)
          await app.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
          if (step % 20 === 0)
            nodes = Math.max(nodes, await app.page.evaluate(() => document.getElementsByTagName('*').length))
        }
      })
      const { frames, scriptP50Ms, scriptP99Ms, longestTaskMs } = figures
      process.stdout.write(
        `| ${name}, ${rows.toLocaleString('en')} entries, ${frames} frames scrolled: script a frame, median / p99 | ${scriptP50Ms.toFixed(1)} / ${scriptP99Ms.toFixed(1)} ms |\n` +
          `| ${name}: longest task | ${longestTaskMs.toFixed(0)} ms |\n` +
          `| ${name}: most nodes of the page | ${nodes} |\n`,
      )
      expect(frames).toBeGreaterThan(100)
    }
  } finally {
    await app.close()
  }
})

/** A session of many short entries, made once. */
function generated(entries: number): string {
  const path = join(project, 'build/cache/bench', `rows-${entries}.jsonl`)
  if (existsSync(path)) return path
  mkdirSync(dirname(path), { recursive: true })
  execFileSync('go', ['run', './scripts/gensession', '-short', '-entries', String(entries)], {
    cwd: project,
    stdio: ['ignore', openSync(path, 'w'), 'inherit'],
  })
  return path
}
