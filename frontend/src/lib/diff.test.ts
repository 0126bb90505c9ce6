import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffOf, diffOfEdits, diffText, editsOf, recordedDiff, type DiffRow } from './diff'

/** A change drawn in characters: sign, old and new line, text with changed words in brackets. */
function drawn(rows: DiffRow[]): string[] {
  const sign = { same: ' ', add: '+', remove: '-', hunk: '@' }
  return rows.map((r) => {
    const text = r.words ? r.words.map((w) => (w.changed ? `[${w.text}]` : w.text)).join('') : r.text
    return `${sign[r.kind]} ${r.before} ${r.after} ${text}`
  })
}

describe('a change of texts', () => {
  test('marks the changed words of a changed line', () => {
    expect(drawn(diffOf('a\nreturn x + 1\nz\n', 'a\nreturn y + 1\nz\n').rows)).toEqual([
      '  1 1 a',
      '- 2 0 return [x] + 1',
      '+ 0 2 return [y] + 1',
      '  3 3 z',
    ])
  })
  test('does not mark lines that share nothing', () => {
    expect(drawn(diffOf('alpha beta\n', 'if (false) { return }\n').rows)).toEqual([
      '- 1 0 alpha beta',
      '+ 0 1 if (false) { return }',
    ])
  })
  test('folds long runs of equal lines', () => {
    const many = Array.from({ length: 30 }, (_, i) => `l${i}`)
    const diff = diffOf([...many, 'old', ...many].join('\n'), [...many, 'new', ...many].join('\n'))
    expect(diff.rows).toHaveLength(10)
    expect(drawn(diff.rows)[0]).toBe('@ 0 0 ⋯ 27 equal lines')
    expect([diff.added, diff.removed]).toEqual([1, 1])
  })
  test('is bounded for lines of megabytes', () => {
    const start = performance.now()
    const diff = diffOf('x'.repeat(3_000_000), 'y'.repeat(3_000_000))
    expect(performance.now() - start).toBeLessThan(500)
    expect(diff.rows.map((r) => [r.kind, r.text.length, r.cut])).toEqual([
      ['remove', 2000, 2_998_000],
      ['add', 2000, 2_998_000],
    ])
  })
  test('is bounded for many different lines', () => {
    const lines = (c: string) => Array.from({ length: 60_000 }, (_, i) => c + i).join('\n')
    const start = performance.now()
    const diff = diffOf(lines('a'), lines('b'))
    expect(performance.now() - start).toBeLessThan(2500)
    expect([diff.added, diff.removed]).toEqual([60_000, 60_000])
  })
  test('keeps every line of both sides', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 20 })
      .map((l) => l.map((s) => s + '\n').join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const rows = diffOf(before, after).rows
        const hidden = rows.reduce((n, r) => n + (r.kind === 'hunk' ? Number(/\d+/.exec(r.text)?.[0]) : 0), 0)
        const side = (kind: string) =>
          rows.filter((r) => r.kind === 'same' || r.kind === kind).length + hidden
        expect(side('remove')).toBe(before.split('\n').length - 1)
        expect(side('add')).toBe(after.split('\n').length - 1)
        for (const r of rows) if (r.words) expect(r.words.map((w) => w.text).join('')).toBe(r.text)
      }),
    )
  })
})

describe('a recorded change', () => {
  test('is read from numbered lines', () => {
    const diff = recordedDiff(
      '    ...\n  9 func Add(a, b int) int {\n-10 \treturn a - b\n+10 \treturn a + b\n 11 }\n+12\n 12 // end',
    )
    expect(drawn(diff.rows)).toEqual([
      '@ 0 0 ⋯',
      '  9 9 func Add(a, b int) int {',
      '- 10 0 \treturn a [-] b',
      '+ 0 10 \treturn a [+] b',
      '  11 11 }',
      '+ 0 12 ',
      '  12 13 // end',
    ])
  })
  test('is read from a unified diff', () => {
    const diff = recordedDiff(
      '--- a.ts\n+++ a.ts\n@@ -3,2 +3,3 @@\n a\n-- b\n+- c\n+d\n\\ No newline at end of file\n',
    )
    expect(drawn(diff.rows)).toEqual([
      '@ 0 0 @@ -3,2 +3,3 @@',
      '  3 3 a',
      '- 4 0 - b',
      '+ 0 4 - c',
      '+ 0 5 d',
      '@ 0 0 \\ No newline at end of file',
    ])
    expect(diffText(diff.rows).split('\n')[2]).toBe('-- b')
  })
  test('shows what is no diff as it stands', () => {
    expect(drawn(recordedDiff('hello\nworld').rows)).toEqual(['  0 0 hello', '  0 0 world'])
  })
})

describe('arguments of an edit', () => {
  test('of today, of older versions and of other tools', () => {
    expect(
      editsOf('{"path":"a","edits":[{"oldText":"x","newText":"y"},{"oldText":"","newText":"z"}]}'),
    ).toHaveLength(2)
    expect(editsOf('{"path":"a","oldText":"x","newText":"y"}')).toEqual([{ before: 'x', after: 'y' }])
  })
  test.each(['', '{', '[]', '{"path":"a"}', '{"edits":[]}', '{"edits":[1]}', '{"oldText":1,"newText":"x"}'])(
    'answers null for %j',
    (args) => {
      expect(editsOf(args)).toBeNull()
    },
  )
  test('several replacements are told apart', () => {
    const diff = diffOfEdits([
      { before: 'a', after: 'b' },
      { before: 'c', after: 'c\nd' },
    ])
    expect(diff.rows.filter((r) => r.kind === 'hunk').map((r) => r.text)).toEqual([
      'edit 1 of 2',
      'edit 2 of 2',
    ])
    expect([diff.added, diff.removed]).toEqual([3, 2])
  })
})
