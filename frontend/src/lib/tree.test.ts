import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  around,
  canBeRead,
  fit,
  keepInSight,
  lineAt,
  nearestPoint,
  pathTo,
  showsAll,
  spacing,
  wheelMeans,
} from './tree'

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

test('never shows an empty pane', () => {
  const number = { min: -1e5, max: 1e5, noNaN: true }
  fc.assert(
    fc.property(
      fc.record({
        x: fc.double(number),
        y: fc.double(number),
        k: fc.double({ min: 0.02, max: 8, noNaN: true }),
      }),
      (view) => {
        const s = { lanePx: 50, downPx: 2 }
        const kept = keepInSight(lines, view, s, pane)
        expect(kept.k).toBe(view.k)
        const seen = lines.some(({ lane, top, bottom }) => {
          const x = kept.x + lane * s.lanePx * kept.k
          const [from, to] = [kept.y + top * s.downPx * kept.k, kept.y + bottom * s.downPx * kept.k]
          return x >= 0 && x <= pane.width && to >= 0 && from <= pane.height
        })
        expect(seen).toBe(true)
        expect(keepInSight(lines, { x: 20, y: 20, k: 1 }, s, pane)).toEqual({ x: 20, y: 20, k: 1 })
      },
    ),
  )
})

test('finds the point of the picture that is nearest to one beside it', () => {
  const how = { spacing: { lanePx: 50, downPx: 2 }, view: { x: 10, y: 10, k: 1 } }
  expect(nearestPoint(lines, { x: 300, y: 500 }, how)).toEqual({ x: 110, y: 190 })
  expect(nearestPoint([], { x: 0, y: 0 }, how)).toBeUndefined()
})

test('shows the surroundings of a spot at full size where all of a wide tree would be a smear', () => {
  const tree = { lanes: 1800, depth: 4 }
  const s = spacing(tree, pane)
  expect(canBeRead(fit(tree, s, pane), s)).toBe(false)
  const view = around({ lane: 900, down: 4 }, s, pane, tree.lanes)
  expect(canBeRead(view, s)).toBe(true)
  expect(view.x + 900 * s.lanePx).toBe(pane.width / 2)
  expect(tree.depth * s.downPx).toBeGreaterThan(pane.height / 2)
  const few = { lanes: 3, depth: 40 }
  const wide = spacing(few, pane)
  expect(canBeRead(fit(few, wide, pane), wide)).toBe(true)
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
