import { expect, test } from 'vitest'
import { rails } from './rails'

/** A line a row: its own lane as o, lanes that pass as |, where it comes from as (lane). */
function draw(parents: number[]): string[] {
  return rails(parents).map(({ lane, from, down, pass }) => {
    const width = Math.max(lane, ...pass) + 1
    const cells = Array.from({ length: width }, (_, i) => (i === lane ? 'o' : pass.includes(i) ? '|' : ' '))
    return `${cells.join('')}${from >= 0 ? ` from ${from}` : ''}${down ? ' down' : ''}`
  })
}

test('a chain is one straight line', () => {
  expect(draw([-1, 0, 1, 2])).toEqual(['o down', 'o from 0 down', 'o from 0 down', 'o from 0'])
})

test('what branches off stands to the right, and the line goes past it', () => {
  // 0 ─ 1 ─ 2, 0 ─ 3 ─ 4, 3 ─ 5
  expect(draw([-1, 0, 1, 0, 3, 3])).toEqual([
    'o down',
    '|o from 0 down',
    '|o from 1',
    'o from 0 down',
    '|o from 0',
    'o from 0',
  ])
})

test('branches of branches keep every line that goes on', () => {
  // 0 ─ 1 (─ 2, ─ 3), 0 ─ 4
  expect(draw([-1, 0, 1, 1, 0])).toEqual(['o down', '|o from 0 down', '||o from 1', '|o from 1', 'o from 0'])
})

test('roots stand alone', () => {
  expect(draw([-1, 0, -1, -1, 3])).toEqual(['o down', 'o from 0', 'o', 'o down', 'o from 0'])
})
