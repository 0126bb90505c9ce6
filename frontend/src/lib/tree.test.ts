import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fit,
  gaps,
  keepInSight,
  lineAt,
  nearestPoint,
  pathTo,
  showsAll,
  spacing,
  wheelMeans,
  zoomed,
} from './tree'

const pane = { width: 360, height: 700 }

test('fits any tree into the pane, and shows all of it', () => {
  fc.assert(
    fc.property(
      fc.record({ lanes: fc.integer({ min: 1, max: 2000 }), depth: fc.integer({ min: 0, max: 50_000 }) }),
      (tree) => {
        const s = spacing(tree, pane)
        const view = fit(tree.lanes, s)
        expect(view.k).toBeGreaterThan(0)
        expect(view.k).toBeLessThanOrEqual(1)
        expect(showsAll(view, tree, s, pane)).toBe(true)
        expect(showsAll({ ...view, x: -1 }, tree, s, pane)).toBe(false)
      },
    ),
  )
})

test('fills the pane both ways, whether a tree is wide or long', () => {
  for (const tree of [
    { lanes: 2000, depth: 50 },
    { lanes: 3, depth: 30_000 },
    { lanes: 400, depth: 30_000 },
  ]) {
    const s = spacing(tree, pane)
    const { lanePx, downPx } = gaps(s, fit(tree.lanes, s).k)
    expect((tree.lanes - 1) * lanePx).toBeGreaterThan(pane.width * 0.6)
    expect(tree.depth * downPx).toBeGreaterThan(pane.height * 0.6)
  }
})

test('keeps the spot under the pointer there, however far it zooms', () => {
  const number = fc.double({ min: 0, max: 700, noNaN: true })
  fc.assert(
    fc.property(
      fc.record({
        lanes: fc.integer({ min: 1, max: 2000 }),
        depth: fc.integer({ min: 1, max: 50_000 }),
        at: fc.record({ x: number, y: number }),
        by: fc.array(fc.double({ min: 0.3, max: 3, noNaN: true }), { minLength: 1, maxLength: 8 }),
      }),
      ({ at, by, ...tree }) => {
        const s = spacing(tree, pane)
        let view = fit(tree.lanes, s)
        let plane = view
        const spot = () => {
          const { lanePx, downPx } = gaps(s, view.k)
          return { lane: (at.x - view.x) / lanePx, down: (at.y - view.y) / downPx }
        }
        const before = spot()
        for (const factor of by) {
          const next = {
            x: at.x + (plane.x - at.x) * factor,
            y: at.y + (plane.y - at.y) * factor,
            k: plane.k * factor,
          }
          view = zoomed(view, plane, next, s)
          plane = next
        }
        expect(view.k).toBe(plane.k)
        const after = spot()
        expect(Math.abs(after.lane - before.lane) / (1 + Math.abs(before.lane))).toBeLessThan(1e-3)
        expect(Math.abs(after.down - before.down) / (1 + Math.abs(before.down))).toBeLessThan(1e-3)
      },
    ),
  )
})

/** Both grow alike. */
const even = { lanePx: 50, downPx: 2, whole: { lanePx: 25, downPx: 1, k: 0.5 } }

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
  const how = { spacing: even, view: { x: 10, y: 10, k: 1 }, reachPx: 8 }
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
        const kept = keepInSight(lines, view, even, pane)
        const { lanePx, downPx } = gaps(even, kept.k)
        expect(kept.k).toBe(view.k)
        const seen = lines.some(({ lane, top, bottom }) => {
          const x = kept.x + lane * lanePx
          const [from, to] = [kept.y + top * downPx, kept.y + bottom * downPx]
          return x >= 0 && x <= pane.width && to >= 0 && from <= pane.height
        })
        expect(seen).toBe(true)
        expect(keepInSight(lines, { x: 20, y: 20, k: 1 }, even, pane)).toEqual({ x: 20, y: 20, k: 1 })
      },
    ),
  )
})

test('finds the point of the picture that is nearest to one beside it', () => {
  const how = { spacing: even, view: { x: 10, y: 10, k: 1 } }
  expect(nearestPoint(lines, { x: 300, y: 500 }, how)).toEqual({ x: 110, y: 190 })
  expect(nearestPoint([], { x: 0, y: 0 }, how)).toBeUndefined()
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
