import { expect, test } from 'vitest'
import { isSingleKey, keyCaps, keyText } from './keys'

test('caps are those of the system', () => {
  expect(keyCaps('$mod+k', false)).toEqual([['Ctrl', 'K']])
  expect(keyCaps('$mod+k', true)).toEqual([['⌘', 'K']])
  expect(keyCaps('g g', false)).toEqual([['g'], ['g']])
  expect(keyCaps('Shift+P', false)).toEqual([['P']])
  expect(keyCaps('Shift+?', false)).toEqual([['?']])
  expect(keyCaps('$mod++', false)).toEqual([['Ctrl', '+']])
  expect(keyText('Control+Shift+Tab', false)).toBe('Ctrl+Shift+Tab')
  expect(keyText('Alt+ArrowLeft', false)).toBe('Alt+←')
})

test.each([
  ['j', true],
  ['Shift+P', true],
  ['g g', true],
  ['/', true],
  ['$mod+k', false],
  ['ArrowDown', false],
  ['Space', false],
])('"%s" works by itself: %s', (binding, single) => expect(isSingleKey(binding)).toBe(single))
