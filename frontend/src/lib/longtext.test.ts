import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ends, layRows, readable, rowOf } from './longtext'

describe('running text', () => {
  test('keeps tabs and lines, shows overrides', () => {
    expect(readable('a\tb\r\nc \u202eevil\u202c \u0007')).toBe('a\tb\nc ⟨U+202E⟩evil⟨U+202C⟩ ⟨U+0007⟩')
  })
  test('keeps &amp; as it stands', () => {
    expect(readable('?a=1&b=2 &amp;')).toBe('?a=1&b=2 &amp;')
  })
})

describe('ends', () => {
  test('keeps a short text whole', () => {
    expect(ends('a\nb\nc\n', 2, 1)).toEqual({ head: 'a\nb\nc\n', tail: '', middle: 0 })
  })
  test('leaves the middle out and counts it', () => {
    const text = Array.from({ length: 100 }, (_, i) => `line ${i + 1}`).join('\n')
    const cut = ends(text, 3, 2)
    expect(cut.head).toBe('line 1\nline 2\nline 3')
    expect(cut.tail).toBe('line 99\nline 100')
    expect(cut.middle).toBe(95)
  })
  test('head, middle and tail add up to the text', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-c]{1,4}$/), { minLength: 1, maxLength: 60 }), (lines) => {
        const cut = ends(lines.join('\n'), 4, 3)
        const count = cut.head.split('\n').length + (cut.middle ? cut.tail.split('\n').length : 0)
        expect(count + cut.middle).toBe(lines.length)
      }),
    )
  })
})

describe('rows of a viewer', () => {
  test('cut a long line and number it once', () => {
    expect(layRows('abcdef\ngh\nij\n', [10, 0, 11], 4)).toEqual([
      { text: 'abcd', no: 10, of: 0 },
      { text: 'ef', no: 0, of: 0 },
      { text: 'gh', no: 0, of: 1 },
      { text: 'ij', no: 11, of: 2 },
    ])
  })
  test('are found by the word in them', () => {
    const rows = layRows('abcd😀ef neEDle gh\nshort needle\n', [1, 2], 6)
    expect(rows[rowOf(rows, 0, 'Needle')]?.text).toBe('ef neE')
    expect(rows[rowOf(rows, 1, 'needle')]?.text).toBe('needle')
    expect(rowOf(rows, 1, '')).toBe(rows.findIndex(({ no }) => no === 2))
    expect(rowOf(rows, 0, 'nowhere')).toBe(0)
  })
  test('hold the whole text, never half an emoji', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '😀', 'é', ' '), { maxLength: 80 }),
        fc.integer({ min: 2, max: 9 }),
        (chars, columns) => {
          const text = chars.join('')
          const rows = layRows(text, [1], columns)
          expect(rows.map((r) => r.text).join('')).toBe(text)
          for (const r of rows) expect(r.text).not.toMatch(/[\ud800-\udbff]$|^[\udc00-\udfff]/)
        },
      ),
    )
  })
})
