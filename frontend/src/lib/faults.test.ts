import { expect, test } from 'vitest'
import { errorsText, faultWords } from './faults'

const none = { calls: 0, commands: 0, replies: 0, inherited: 0 }

test.each([
  [5, { ...none, calls: 3, commands: 1, replies: 1 }, '3 failed calls, 1 failed $ command, 1 error reply'],
  [1, { ...none, replies: 1 }, '1 error reply'],
  [3, { ...none, calls: 1, inherited: 2 }, '1 failed call, 2 errors carried over from an earlier run'],
  [4, { ...none, calls: 3 }, '3 failed calls, 1 new'],
  [2, none, ''],
])('says of %i errors with %j: %s', (all, faults, text) => {
  expect(errorsText(all, faults)).toBe(text)
})

test('tells only of the kinds there are', () => {
  expect(faultWords({ ...none, commands: 2 })).toEqual(['2 failed $ commands'])
})
