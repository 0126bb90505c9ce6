import { shapes, type ShapeName } from '../../lib/shapes'
import type { Point } from '../../lib/tree'
import { screenOf, signScale, type Scene } from './scene'

/** A sign of the picture, drawn within a circle of its own. */
export interface Sign {
  at: Point
  name: ShapeName
  color: string
  scale: number
  radiusPx: number
}

/** The signs in the pane; those that come first keep others from being drawn on them. */
export function signsOf(scene: Scene, lit: ReadonlyMap<number, number>): Sign[] {
  const signs: Sign[] = []
  const { map, pane, ink } = scene
  const scale = signScale(scene)
  const room = { x: 9 * scale, y: 11 * scale }
  const taken = new Map<string, Point>()
  const near = ({ x, y }: Point) =>
    [-1, 0, 1].some((right) =>
      [-1, 0, 1].some((down) => {
        const other = taken.get(`${Math.floor(x / room.x) + right} ${Math.floor(y / room.y) + down}`)
        return other !== undefined && Math.abs(other.x - x) < room.x && Math.abs(other.y - y) < room.y
      }),
    )
  const put = (spot: { line: number; down: number }, name: ShapeName, color: string) => {
    const at = screenOf(scene, spot)
    if (at.x < -10 || at.y < -10 || at.x > pane.width + 10 || at.y > pane.height + 10 || near(at)) return
    taken.set(`${Math.floor(at.x / room.x)} ${Math.floor(at.y / room.y)}`, at)
    const active = name === 'active'
    signs.push({ at, name, color, scale: active ? 1 : scale, radiusPx: active ? 8 : 6.5 * scale })
  }
  for (const [i, line] of map.lines.entries()) {
    const spot = { line: i, down: line.bottom }
    if (line.active === true) put(spot, 'active', ink.lit)
    else if (line.error === true) put(spot, 'error', ink.error)
  }
  for (const mark of map.marks) {
    const on = (lit.get(mark.line) ?? -1) >= mark.down
    if (mark.kind === 'point' || (scale < 0.6 && (mark.kind === 'prompt' || mark.kind === 'error'))) continue
    const name = (mark.kind in shapes ? mark.kind : 'event') as ShapeName
    put(mark, name, on || mark.kind === 'error' ? ink.of(name) : ink.quiet)
  }
  for (const [i, line] of scale < 0.5 ? [] : map.lines.entries()) {
    put({ line: i, down: line.bottom }, 'reply', lit.has(i) ? ink.strong : ink.quiet)
  }
  return signs
}
