import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { start, type App } from './driver'
import { WrittenSession } from './written'

const folder = mkdtempSync(join(tmpdir(), 'branchline-ansi-'))
const range = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step)
const palette = range(0, 16).concat(range(16, 256, 7), 231)
const colours = [...range(30, 38), ...range(90, 98)].map(String).concat(palette.map((n) => `38;5;${n}`))
const grounds = [...range(40, 48), ...range(100, 108)].map(String).concat(palette.map((n) => `48;5;${n}`))

let app: App
beforeAll(async () => {
  const session = new WrittenSession()
  session.prompt('Show me the colours.')
  const painted = (numbers: string) => `\u001b[${numbers}mab\u001b[0m`
  for (const [name, looks] of Object.entries({
    alone: colours.flatMap((c) => [c, `7;${c}`]),
    grounds: grounds.flatMap((g) => [g, `2;${g}`, `7;${g}`]),
    both: colours.flatMap((c) => grounds.filter((_, i) => i % 3 === c.length % 3).map((g) => `${c};${g}`)),
  }))
    session.call('bash', { command: name }, looks.map(painted).join(' '))
  session.reply('These are all.')
  app = await start({ files: [session.write(folder, 'colours.jsonl')] })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** The least contrast of the painted words on screen with the ground they stand on, and how many there are. */
function leastContrast(): Promise<{ least: number; words: number }> {
  return app.page.evaluate(() => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    if (!pen) throw new Error('no canvas')
    const paint = (...layers: string[]) => {
      pen.clearRect(0, 0, 1, 1)
      for (const layer of layers) {
        pen.fillStyle = layer
        pen.fillRect(0, 0, 1, 1)
      }
      const [r = 0, g = 0, b = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((v) => {
        const c = v / 255
        return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    let least = Infinity
    const words = document.querySelectorAll('article[data-row] pre.output span')
    for (const word of words) {
      const layers: string[] = []
      for (let at: Element | null = word; at !== null; at = at.parentElement)
        layers.unshift(getComputedStyle(at).backgroundColor)
      const ground = paint(...layers)
      const ink = paint(...layers, getComputedStyle(word).color)
      least = Math.min(least, (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05))
    }
    return { least, words: words.length }
  })
}

test.each(['dark', 'light'] as const)('the colours of a terminal can be read, %s', async (theme) => {
  await app.setTheme(theme)
  for (const name of ['alone', 'grounds', 'both']) {
    const call = app.timeline.locator('article', { hasText: name }).getByRole('button', { name })
    await call.click()
    await app.timeline.locator('article pre.output').first().waitFor()
    const { least, words } = await leastContrast()
    expect(words, name).toBeGreaterThan(100)
    expect(least, name).toBeGreaterThanOrEqual(4.5)
    await call.click()
  }
})
