import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** The colours of a theme, as its first block has them. */
function theme(selector: string): Map<string, string> {
  const block = css.slice(css.indexOf(selector)).match(/\{([^}]*)\}/u)?.[1] ?? ''
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gu)].map(([, name, hex]) => [name ?? '', hex ?? '']),
  )
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

const grounds = ['bg0', 'bg1', 'hover']
const inks = [
  'text',
  'text-2',
  'text-3',
  'text-dim',
  'user',
  'tool',
  'thinking',
  'branch-summary',
  'compaction',
]
const moreInks = ['label', 'ok', 'warn', 'error', 'accent', 'a', 'b']
const onGround: [string, string][] = [
  ['text', 'bg2'],
  ['text-2', 'bg2'],
  ['text-3', 'bg2'],
  ['text', 'selection'],
  ['text-2', 'selection'],
  ['error', 'selection'],
  ['label', 'selection'],
  ['lane-path', 'selection'],
  ['on-accent', 'accent'],
  ['diff-add', 'diff-add-bg'],
  ['text', 'diff-add-bg'],
  ['text', 'diff-add-word'],
  ['diff-remove', 'diff-remove-bg'],
  ['text', 'diff-remove-bg'],
  ['text', 'diff-remove-word'],
  ['hit-text', 'hit-bg'],
  ['hit-text', 'hit-current-bg'],
  ['text', 'error-bg'],
  ['text', 'warn-bg'],
  ['text', 'ok-bg'],
]

describe.each([
  ['dark', ":root[data-theme='dark'] {"],
  ['light', ":root[data-theme='light'] {"],
])('the %s theme', (_, selector) => {
  const colours = theme(selector)
  const ratio = (ink: string, ground: string) => contrast(colours.get(ink) ?? '', colours.get(ground) ?? '')
  const codes = [...colours.keys()].filter((name) => /^(?:ansi|code)-/u.test(name) && !name.endsWith('-bg'))

  test.each(grounds)('text can be read on %s', (ground) => {
    for (const ink of [...inks, ...moreInks]) {
      expect(ratio(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('text can be read on every other ground it stands on', () => {
    for (const [ink, ground] of onGround)
      expect(ratio(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    for (const ink of codes) expect(ratio(ink, 'code-bg'), `${ink} on code`).toBeGreaterThanOrEqual(4.5)
  })

  test('borders of controls, the focus ring and lanes can be seen', () => {
    for (const line of ['border', 'focus', 'selection-edge', 'lane', 'lane-path', 'lane-active']) {
      for (const ground of ['bg0', 'bg1']) {
        expect(ratio(line, ground), `${line} on ${ground}`).toBeGreaterThanOrEqual(3)
      }
    }
  })
})
