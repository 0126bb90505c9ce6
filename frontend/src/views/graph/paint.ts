import { shapes, type ShapeName } from '../../lib/shapes'
import { errorWords, plainWords, visible } from '../../lib/text'
import { pathTo, type Gaps, type Point, type Size, type View } from '../../lib/tree'
import type { GraphMap, GraphMapLine, GraphMapPlace } from '../../state/types'
import type { Ink } from './ink'
import { Words } from './words'

/** What a picture is drawn from. */
export interface Scene {
  map: GraphMap
  view: View
  /** How far apart things are in that view. */
  gaps: Gaps
  pane: Size
  /** The branch on screen, and the selected entry. */
  leaf: GraphMapPlace
  at: GraphMapPlace
  /** The line under the pointer, -1 for none. */
  over: number
  ink: Ink
  /** What the active leaf is called. */
  here: string
}

export function screenOf(scene: Scene, spot: { line: number; down: number }): Point {
  const { view, map, gaps } = scene
  return { x: view.x + (map.lines[spot.line]?.lane ?? 0) * gaps.lanePx, y: view.y + spot.down * gaps.downPx }
}

/** Draws the tree: its lines, the lit branch over them, signs, and words where there is room. */
export function paint(pen: CanvasRenderingContext2D, scene: Scene): void {
  const { pane, ink, map } = scene
  pen.fillStyle = ink.ground
  pen.fillRect(0, 0, pane.width, pane.height)
  pen.lineJoin = 'round'
  pen.lineCap = 'round'
  const lit = pathTo(map.lines, scene.leaf)
  for (const i of apart(scene).reverse()) drawLine(pen, scene, i, { color: ink.dim, down: Infinity })
  if (scene.over >= 0) {
    for (const [line, down] of upFrom(scene, scene.over))
      drawLine(pen, scene, line, { color: ink.over, down })
  }
  for (const [line, down] of [...lit].reverse()) drawLine(pen, scene, line, { color: ink.lit, down })
  drawTufts(pen, scene)
  drawMarks(pen, scene, lit)
  drawSelection(pen, scene)
  drawWords(pen, scene, lit)
}

function upFrom({ map }: Scene, line: number): Map<number, number> {
  return pathTo(map.lines, { line, down: map.lines[line]?.bottom ?? 0 })
}

const apartPx = 4

/** The lines that are drawn: where they leave one another nearer than can be told apart, the longest stands for all. */
function apart(scene: Scene): number[] {
  const longest = new Map<string, number>()
  const cell = (px: number) => Math.round(px / apartPx)
  for (const [i, line] of scene.map.lines.entries()) {
    const { x, y } = screenOf(scene, { line: i, down: line.top })
    const fromX = line.from < 0 ? x : screenOf(scene, { line: line.from, down: line.top }).x
    const place = `${cell(fromX)} ${cell(x)} ${cell(y)}`
    const other = scene.map.lines[longest.get(place) ?? -1]
    if (other === undefined || other.bottom < line.bottom) longest.set(place, i)
  }
  return [...longest.values()].sort((a, b) => a - b)
}

function inView({ pane, view, gaps }: Scene, line: GraphMapLine): boolean {
  const top = view.y + line.top * gaps.downPx
  const bottom = view.y + line.bottom * gaps.downPx
  return bottom >= -20 && top <= pane.height + 20
}

function drawLine(
  pen: CanvasRenderingContext2D,
  scene: Scene,
  i: number,
  how: { color: string; down: number },
): void {
  const line = scene.map.lines[i]
  if (line === undefined || !inView(scene, line)) return
  const to = screenOf(scene, { line: i, down: Math.min(line.bottom, how.down) })
  const start = screenOf(scene, { line: i, down: line.top })
  pen.beginPath()
  if (line.from < 0) pen.moveTo(start.x, start.y)
  else {
    const from = screenOf(scene, { line: line.from, down: line.top })
    const r = Math.min(8, start.x - from.x, Math.max(0, to.y - start.y))
    pen.moveTo(from.x, from.y)
    pen.lineTo(start.x - r, start.y)
    pen.quadraticCurveTo(start.x, start.y, start.x, start.y + r)
  }
  pen.lineTo(to.x, to.y)
  const thin = Math.min(1, scene.gaps.lanePx / 8)
  pen.lineWidth = Math.max(0.6, (line.straight === true ? 2.5 : 1.5) * thin) + 3 * thin
  pen.strokeStyle = scene.ink.ground
  if (thin > 0.6) pen.stroke()
  pen.lineWidth = Math.max(
    how.color === scene.ink.lit ? 1.5 : 0.7,
    (line.straight === true ? 2.5 : 1.5) * thin,
  )
  pen.strokeStyle = thin < 0.6 && how.color === scene.ink.dim ? scene.ink.quiet : how.color
  pen.stroke()
}

