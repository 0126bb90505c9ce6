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
      const settled = () => app.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
      // A fast finger on a wheel: 100 px a frame are 6,000 px a second.
      const scrolled = await record(app.page, async () => {
        for (let step = 0; step < 400; step++) {
          await app.page.mouse.wheel(0, 100)
          await settled()
          if (step % 20 === 0)
            nodes = Math.max(nodes, await app.page.evaluate(() => document.getElementsByTagName('*').length))
        }
      })
      // The bar dragged along: every frame shows other rows, and waits for their page.
      const dragged = await record(app.page, async () => {
        for (let step = 0; step < 60; step++) {
          await app.page.mouse.wheel(0, 20_000)
          await settled()
          await settled()
        }
      })
      const { frames, scriptP50Ms, scriptP99Ms } = scrolled
      const longest = Math.max(scrolled.longestTaskMs, dragged.longestTaskMs)
      process.stdout.write(
        `| ${name}, ${rows.toLocaleString('en')} entries, ${frames} frames scrolled at 6,000 px/s: script a frame, median / p99 | ${scriptP50Ms.toFixed(1)} / ${scriptP99Ms.toFixed(1)} ms |\n` +
          `| ${name}, dragged 20,000 px a frame: script a frame, median / p99 | ${dragged.scriptP50Ms.toFixed(1)} / ${dragged.scriptP99Ms.toFixed(1)} ms |\n` +
          `| ${name}: longest task | ${longest.toFixed(0)} ms |\n` +
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
