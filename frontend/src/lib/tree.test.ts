import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fit, lineAt, pathTo, showsAll, spacing, wheelMeans } from './tree'

const pane = { width: 360, height: 700 }

test('fits any tree into the pane, and shows all of it', () => {
  fc.assert(
    fc.property(
      fc.record({ lanes: fc.integer({ min: 1, max: 2000 }), depth: fc.integer({ min: 0, max: 50_000 }) }),
      (tree) => {
        const s = spacing(tree, pane)
        const view = fit(tree, s, pane)
        expect(view.k).toBeGreaterThan(0)
        expect(view.k).toBeLessThanOrEqual(1)
        expect(showsAll(view, tree, s, pane)).toBe(true)
        expect(showsAll({ ...view, x: -1 }, tree, s, pane)).toBe(false)
      },
    ),
  )
})

const lines = [
  { from: -1, lane: 0, top: 0, bottom: 100 },
  { from: 0, lane: 1, top: 20, bottom: 60 },
  { from: 1, lane: 2, top: 40, bottom: 90 },
]

test('follows a branch up to its root', () => {
  expect([...pathTo(lines, { line: 2, down: 70 })]).toEqual([
    [2, 70],
    [1, 40],
    [0, 20],
  ])
  expect(pathTo(lines, { line: -1, down: 0 }).size).toBe(0)
})

test('finds the line under the pointer', () => {
  const how = { spacing: { lanePx: 50, downPx: 2 }, view: { x: 10, y: 10, k: 1 }, reachPx: 8 }
  expect(lineAt(lines, { x: 63, y: 100 }, how)).toBe(1)
  expect(lineAt(lines, { x: 36, y: 100 }, how)).toBe(-1)
  expect(lineAt(lines, { x: 60, y: 140 }, how)).toBe(-1)
})

test('tells two fingers on a pad from the notches of a mouse', () => {
  const turn = (event: object, before = { meant: 'zoom' as 'zoom' | 'pan', atMs: 0 }) =>
    wheelMeans({ deltaX: 0, deltaY: 0, deltaMode: 0, ctrlKey: false, metaKey: false, ...event }, before, 1000)
  expect(turn({ deltaY: 120 })).toBe('zoom')
  expect(turn({ deltaY: 3, deltaMode: 1 })).toBe('zoom')
  expect(turn({ deltaY: 4 })).toBe('pan')
  expect(turn({ deltaX: 90, deltaY: 90 })).toBe('pan')
  expect(turn({ deltaY: 4, ctrlKey: true })).toBe('zoom')
  expect(turn({ deltaY: 90 }, { meant: 'pan', atMs: 950 })).toBe('pan')
})
