import { expect, test } from 'vitest'
import { matchesOf, namesOf, noted } from './toolResults'

test.each([
  [
    'a\nb\n\n[12 more lines in file. Use offset=3 to continue.]',
    'a\nb',
    '12 more lines in file. Use offset=3 to continue.',
  ],
  ['a\n[Showing lines 1-2 of 9]', 'a', 'Showing lines 1-2 of 9'],
  ['a\n[not a note]', 'a\n[not a note]', ''],
  ['[1, 2]', '[1, 2]', ''],
  ['', '', ''],
])('tells the words of the tool from %j', (result, text, note) => {
  expect(noted(result)).toEqual({ text, note })
})

test('reads the matches of a search by their files', () => {
  expect(matchesOf('a.go:3: func a()\na.go-4- }\n--\nb/c-1.go:12:x: y')).toEqual([
    {
      path: 'a.go',
      matches: [
        { no: 3, text: 'func a()', beside: false },
        { no: 4, text: '}', beside: true },
      ],
    },
    { path: 'b/c-1.go', matches: [{ no: 12, text: 'x: y', beside: false }] },
  ])
})

test('leaves a result of another form alone', () => {
  expect(matchesOf('No matches found')).toBeNull()
  expect(matchesOf('')).toBeNull()
})

test('lists names one a line', () => {
  expect(namesOf('a/\nb.go\n\n')).toEqual(['a/', 'b.go'])
})
