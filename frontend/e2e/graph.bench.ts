import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { start } from './driver'
import { project } from './places'
import { WrittenSession } from './written'

const entries = 50_000
const leaves = 2000

test('paints the graph of a large session', { timeout: 180_000 }, async () => {
  const app = await start({ files: [bushy()] })
  try {
    await app.branches.getByText(/\d branches/).waitFor()
    await app.branchRow(/\w/).first().waitFor()
    // From the answer of Go on: what reads it, lays out the rows and paints them.
    await app.page.evaluate(() => {
      const ask = window.fetch
      window.fetch = async (...args) => {
        const answer = await ask(...args)
        if (/\/Graph(Map)?$/.test(String(args[0]))) {
          const since = performance.now()
          const seen = () => window.paintedMs.push(performance.now() - since)
          requestAnimationFrame(() => requestAnimationFrame(seen))
        }
        return answer
      }
      window.paintedMs = []
    })
    const painted = async (act: () => Promise<void>) => {
      await app.page.evaluate(() => (window.paintedMs = []))
      await act()
      await expect.poll(() => app.page.evaluate(() => window.paintedMs.length)).toBeGreaterThan(0)
      return app.page.evaluate(() => Math.max(...window.paintedMs))
    }
    const radio = (name: string) => app.branches.getByRole('radio', { name, exact: true })
    const lists: number[] = []
    for (const name of ['Prompts', 'All', 'No tools', 'All']) {
      lists.push(await painted(() => radio(name).click()))
    }
    const picture = await painted(() => radio('Overview').click())
    process.stdout.write(
      `| Graph of ${entries.toLocaleString('en')} entries with ${leaves.toLocaleString('en')} leaves: painted after its rows came | ${Math.max(...lists).toFixed(0)} ms |\n` +
        `| The same as a picture: painted after it came | ${picture.toFixed(0)} ms |\n`,
    )
    expect(app.faults).toEqual([])
  } finally {
    await app.close()
  }
})

declare global {
  interface Window {
    paintedMs: number[]
  }
}

/** A session of short turns, each branch of which leaves an earlier turn. */
function bushy(): string {
  const session = new WrittenSession()
  const ends: string[] = []
  const each = entries / leaves
  for (let n = 0; n < leaves; n++) {
    session.leaf = ends[Math.floor(n * 0.618) % Math.max(1, ends.length)] ?? null
    for (let i = 0; i < each; i += 5) {
      session.prompt(`Try way ${n}, part ${i}.`)
      session.call('bash', { command: 'make' }, 'ok')
      ends.push(session.reply(`Way ${n} is tried.`))
      session.reply(`Part ${i} is done.`)
    }
  }
  const folder = join(project, 'build/cache/bench')
  mkdirSync(folder, { recursive: true })
  return session.write(folder, `leaves-${leaves}.jsonl`)
}
