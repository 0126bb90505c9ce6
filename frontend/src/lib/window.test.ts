import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scrollTo, slice } from './window'

const list = { viewPx: 280, rowPx: 28, total: 1000, overscan: 2 }

test('draws the rows on screen and a few more', () => {
  expect(slice({ ...list, scrollPx: 0 })).toEqual({ from: 0, to: 12, topPx: 0, heightPx: 28_000 })
  expect(slice({ ...list, scrollPx: 280 })).toEqual({ from: 8, to: 22, topPx: 224, heightPx: 28_000 })
})

test('draws nothing of an empty list', () => {
  expect(slice({ ...list, total: 0, scrollPx: 0 })).toEqual({ from: 0, to: 0, topPx: 0, heightPx: 0 })
})

test('reaches the last row of a list higher than an element can be', () => {
  const total = 3_000_000
  const { heightPx } = slice({ ...list, total, scrollPx: 0 })
  expect(heightPx).toBeLessThan(33_554_426)
  const end = slice({ ...list, total, scrollPx: heightPx - list.viewPx })
  expect(end.to).toBe(total)
  // The last row ends where the content ends.
  expect(end.topPx + (end.to - end.from) * list.rowPx).toBeCloseTo(heightPx, 3)
})

test('the rows on screen are always drawn', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2_000_000 }), fc.nat(), (total, place) => {
      const { heightPx } = slice({ ...list, total, scrollPx: 0 })
      const scrollPx = heightPx <= list.viewPx ? 0 : place % (heightPx - list.viewPx)
      const { from, to, topPx } = slice({ ...list, total, scrollPx })
      const covered = topPx <= scrollPx + 0.01
      const reaches = to === total || topPx + (to - from) * list.rowPx >= scrollPx + list.viewPx
      return covered && reaches && to - from <= 15
    }),
  )
})

test('scrolling to a row brings it on screen and leaves a row on screen where it is', () => {
  const at = (row: number, scrollPx: number) => scrollTo({ ...list, row, scrollPx })
  expect(at(5, 0)).toBe(0)
  expect(at(9, 0)).toBe(0)
  expect(at(20, 0)).toBe(20 * 28 + 56 - 280)
  expect(at(3, 280)).toBe(3 * 28 - 28)
  expect(at(999, 0)).toBe(28_000 - 280)
  expect(scrollTo({ ...list, row: 500, scrollPx: 0, center: true })).toBe(500 * 28 - 126)
})
