import { expect, test } from 'vitest'
import { errorWords, oneLine, plainWords, shortPath, stem, visible } from './text'

test('characters that act are shown instead of obeyed', () => {
  expect(visible('a\u202egpj.exe')).toBe('a⟨U+202E⟩gpj.exe')
  expect(visible('a\u001b[31mb')).toBe('a⟨U+001B⟩[31mb')
  expect(visible('two\nlines')).toBe('two lines')
})

test('of an error with a record around it what it says is left', () => {
  const record = '{"type":"error","error":{"type":"overloaded_error","message":"Over \\"loaded\\""}}'
  expect(errorWords(`529 ${record}`)).toBe('529 Over "loaded"')
  expect(errorWords(record)).toBe('Over "loaded"')
  expect(errorWords('{"message":""}')).toBe('{"message":""}')
  expect(errorWords('529 tries "message": "x"')).toBe('529 tries "message": "x"')
})

test('emoji and words of other scripts stay whole', () => {
  expect(visible('👩‍🚀 naïve عربى')).toBe('👩‍🚀 naïve عربى')
})

test('one line is cut between characters', () => {
  expect(oneLine('  a \n\n b ', 10)).toBe('a b')
  expect(oneLine('😀😀😀😀', 3)).toBe('😀😀…')
})

test('a long path keeps its end', () => {
  expect(shortPath('/home/ada/work/shop', 40)).toBe('/home/ada/work/shop')
  expect(shortPath('/home/ada/work/clients/shop', 16)).toBe('…/clients/shop')
})

test.each(['/srv/nightly.jsonl', 'C:\\runs\\nightly.pisession'])(
  'the name of %s is that of the session',
  (path) => expect(stem(path)).toBe('nightly'),
)

test.each([
  ['## Plan', 'Plan'],
  ['**The time** goes into `resize`', 'The time goes into resize'],
  ['From **212 to 61 m', 'From 212 to 61 m'],
  ['a ** b and snake_case__x', 'a ** b and snake_case__x'],
  ['# ', '# '],
])('"%s" reads "%s"', (line, words) => expect(plainWords(line)).toBe(words))
