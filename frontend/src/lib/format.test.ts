import { expect, test } from 'vitest'
import { age, bytes, cost, count, duration, plural, tokens } from './format'

test('counts have separators and the right number', () => {
  expect(count(20_114)).toBe('20,114')
  expect(plural(1, 'entry', 'entries')).toBe('1 entry')
  expect(plural(0, 'entry', 'entries')).toBe('0 entries')
})

test.each([
  [0, ''],
  [Number.NaN, ''],
  [0.001, '<$0.01'],
  [0.214, '$0.21'],
  [12, '$12.00'],
  [1203.7, '$1,204'],
])('a cost of %d is "%s"', (usd, text) => expect(cost(usd)).toBe(text))

test.each([
  [0, ''],
  [0.2, '1 ms'],
  [420, '420 ms'],
  [1234, '1.2 s'],
  [38_000, '38 s'],
  [59_700, '1 min'],
  [252_000, '4 min 12 s'],
  [38 * 60_000, '38 min'],
  [130 * 60_000, '2 h 10 min'],
  [76 * 3_600_000, '3 d 4 h'],
])('a duration of %d ms is "%s"', (ms, text) => expect(duration(ms)).toBe(text))

test.each([
  [999, '999'],
  [1234, '1.2k'],
  [180_000, '180k'],
  [999_960, '1M'],
  [2_100_000, '2.1M'],
])('%d tokens are "%s"', (n, text) => expect(tokens(n)).toBe(text))

test.each([
  [512, '512 B'],
  [1536, '1.5 KB'],
  [120_000_000, '120 MB'],
  [2_600_000_000, '2.6 GB'],
])('%d bytes are "%s"', (n, text) => expect(bytes(n)).toBe(text))

test('ages are short and times in the future are days', () => {
  const now = new Date(2026, 5, 15, 12).getTime()
  const ago = (ms: number) => age(now - ms, now)
  expect(age(0, now)).toBe('')
  expect(ago(10_000)).toBe('now')
  expect(ago(4 * 60_000)).toBe('4 min')
  expect(ago(3 * 3_600_000)).toBe('3 h')
  expect(ago(49 * 3_600_000)).toBe('2 d')
  expect(ago(20 * 86_400_000)).toBe('26 May')
  expect(ago(400 * 86_400_000)).toBe('11 May 2025')
  expect(ago(-86_400_000)).toBe('16 Jun')
})
