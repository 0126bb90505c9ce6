import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gutter, gutterPx, laneX, strokes as strokesOf, tie, trail, type Gutter, type LaneRow } from './lanes'

const row = (given: Partial<LaneRow>): LaneRow => ({
  lane: 0,
  up: true,
  down: true,
  forks: [],
  pass: [],
  onPath: false,
  pathBelow: 0,
  ...given,
})

const clearPx = 6.5
const strokes = (one: LaneRow, g: Gutter, heightPx: number) => strokesOf(one, g, heightPx, clearPx)

test('lanes narrow as they grow, then fold, inside one width', () => {
  expect([1, 6, 7, 8, 9, 10].map((lanes) => gutter(lanes).lanePx)).toEqual([14, 14, 12, 10, 8, 8])
  expect(gutter(10)).toMatchObject({ own: 10, folded: 0 })
  expect(gutter(16)).toMatchObject({ own: 9, folded: 7 })
})

test('every lane stands inside the gutter, folded ones at one place', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(), (lanes, pick) => {
      const g = gutter(lanes)
      const lane = pick % lanes
      const x = laneX(g, lane)
      if (x < 4 || x > gutterPx - 4) return false
      return lane === 0 || lane > g.own || laneX(g, lane - 1) < x
    }),
  )
})

test('a row on a straight lane is one line, which its sign stands in', () => {
  expect(strokes(row({}), gutter(1), 28)).toEqual([
    { d: 'M11 20.5V28M11 0V7.5', heavy: true, lit: false, under: false, folded: false },
  ])
})

test('a root begins at its sign and a leaf ends there', () => {
  expect(strokes(row({ up: false }), gutter(1), 28).map(({ d }) => d)).toEqual(['M11 20.5V28'])
  expect(strokes(row({ down: false }), gutter(1), 28).map(({ d }) => d)).toEqual(['M11 0V7.5'])
})

test('a fork leaves sideways, on ground of its own where it crosses a lane that passes', () => {
  const lines = strokes(row({ forks: [2], pass: [1] }), gutter(3), 28)
  expect(lines.map(({ under }) => under)).toEqual([false, false, true, false])
  expect(lines[0]?.d).toBe('M25 0V28')
  expect(lines[2]?.d).toContain('Q')
  expect(lines[3]).toMatchObject({ d: lines[2]?.d, heavy: false })
  expect(strokes(row({ forks: [1], pass: [2] }), gutter(3), 28).every(({ under }) => !under)).toBe(true)
})

const rows = fc
  .record({
    lane: fc.nat(20),
    up: fc.boolean(),
    down: fc.boolean(),
    forks: fc.uniqueArray(fc.nat(20)),
    pass: fc.uniqueArray(fc.nat(20)),
    onPath: fc.boolean(),
    pathBelow: fc.nat(21),
  })
  .filter(({ lane, forks, pass }) => ![...forks, ...pass].includes(lane))

test('however many lanes pass a row, they are drawn in a few lines, the lit ones last', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 40 }), (one, lanes) => {
      const g = gutter(lanes)
      const drawn = strokes(one, g, 28)
      const lit = drawn.map((line) => line.lit)
      expect(drawn.length).toBeLessThanOrEqual(12)
      expect(lit).toEqual(lit.toSorted((a, b) => Number(a) - Number(b)))
      const seen = drawn.filter(({ under }) => !under).flatMap(({ d }) => d.match(/M[^M]*/g) ?? [])
      for (const lane of one.pass)
        if (laneX(g, lane) !== laneX(g, one.lane)) expect(seen).toContain(`M${laneX(g, lane)} 0V28`)
      for (const lane of one.forks)
        if (laneX(g, lane) !== laneX(g, one.lane))
          expect(seen.some((d) => d.includes('Q') && d.includes(` ${laneX(g, lane)} `))).toBe(true)
    }),
  )
})

test('no line of its own runs into the sign of a row', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 40 }), (one, lanes) => {
      const g = gutter(lanes)
      const sign = { x: laneX(g, one.lane), y: 14 }
      for (const { d, under } of strokes(one, g, 28)) {
        for (const part of under ? [] : d.split(/(?=M)/u)) {
          const [x = 0, y = 0] = part
            .slice(1)
            .split(/[ HVQ]/u)
            .map(Number)
          const passes = part === `M${x} 0V28`
          if (!passes) expect(Math.hypot(x - sign.x, y - sign.y)).toBeGreaterThanOrEqual(clearPx - 0.01)
          if (passes) expect(x).not.toBe(sign.x)
        }
      }
    }),
  )
})

test('the chosen branch is lit through its own rows and past others', () => {
  const lit = (given: Partial<LaneRow>) =>
    strokes(row(given), gutter(3), 28)
      .filter((line) => line.lit && !line.under)
      .map(({ d }) => d)
  expect(lit({ onPath: true, pathBelow: 1 })).toEqual(['M11 20.5V28M11 0V7.5'])
  expect(lit({ lane: 1, pass: [0], pathBelow: 1 })).toEqual(['M11 0V28'])
  // The branch leaves its lane for another one here.
  expect(lit({ onPath: true, pathBelow: 2, forks: [1] })).toEqual([expect.stringContaining('Q'), 'M11 0V7.5'])
  expect(lit({ onPath: true, pathBelow: 0, down: false })).toEqual(['M11 0V7.5'])
})

test('lanes that share the last place are drawn once', () => {
  const lines = strokes(row({ pass: [10, 11, 12, 13] }), gutter(20), 28)
  expect(lines.filter(({ folded }) => folded)).toHaveLength(1)
})

test('a tie goes down one lane and turns into another', () => {
  expect(tie({ x: 10, y: 14 }, { x: 38, y: 98 })).toBe('M10 21V90Q10 98 18 98H31')
  expect(tie({ x: 38, y: 14 }, { x: 10, y: 98 })).toBe('M38 21V90Q38 98 30 98H17')
  expect(tie({ x: 10, y: 14 }, { x: 10, y: 98 })).toBe('M10 21V91')
})

test('a trail goes up the lanes of the rows it hangs under', () => {
  expect(
    trail([
      { x: 30, y: 100 },
      { x: 30, y: 72 },
      { x: 10, y: 16 },
    ]),
  ).toBe('M30 93V79M30 65V24Q30 16 22 16H17')
  expect(trail([{ x: 10, y: 5 }])).toBe('')
})
