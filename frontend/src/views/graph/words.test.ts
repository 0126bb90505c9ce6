import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gaps, pathTo, spacing } from '../../lib/tree'
import type { GraphMap } from '../../state/types'
import type { Ink } from './ink'
import type { Scene } from './scene'
import { signsOf } from './signs'
import { wordsOf } from './words'

const ink: Ink = {
  ground: '',
  dim: '',
  lit: '',
  over: '',
  quiet: '',
  strong: '',
  text: '',
  error: '',
  selection: '',
  border: '',
  of: () => '',
  textPx: 11,
  font: '',
}

/** Letters that are not all of one width. */
const widthOf = (text: string) =>
  [...text].reduce((px, letter) => px + 4 + ((letter.codePointAt(0) ?? 0) % 5), 0)

function sceneOf(map: GraphMap, given: Partial<Scene> & { k?: number } = {}): Scene {
  const pane = { width: 340, height: 620 }
  const s = spacing(map, pane)
  const k = given.k ?? s.whole.k
  return {
    map,
    view: { x: 20, y: 22, k },
    gaps: gaps(s, k),
    pane,
    leaf: { line: 0, down: map.lines[0]?.bottom ?? 0 },
    at: { line: -1, down: 0 },
    over: -1,
    ink,
    here: 'pi continues here',
    ...given,
  }
}

function drawn(scene: Scene) {
  const lit = pathTo(scene.map.lines, scene.leaf)
  const signs = signsOf(scene, lit)
  return { signs, words: wordsOf(scene, lit, signs, widthOf) }
}

const words = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme-ascii' })
const kinds = fc.constantFrom('label', 'compaction', 'branchSummary', 'error', 'point', 'prompt')

/** A tree in which each line leaves an earlier one, with signs and tufts on its lines. */
const trees: fc.Arbitrary<GraphMap> = fc
  .record({
    lines: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(60), words, fc.boolean(), fc.nat(2)), {
      minLength: 1,
      maxLength: 40,
    }),
    marks: fc.array(fc.tuple(fc.nat(), fc.nat(), kinds, words), { maxLength: 60 }),
    tufts: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 2, max: 99 })), { maxLength: 4 }),
    lanes: fc.integer({ min: 1, max: 12 }),
  })
  .map(({ lines, marks, tufts, lanes }) => {
    const made: GraphMap['lines'] = []
    for (const [i, [from, at, long, text, error, errors]] of lines.entries()) {
      const above = made[from % Math.max(1, i)]
      const top = above === undefined ? 0 : above.top + (at % (above.bottom - above.top + 1))
      const lane = above === undefined ? 0 : Math.min(above.lane + 1 + (at % 3), lanes)
      const end = long > 20 ? { end: `${text} in the end` } : {}
      const failed = errors > 0 ? { errors } : {}
      made.push({
        from: above === undefined ? -1 : from % i,
        lane,
        top,
        bottom: top + long,
        key: `${i}`,
        text,
        error,
        active: i === 0,
        ...end,
        ...failed,
      })
    }
    const spot = (line: number, down: number) => {
      const on = made[line % made.length] ?? { top: 0, bottom: 0 }
      return { line: line % made.length, down: on.top + (down % (on.bottom - on.top + 1)) }
    }
    return {
      lines: made,
      marks: marks.map(([line, down, kind, text], i) => ({ ...spot(line, down), kind, key: `m${i}`, text })),
      tufts: tufts.map(([line, down, branches], i) => ({ ...spot(line, down), branches, key: `t${i}` })),
      lanes: lanes + 1,
      depth: Math.max(...made.map(({ bottom }) => bottom)),
      branches: made.length,
    }
  })

test('words of the picture lie over no sign, no ring of the selection and no other words', () => {
  const looks = fc.record({
    k: fc.double({ min: 0.3, max: 4, noNaN: true }),
    x: fc.integer({ min: -200, max: 60 }),
    y: fc.integer({ min: -400, max: 60 }),
    at: fc.nat(),
  })
  fc.assert(
    fc.property(trees, looks, (map, { k, x, y, at }) => {
      const line = at % map.lines.length
      const scene = sceneOf(map, { k, view: { x, y, k }, at: { line, down: map.lines[line]?.bottom ?? 0 } })
      const { signs, words } = drawn(scene)
      const selected = {
        x: x + (map.lines[line]?.lane ?? 0) * scene.gaps.lanePx,
        y: y + scene.at.down * scene.gaps.downPx,
      }
      const rings = [...signs.map((sign) => ({ ...sign.at, r: sign.radiusPx })), { ...selected, r: 9 }]
      const boxes = words.map((one) => ({
        left: one.x,
        right: one.x + widthOf(one.text),
        top: one.y - 5.5,
        bottom: one.y + 5.5,
      }))
      for (const [i, box] of boxes.entries()) {
        const covered = rings.filter((ring) => {
          const dx = Math.max(box.left - ring.x, ring.x - box.right, 0)
          const dy = Math.max(box.top - ring.y, ring.y - box.bottom, 0)
          return Math.hypot(dx, dy) < ring.r - 0.01
        })
        const crossed = boxes.filter(
          (other, n) =>
            n > i &&
            other.left < box.right &&
            other.right > box.left &&
            other.top < box.bottom &&
            other.bottom > box.top,
        )
        if (covered.length + crossed.length > 0) return false
      }
      return true
    }),
    { numRuns: 300 },
  )
})

test('a label that finds no room beside its sign moves up or down, and is left out where there is none', () => {
  const line = { from: -1, lane: 0, top: 0, bottom: 60, key: 'a', text: 'begin', active: true }
  const beside = (down: number) => ({ from: 0, lane: 1, top: 0, bottom: down, key: 'b', text: 'the other' })
  const label = { line: 0, down: 30, kind: 'label', key: 'm', text: 'good plan' }
  const of = (map: Partial<GraphMap>) => {
    const whole = { lines: [line], marks: [label], tufts: [], lanes: 2, depth: 60, branches: 1, ...map }
    const scene = sceneOf(whole, { gaps: { lanePx: 40, downPx: 8 }, view: { x: 20, y: 22, k: 1 } })
    return drawn(scene).words.find(({ text }) => text.startsWith('◆'))
  }
  expect(of({})).toMatchObject({ text: '◆ good plan', y: 22 + 240 })
  expect(of({ lines: [line, beside(29)] })?.y).toBeGreaterThan(22 + 240)
  expect(of({ lines: [line, beside(60)] })).toBeUndefined()
})
