import { clamp } from './window'

// The geometry of the picture of a whole tree. Lanes stand side by side, down is along a branch;
// the world is in pixels at scale 1, the screen in pixels of the canvas.

interface Line {
  from: number
  lane: number
  top: number
  bottom: number
}

interface Spot {
  line: number
  down: number
}

/** How far lanes are apart, and how long a unit downwards is. */
export interface Spacing {
  lanePx: number
  downPx: number
}

export interface Size {
  width: number
  height: number
}

/** How the world is shown: a point of it is scaled, then moved. */
export interface View {
  x: number
  y: number
  k: number
}

export interface Point {
  x: number
  y: number
}

/** What is kept free around the picture; on the right for the words at the ends, where there are few. */
function margins(lanes: number) {
  return { left: 20, top: 22, right: lanes > 8 ? 24 : 110, bottom: 30 }
}

/** What is left of a pane beside its margins. */
function roomFor(lanes: number, pane: Size): Size {
  const { left, right, top, bottom } = margins(lanes)
  return { width: Math.max(1, pane.width - left - right), height: Math.max(1, pane.height - top - bottom) }
}

const laneLimits = { least: 18, most: 150 }
const downLimits = { least: 0.8, most: 8 }
/** Lanes nearer than this are a smear. */
const readablePx = 3

/** Lanes and lengths as far apart as fills the pane both ways, within what is sensible to read. */
export function spacing(tree: { lanes: number; depth: number }, pane: Size): Spacing {
  const room = roomFor(tree.lanes, pane)
  const wanted = {
    lanePx: room.width / Math.max(1, tree.lanes - 1),
    downPx: room.height / Math.max(1, tree.depth),
  }
  // What has to be made smaller one way may be further apart the other way, to be as large as before.
  const smaller = Math.min(1, wanted.lanePx / laneLimits.least, wanted.downPx / downLimits.least)
  // A tree that is wide and shallow is as high as the pane once its lanes can be read.
  const most = wanted.lanePx < laneLimits.least ? Math.max(downLimits.most, wanted.downPx) : downLimits.most
  return {
    lanePx: clamp(wanted.lanePx / smaller, laneLimits.least, laneLimits.most),
    downPx: clamp(wanted.downPx / smaller, downLimits.least, most),
  }
}

/** Whether lanes are far enough apart to be told from one another. */
export function canBeRead(view: View, s: Spacing): boolean {
  return view.k * s.lanePx >= readablePx
}

export function worldOf(spot: { lane: number; down: number }, s: Spacing): Point {
  return { x: spot.lane * s.lanePx, y: spot.down * s.downPx }
}

/** The view that shows all of it, no larger than it is, at the top left. */
export function fit(tree: { lanes: number; depth: number }, s: Spacing, pane: Size): View {
  const world = worldOf({ lane: Math.max(0, tree.lanes - 1), down: tree.depth }, s)
  const room = roomFor(tree.lanes, pane)
  const { left, top } = margins(tree.lanes)
  return {
    x: left,
    y: top,
    k: Math.min(1, room.width / Math.max(1, world.x), room.height / Math.max(1, world.y)),
  }
}

/** The view at full size with a spot in the middle of the pane, no emptier above and at the left than a picture of all. */
export function around(spot: { lane: number; down: number }, s: Spacing, pane: Size, lanes: number): View {
  const { x, y } = worldOf(spot, s)
  const { left, top } = margins(lanes)
  return { x: Math.min(left, pane.width / 2 - x), y: Math.min(top, pane.height / 2 - y), k: 1 }
}

/** The point of a line that is nearest to a point of the screen; undefined where there is no line. */
export function nearestPoint(
  lines: readonly Line[],
  point: Point,
  how: { spacing: Spacing; view: View },
): Point | undefined {
  const { view, spacing: s } = how
  let nearest: Point | undefined
  let distance = Infinity
  for (const line of lines) {
    const x = view.x + line.lane * s.lanePx * view.k
    const y = clamp(point.y, view.y + line.top * s.downPx * view.k, view.y + line.bottom * s.downPx * view.k)
    const away = Math.hypot(point.x - x, point.y - y)
    if (away >= distance) continue
    nearest = { x, y }
    distance = away
  }
  return nearest
}

/** The view itself where it shows some line; else moved until the nearest one comes in. */
export function keepInSight(lines: readonly Line[], view: View, s: Spacing, pane: Size): View {
  const edge = { x: Math.min(24, pane.width / 2), y: Math.min(24, pane.height / 2) }
  let by = { x: 0, y: 0 }
  let distance = Infinity
  for (const line of lines) {
    const x = view.x + line.lane * s.lanePx * view.k
    const top = view.y + line.top * s.downPx * view.k
    const bottom = view.y + line.bottom * s.downPx * view.k
    const inX = clamp(x, edge.x, pane.width - edge.x) - x
    const inY = Math.max(0, edge.y - bottom) - Math.max(0, top - (pane.height - edge.y))
    const away = Math.abs(inX) + Math.abs(inY)
    if (away >= distance) continue
    by = { x: inX, y: inY }
    distance = away
    if (away === 0) break
  }
  return distance === 0 || distance === Infinity ? view : { x: view.x + by.x, y: view.y + by.y, k: view.k }
}

/** Whether a view shows all of it. */
export function showsAll(
  view: View,
  tree: { lanes: number; depth: number },
  s: Spacing,
  pane: Size,
): boolean {
  const world = worldOf({ lane: Math.max(0, tree.lanes - 1), down: tree.depth }, s)
  return (
    view.x >= 0 &&
    view.y >= 0 &&
    view.x + world.x * view.k <= pane.width &&
    view.y + world.y * view.k <= pane.height
  )
}

/** The parts of lines from a root down to a spot: how far down each of the lines is followed. */
export function pathTo(lines: readonly Line[], spot: Spot): Map<number, number> {
  const path = new Map<number, number>()
  let { line, down } = spot
  for (let at = lines[line]; at !== undefined; at = lines[line]) {
    path.set(line, down)
    down = at.top
    line = at.from
  }
  return path
}

/** The line nearest to a point of the screen, -1 where none is within reach. */
export function lineAt(
  lines: readonly Line[],
  point: Point,
  how: { spacing: Spacing; view: View; reachPx: number },
): number {
  const { view, reachPx } = how
  let nearest = -1
  let distance = reachPx
  for (const [i, line] of lines.entries()) {
    const x = view.x + line.lane * how.spacing.lanePx * view.k
    const top = view.y + line.top * how.spacing.downPx * view.k
    const bottom = view.y + line.bottom * how.spacing.downPx * view.k
    const beyond = Math.max(top - point.y, point.y - bottom, 0)
    const away = Math.hypot(point.x - x, beyond)
    if (away <= distance) {
      nearest = i
      distance = away
    }
  }
  return nearest
}

/** How a turned wheel is meant: a pinch or the notches of a mouse zoom, two fingers move. */
export function wheelMeans(
  event: { deltaX: number; deltaY: number; deltaMode: number; ctrlKey: boolean; metaKey: boolean },
  before: { meant: 'zoom' | 'pan'; atMs: number },
  nowMs: number,
): 'zoom' | 'pan' {
  if (event.ctrlKey || event.metaKey) return 'zoom'
  // What began as one goes on as it: fast fingers reach the steps of a mouse.
  if (nowMs - before.atMs < 200) return before.meant
  return event.deltaMode === 0 && (event.deltaX !== 0 || Math.abs(event.deltaY) < 40) ? 'pan' : 'zoom'
}
