import { shapes, type ShapeName } from '../../lib/shapes'
import { pathTo } from '../../lib/tree'
import { inView, screenOf, selectionPx, signScale, type Scene } from './scene'
import { signsOf, type Sign } from './signs'
import { wordsOf } from './words'

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
  const signs = signsOf(scene, lit)
  for (const sign of signs) drawSign(pen, scene, sign)
  drawSelection(pen, scene)
  pen.font = `${ink.textPx}px ${ink.font}`
  pen.textBaseline = 'middle'
  for (const { text, x, y, color } of wordsOf(scene, lit, signs, (text) => pen.measureText(text).width)) {
    pen.fillStyle = color
    pen.fillText(text, x, y)
  }
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

function drawSign(pen: CanvasRenderingContext2D, scene: Scene, sign: Sign): void {
  const { fill, stroke } = pathsOf(sign.name)
  pen.save()
  pen.translate(sign.at.x, sign.at.y)
  pen.scale(sign.scale, sign.scale)
  pen.fillStyle = scene.ink.ground
  pen.beginPath()
  pen.arc(0, 0, sign.radiusPx / sign.scale, 0, 2 * Math.PI)
  pen.fill()
  pen.fillStyle = sign.color
  pen.strokeStyle = sign.color
  pen.lineWidth = 1.6
  pen.fill(fill)
  pen.stroke(stroke)
  pen.restore()
}

function drawSelection(pen: CanvasRenderingContext2D, scene: Scene): void {
  if (scene.at.line < 0) return
  const { x, y } = screenOf(scene, scene.at)
  pen.beginPath()
  pen.arc(x, y, selectionPx, 0, 2 * Math.PI)
  pen.lineWidth = 2
  pen.strokeStyle = scene.ink.selection
  pen.stroke()
}