/** How large signs are drawn: they shrink where lanes come close, as far as they can be told apart. */
function signScale({ gaps }: Scene): number {
  return Math.min(1, Math.max(0.6, gaps.lanePx / 16))
}

function drawTufts(pen: CanvasRenderingContext2D, scene: Scene): void {
  pen.strokeStyle = scene.ink.dim
  pen.lineWidth = 1
  for (const tuft of scene.map.tufts) {
    if (tuft.line < 0) continue
    const { x, y } = screenOf(scene, tuft)
    const s = Math.max(0.5, signScale(scene))
    pen.beginPath()
    for (const dx of [5, 9, 12]) {
      pen.moveTo(x, y)
      pen.quadraticCurveTo(x + dx * s, y, x + dx * s, y + (16 - dx) * s)
    }
    pen.stroke()
  }
}

const paths = new Map<ShapeName, { fill: Path2D; stroke: Path2D }>()

function pathsOf(name: ShapeName) {
  let found = paths.get(name)
  if (found === undefined) {
    found = { fill: new Path2D(shapes[name].fill), stroke: new Path2D(shapes[name].stroke) }
    paths.set(name, found)
  }
  return found
}

function drawSign(
  pen: CanvasRenderingContext2D,
  scene: Scene,
  how: { at: Point; name: ShapeName; color: string; scale: number },
): void {
  const { fill, stroke } = pathsOf(how.name)
  pen.save()
  pen.translate(how.at.x, how.at.y)
  pen.scale(how.scale, how.scale)
  pen.fillStyle = scene.ink.ground
  pen.beginPath()
  pen.arc(0, 0, how.name === 'active' ? 8 : 6.5, 0, 2 * Math.PI)
  pen.fill()
  pen.fillStyle = how.color
  pen.strokeStyle = how.color
  pen.lineWidth = 1.6
  pen.fill(fill)
  pen.stroke(stroke)
  pen.restore()
}

/** Signs that come first keep others from being drawn on them. */
function drawMarks(pen: CanvasRenderingContext2D, scene: Scene, lit: ReadonlyMap<number, number>): void {
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
    drawSign(pen, scene, { at, name, color, scale: name === 'active' ? 1 : scale })
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
}

function drawSelection(pen: CanvasRenderingContext2D, scene: Scene): void {
  if (scene.at.line < 0) return
  const { x, y } = screenOf(scene, scene.at)
  pen.beginPath()
  pen.arc(x, y, 9, 0, 2 * Math.PI)
  pen.lineWidth = 2
  pen.strokeStyle = scene.ink.selection
  pen.stroke()
}

const said = (text: string) => plainWords(visible(errorWords(text)))

/** What stands at the end of a line: that pi continues there, what failed on the way, its last words. */
function endWords({ here }: Scene, line: GraphMapLine): string {
  const parts = [line.active === true ? here : '', said(line.end ?? line.text)]
  if (line.errors !== undefined) parts.unshift(`${line.errors} ✗`)
  return parts.filter(Boolean).join(' · ')
}

/** Words in the order in which they matter, each where nothing else stands. */
function drawWords(pen: CanvasRenderingContext2D, scene: Scene, lit: ReadonlyMap<number, number>): void {
  const { map, ink, pane } = scene
  const words = new Words(pen, scene)
  for (const mark of map.marks) {
    if (mark.kind === 'label') words.put(mark, `◆ ${visible(mark.text ?? '')}`, ink.of('label'))
  }
  for (const tuft of map.tufts) {
    if (tuft.line >= 0) words.put(tuft, `+${tuft.branches}`, ink.text, { dx: 16, dy: 8 })
  }
  const order = [...map.lines.keys()].sort((a, b) => Number(lit.has(b)) - Number(lit.has(a)))
  for (const i of order) {
    const line = map.lines[i]
    if (line === undefined || !inView(scene, line) || screenOf(scene, { line: i, down: 0 }).x > pane.width)
      continue
    const color = lit.has(i) ? ink.strong : ink.text
    words.put({ line: i, down: line.bottom }, endWords(scene, line), color)
  }
  for (const i of order) {
    const line = map.lines[i]
    if (line?.end === undefined) continue
    words.put({ line: i, down: line.top }, said(line.text), lit.has(i) ? ink.strong : ink.text, {
      dx: 8,
      dy: line.from < 0 ? 0 : 12,
    })
  }
}
