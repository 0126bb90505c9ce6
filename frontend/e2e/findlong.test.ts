import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { start, type App } from './driver'
import { WrittenSession } from './written'

const folder = mkdtempSync(join(tmpdir(), 'branchline-findlong-'))
let app: App

/** So many lines, one of which has the word. */
function lines(n: number, at: number, word: string, line: (i: number) => string): string {
  return Array.from({ length: n }, (_, i) => (i === at ? `${line(i)} ${word}` : line(i))).join('\n')
}
/** A line of so many bytes with the word in its middle. */
const line = (bytes: number, word: string) => {
  const filler = 'apples, pears and plums; '.repeat(bytes / 50)
  return `${filler}${word} ${filler}`
}
const wide = (i: number) => `tree ${i}: ${'apples and pears '.repeat(20)}`

const numbered = (i: number) => `tree ${i}`

beforeAll(async () => {
  const session = new WrittenSession()
  session.prompt('Tell me all about the orchard.')
  session.prompt(lines(90, 45, 'quince-prompt', wide))
  session.prompt(line(60_000, 'quince-cut-prompt'))
  session.reply(lines(400, 300, 'quince-reply', (i) => `${numbered(i)}\n`))
  session.reply(`\`\`\`\n${lines(300, 200, 'quince-code', numbered)}\n\`\`\``)
  const rows = lines(30, 20, '| quince-cell |', (i) => `| ${i} | ${'word '.repeat(200)}`)
  session.reply(`| a | b | c |\n|---|---|---|\n${rows}`)
  session.reply([{ type: 'thinking', thinking: lines(100, 70, 'quince-thought', numbered) }])
  session.call('bash', { command: lines(300, 200, 'quince-command', (i) => `echo ${i}`) }, 'ok')
  session.call('bash', { command: 'a' }, lines(120, 60, 'quince-middle', numbered))
  session.call('bash', { command: 'b' }, lines(3000, 1300, 'quince-wrapped', wide))
  session.call('bash', { command: 'c' }, line(40_000, 'quince-line'))
  session.call('bash', { command: 'd' }, line(3_000_000, 'quince-huge-line'))
  session.call(
    'bash',
    { command: 'e' },
    lines(120, 60, 'quince-cut-in-two', () => line(2000, '')),
  )
  session.call('read', { path: 'a.txt' }, lines(150, 120, 'quince-file', numbered))
  session.call('read', { path: 'b.ts' }, lines(30, 20, line(3000, 'quince-far-right'), numbered))
  session.call(
    'grep',
    { pattern: 'tree' },
    lines(500, 420, 'quince-match', (i) => `a.txt:${i}: tree`),
  )
  session.call('ls', { path: '.' }, lines(200, 170, 'quince-name', numbered))
  session.call('query', { deep: { list: [[{ a: ['quince-argument'] }]] } }, 'ok')
  session.call('query', {}, JSON.stringify({ deep: { list: [[{ a: ['quince-json'] }]] } }))
  session.call('write', { path: 'c.txt', content: lines(900, 500, 'quince-written', numbered) }, 'ok')
  const newText = lines(900, 500, 'quince-changed', (i) => `new ${i}`)
  session.call('edit', { path: 'c.txt', edits: [{ oldText: 'tree', newText }] }, 'ok')
  const many = (word: string) => lines(60_000, 45_000, word, (i) => `"tree" ${i}`)
  session.call('query', { first: 1, deep: [{ notes: many('"quince-huge-argument"') }] }, 'ok')
  session.call('write', { path: 'd.txt', content: many('quince-huge-written') }, 'ok')
  session.call('edit', { path: 'd.txt', edits: [{ oldText: 'a', newText: many('quince-huge-edit') }] }, 'ok')
  session.call('edit', { path: 'e.txt', edits: [{ oldText: 'a quince-not-in-change', newText: 'b' }] }, 'ok')
  session.changed(lines(60_000, 45_000, 'quince-huge-change', (i) => `+${i} tree`))
  for (let n = 0; n < 30; n++) session.call('bash', { command: `water --row ${n}` }, 'ok')
  app = await start({ files: [session.write(folder, 'orchard.jsonl')] })
  await app.row('Tell me all').waitFor()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const bar = () => app.timeline.getByRole('search', { name: 'Find in the branch' })

/** The word that a reader sees marked as the hit. */
const hit = () =>
  app.page.evaluate(() => {
    const [range] = CSS.highlights.get('found-current') ?? []
    if (!(range instanceof Range)) return 'not marked'
    const at = range.getClientRects()[0]
    const seen = at && document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2)
    const text = range.startContainer.parentElement
    return seen && (seen.contains(text) || text?.contains(seen)) && seen.closest('article')
      ? range.toString()
      : 'marked, but out of view'
  })

test.each([
  ...['prompt', 'cut-prompt', 'reply', 'code', 'cell', 'thought', 'command', 'middle', 'wrapped', 'line'],
  ...[
    'huge-line',
    'cut-in-two',
    'file',
    'far-right',
    'match',
    'name',
    'argument',
    'json',
    'written',
    'changed',
    'huge-argument',
    'huge-written',
    'huge-edit',
    'huge-change',
    'not-in-change',
  ],
])('shows the hit itself: quince-%s', async (what) => {
  if (await bar().isVisible()) await app.keys('Control+f', 'Escape')
  await app.keys('g', 'g')
  await app.row('Tell me all').waitFor()
  await app.keys('Control+f')
  await app.page.keyboard.type(`quince-${what}`)
  await expect.poll(() => bar().getByRole('status').innerText()).toBe('1 of 1')
  await expect.poll(hit, { timeout: 5000 }).toBe(`quince-${what}`)
  expect(app.faults).toEqual([])
})
