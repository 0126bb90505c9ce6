import { expect, test } from 'vitest'
import { age, bytes, clockBeside, cost, count, duration, plural, tokens } from './format'

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
  [-5, '−$5.00'],
  [-0.001, '−<$0.01'],
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
  [999_960_000, '1B'],
  [1_100_000_000_000, '1.1T'],
  [-1234, '−1.2k'],
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

test('the time of day has its day beside a time of another one', () => {
  const at = (day: number, hour: number, year = 2026) => new Date(year, 10, day, hour, 5).getTime()
  expect(clockBeside(at(30, 0), at(30, 23))).toBe('00:05')
  expect(clockBeside(at(30, 0), at(29, 23))).toBe('30 Nov, 00:05')
  expect(clockBeside(at(30, 0, 2099), at(30, 0))).toBe('30 Nov 2099, 00:05')
  expect(clockBeside(at(30, 0), 0)).toBe('00:05')
  expect(clockBeside(0, at(30, 0))).toBe('')
})
