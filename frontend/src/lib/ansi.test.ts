import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lastLines, plainOf, spanEnds, spansOf } from './ansi'

const esc = '\u001b['

describe('terminal output', () => {
  test('without sequences stays one piece, exactly as written', () => {
    const text = 'Traceback:\n\tFile "a.py"\n    x &amp; <b>\nhttps://example.org/?a=1&b=2'
    expect(spansOf(text)).toEqual([{ text, classes: '', fg: null, bg: null }])
  })
  test('colours become classes', () => {
    expect(spansOf(`${esc}1;31mFAIL${esc}0m ok ${esc}92mgreen${esc}39m.`)).toEqual([
      { text: 'FAIL', classes: 'ansi-red-fg ansi-bold', fg: null, bg: null },
      { text: ' ok ', classes: '', fg: null, bg: null },
      { text: 'green', classes: 'ansi-bright-green-fg', fg: null, bg: null },
      { text: '.', classes: '', fg: null, bg: null },
    ])
  })
  test('256 and true colours are named by their parts', () => {
    expect(
      spansOf(`${esc}38;5;208ma${esc}48;5;240mb${esc}0m${esc}38;2;1;2;3mc${esc}38:2::4:5:6md`).map((s) => [
        s.text,
        s.fg,
        s.bg,
      ]),
    ).toEqual([
      ['a', '255, 135, 0', null],
      ['b', '255, 135, 0', '88, 88, 88'],
      ['c', '1, 2, 3', null],
      ['d', '4, 5, 6', null],
    ])
  })
  test('hidden and reversed text can be read', () => {
    expect(spansOf(`${esc}8msecret${esc}0m`).map((s) => [s.text, s.classes])).toEqual([['secret', '']])
    expect(spansOf(`${esc}7;31mx${esc}0m`)[0]?.classes).toBe('ansi-red-fg ansi-reverse')
  })
  test('other sequences go: cursor, titles, hyperlinks, charsets, unfinished ones', () => {
    expect(
      plainOf(
        `a${esc}2K${esc}1A\u001b]0;title\u0007b\u001b]8;;https://x.example\u001b\\link\u001b]8;;\u001b\\\u001b(B${esc}?25lc${esc}`,
      ),
    ).toBe('ablinkc')
  })
  test('a progress line shows its last state and keeps its colour', () => {
    expect(plainOf('10%\r50%\r100%\ndone\r\n')).toBe('100%\ndone\n')
    expect(plainOf(`10%${esc}1G20%\r`)).toBe('20%')
    expect(spansOf(`${esc}32m10%\r20%${esc}0m\n`).map((s) => [s.text, s.classes])).toEqual([
      ['20%', 'ansi-green-fg'],
      ['\n', ''],
    ])
  })
  test('overstruck letters of a manual page are single letters', () => {
    expect(plainOf('N\bNA\bAM\bME\bE\n\b\bx')).toBe('NAME\nx')
  })
  test('control characters and overrides are shown', () => {
    expect(plainOf('a\u0000b\u202ec\u007f\u0007')).toBe('a⟨U+0000⟩b⟨U+202E⟩c⟨U+007F⟩')
  })
  test('indentation and tabs are kept', () => {
    expect(plainOf(`${esc}31m\tif x:\r\n\t    y${esc}0m`)).toBe('\tif x:\n\t    y')
  })
  test('a flood of colours is bounded and loses no letter', () => {
    const flood = Array.from({ length: 9000 }, (_, i) => `${esc}${31 + (i % 6)}m${i % 10}`).join('')
    const spans = spansOf(flood)
    expect(spans.length).toBeLessThan(4100)
    expect(spans.map((s) => s.text).join('')).toBe(Array.from({ length: 9000 }, (_, i) => i % 10).join(''))
  })
  test('no escape survives and the pieces spell the plain text', () => {
    const bit = fc.constantFrom(
      'a',
      '\u001b',
      '[',
      ']',
      '31m',
      '\r',
      '\n',
      '\b',
      '\u0007',
      ';',
      '\u009b',
      '\t',
      '8;;',
      '\\',
      'K',
    )
    fc.assert(
      fc.property(fc.array(bit, { maxLength: 40 }), (bits) => {
        const text = bits.join('')
        const joined = spansOf(text)
          .map((s) => s.text)
          .join('')
        expect(joined).not.toContain('\u001b')
        expect(joined).toBe(plainOf(text))
      }),
      { numRuns: 2000 },
    )
  })
  test('is cut to its ends with the colours that were set in what is left out', () => {
    const lines = Array.from({ length: 40 }, (_, i) => `line ${i}`)
    lines[1] = `${esc}32mline 1`
    lines[20] = `${esc}1;31mline 20`
    lines[38] = `li${esc}0mne 38`
    const { head, tail, middle } = spanEnds(spansOf(lines.join('\n')), 2, 2)
    expect(head.map((s) => [s.text, s.classes])).toEqual([
      ['line 0\n', ''],
      ['line 1', 'ansi-green-fg'],
    ])
    expect(tail.map((s) => [s.text, s.classes])).toEqual([
      ['li', 'ansi-red-fg ansi-bold'],
      ['ne 38\nline 39', ''],
    ])
    expect(middle).toBe(36)
  })
  test.each([
    ['', 2, ''],
    ['a', 2, 'a'],
    ['a\nb', 2, 'a\nb'],
    ['a\nb\nc', 2, 'b\nc'],
    ['a\nb\nc\n', 2, 'b\nc\n'],
    ['\n\n\n', 2, '\n\n'],
  ])('the last lines of %j, %i of them', (text, lines, want) => {
    expect(
      lastLines(spansOf(text), lines)
        .map((s) => s.text)
        .join(''),
    ).toBe(want)
  })
})
