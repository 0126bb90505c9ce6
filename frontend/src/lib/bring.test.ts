import { expect, test } from 'vitest'
import { nearest } from './bring'

const window = { fromPx: 1000, windowPx: 500, coveredPx: 26 }

test.each([
  ['a row on screen stays', { topPx: 1100, sizePx: 40 }, 'none'],
  ['a row under the head comes to the top', { topPx: 1010, sizePx: 40 }, 'start'],
  ['a row cut at the bottom comes to the bottom', { topPx: 1480, sizePx: 40 }, 'end'],
  ['a row that is higher than the window comes to the top', { topPx: 1400, sizePx: 900 }, 'start'],
  ['a row far below comes to the top', { topPx: 9000, sizePx: 40 }, 'start'],
  ['a row above comes to the top', { topPx: 100, sizePx: 40 }, 'start'],
  ['a row that fills the window comes to the top in a jump', { topPx: 500, sizePx: 4000 }, 'start'],
  ['a row that fills the window stays in a step down', { topPx: 500, sizePx: 4000, dir: 1 as const }, 'none'],
  ['a row that fills the window stays in a step up', { topPx: 500, sizePx: 4000, dir: -1 as const }, 'none'],
  ['a step up to a high row comes to its end', { topPx: -3000, sizePx: 4000, dir: -1 as const }, 'end'],
  ['a step down to a high row comes to its top', { topPx: 1400, sizePx: 4000, dir: 1 as const }, 'start'],
  ['a step up from far away comes to the top', { topPx: -9000, sizePx: 4000, dir: -1 as const }, 'start'],
])('%s', (_, row, to) => {
  expect(nearest({ ...window, ...row })).toBe(to)
})
