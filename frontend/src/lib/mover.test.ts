// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Mover } from './mover'

beforeEach(() => void vi.useFakeTimers({ toFake: ['requestAnimationFrame'] }))
afterEach(() => void vi.useRealTimers())

const frames = (n: number) => {
  for (let i = 0; i < n; i++) vi.advanceTimersToNextFrame()
}

/** A list of 1,000 px in a window of 200 px. */
function list() {
  const box = document.createElement('div')
  Object.defineProperties(box, {
    scrollHeight: { value: 1000, writable: true },
    clientHeight: { value: 200 },
  })
  const arrived = vi.fn()
  const scrolled = vi.fn()
  return { box, arrived, scrolled, mover: new Mover(() => box, arrived, scrolled) }
}

test('a list is held at a place while it is measured, then that is said', () => {
  const { box, arrived, mover } = list()
  let px = 300
  mover.hold(() => px)
  px = 340
  expect([box.scrollTop, mover.moving, mover.byHand]).toEqual([300, true, false])
  frames(3)
  expect([box.scrollTop, mover.moving, arrived.mock.calls.length]).toEqual([340, false, 1])
})

test('a place that is held is where it was as soon as rows were measured', () => {
  const { box, mover, scrolled } = list()
  let px = 300
  mover.hold(() => px)
  px = 340
  mover.measured()
  expect([box.scrollTop, scrolled.mock.calls.length]).toEqual([340, 2])
  frames(3)
  px = 400
  mover.measured()
  expect([box.scrollTop, scrolled.mock.calls.length]).toEqual([340, 2])
})

test('it goes to its end in some frames, at once where that is wished', () => {
  const { box, mover } = list()
  box.scrollTop = 700
  mover.toEnd(false)
  expect(box.scrollTop).toBeGreaterThan(700)
  expect(box.scrollTop).toBeLessThan(800)
  frames(20)
  expect([box.scrollTop, mover.moving]).toEqual([800, false])
  box.scrollTop = 700
  mover.toEnd(true)
  expect(box.scrollTop).toBe(800)
})

test('the reader ends a move', () => {
  const { box, arrived, mover } = list()
  box.scrollTop = 700
  mover.toEnd(false)
  const at = box.scrollTop
  mover.letGo()
  frames(20)
  expect([box.scrollTop, mover.moving, mover.byHand]).toEqual([at, false, true])
  mover.hold(() => 100)
  mover.letGo()
  box.scrollTop = 50
  frames(5)
  expect([box.scrollTop, arrived.mock.calls.length]).toEqual([50, 0])
})
