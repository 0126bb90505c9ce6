import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { start, type App } from './driver'
import { WrittenSession } from './written'

const folder = mkdtempSync(join(tmpdir(), 'branchline-heads-'))
let app: App

beforeAll(async () => {
  const session = new WrittenSession()
  for (let turn = 1; turn <= 8; turn++) {
    // Before each second turn nothing happened for a while.
    if (turn % 2 === 0) session.idle(1200)
    session.prompt(`Prune tree ${turn}`)
    for (let n = 0; n < 12; n++) session.call('bash', { command: `cut --tree ${turn} --twig ${n}` }, 'ok')
    session.reply(`Tree ${turn} is pruned.`)
  }
  app = await start({ files: [session.write(folder, 'trees.jsonl')] })
  await app.row('Prune tree').first().waitFor()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** What the heads in view say, the one that stays at the top first, and whether rows begin below that. */
const heads = () =>
  app.page.evaluate(() => {
    const feed = document.querySelector('[role="feed"]')
    if (!feed) throw new Error('no rows')
    const { top, bottom } = feed.getBoundingClientRect()
    const said = (head: Element) => head.querySelector('b')?.textContent ?? ''
    const sticky = document.querySelector('.sticky')
    const stickyEnd = sticky?.getBoundingClientRect().bottom ?? top
    const own = [...feed.querySelectorAll('.turn')]
      .map((head) => ({ says: said(head), at: head.getBoundingClientRect() }))
      // The one that stays covers what is under it.
      .filter(({ at }) => at.bottom > stickyEnd + 1 && at.top < bottom)
      .sort((a, b) => a.at.top - b.at.top)
      .map(({ says }) => says)
    return [...(sticky ? [said(sticky)] : []), ...own]
  })

test('the head of a turn stands once, wherever the rows are scrolled to', async () => {
  await app.keys('g', 'g')
  const feed = app.timeline.getByRole('feed')
  let seen = 0
  for (let step = 0; step < 150; step++) {
    await feed.evaluate(async (box) => {
      box.scrollTop += 13
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
    })
    const all = await heads()
    expect(new Set(all).size, all.join(', ')).toBe(all.length)
    seen = Math.max(seen, Number(/\d+/.exec(all[0] ?? '')?.[0] ?? 0))
  }
  expect(seen).toBeGreaterThanOrEqual(4)
  expect(app.faults).toEqual([])
})

test('a jump to a turn after an idle gap shows the gap, and the head below it once', async () => {
  await app.keys('g', 'g', 'p', 'p')
  await app.chosenRow.filter({ hasText: 'Prune tree 3' }).waitFor()
  await app.keys('p')
  await app.chosenRow.filter({ hasText: 'Prune tree 4' }).waitFor()
  await expect.poll(async () => (await heads())[0]).toBe('Turn 4')
  await expect.poll(async () => (await heads()).filter((head) => head === 'Turn 4').length).toBe(1)
})
