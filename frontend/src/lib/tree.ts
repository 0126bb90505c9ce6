import { clamp } from './window'

// The geometry of the picture of a whole tree, on the screen in pixels of the canvas. Lanes stand
// side by side, down is along a branch.

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
export interface Gaps {
  lanePx: number
  downPx: number
}

/** The gaps at full size, and those that show all of it. */
export interface Spacing extends Gaps {
  whole: Gaps & { k: number }
}

export interface Size {
  width: number
  height: number
}

/** How it is shown: where it begins, and how large: 1 is full size. */
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

/** The gaps at a size: between all of it and full size what has to grow more grows faster, each way by itself. */
export function gaps(s: Spacing, k: number): Gaps {
  const { whole } = s
  const between = (least: number, full: number) => {
    if (k >= 1) return full * k
    if (k <= whole.k) return (least * k) / whole.k
    return full * (least / full) ** (Math.log(k) / Math.log(whole.k))
  }
  return { lanePx: between(whole.lanePx, s.lanePx), downPx: between(whole.downPx, s.downPx) }
}

/** Lanes and lengths as far apart as fills the pane both ways, within what is sensible to read. */
export function spacing(tree: { lanes: number; depth: number }, pane: Size): Spacing {
  const room = roomFor(tree.lanes, pane)
  const wanted = {
    lanePx: room.width / Math.max(1, tree.lanes - 1),
    downPx: room.height / Math.max(1, tree.depth),
  }
  // A tree that is wide and shallow is as high as the pane once its lanes can be read.
  const most = wanted.lanePx < laneLimits.least ? Math.max(downLimits.most, wanted.downPx) : downLimits.most
  const full = {
    lanePx: clamp(wanted.lanePx, laneLimits.least, laneLimits.most),
    downPx: clamp(wanted.downPx, downLimits.least, most),
  }
  const lanePx = Math.min(full.lanePx, wanted.lanePx)
  const downPx = Math.min(full.downPx, wanted.downPx)
  return { ...full, whole: { lanePx, downPx, k: Math.min(lanePx / full.lanePx, downPx / full.downPx) } }
}

/** The view that shows all of it, no larger than it is, at the top left. */
export function fit(lanes: number, s: Spacing): View {
  const { left, top } = margins(lanes)
  return { x: left, y: top, k: s.whole.k }
}

/** A view that was moved and zoomed as a plane would be from one place to another: the same spot stays under the pointer. */
export function zoomed(view: View, from: View, to: View, s: Spacing): View {
  const by = to.k / from.k
  if (by === 1) return { x: view.x + to.x - from.x, y: view.y + to.y - from.y, k: view.k }
  const [before, after] = [gaps(s, view.k), gaps(s, to.k)]
  const stays = { x: (to.x - from.x * by) / (1 - by), y: (to.y - from.y * by) / (1 - by) }
  return {
    x: stays.x + ((view.x - stays.x) * after.lanePx) / before.lanePx,
    y: stays.y + ((view.y - stays.y) * after.downPx) / before.downPx,
    k: to.k,
  }
}

/** The view with a spot in the middle of the pane. */
export function centred(spot: { lane: number; down: number }, view: View, s: Spacing, pane: Size): View {
  const { lanePx, downPx } = gaps(s, view.k)
  return { x: pane.width / 2 - spot.lane * lanePx, y: pane.height / 2 - spot.down * downPx, k: view.k }
}

/** The point of a line that is nearest to a point of the screen; undefined where there is no line. */
export function nearestPoint(
  lines: readonly Line[],
  point: Point,
  how: { spacing: Spacing; view: View },
): Point | undefined {
  const { view } = how
  const { lanePx, downPx } = gaps(how.spacing, view.k)
  let nearest: Point | undefined
  let distance = Infinity
  for (const line of lines) {
    const x = view.x + line.lane * lanePx
    const y = clamp(point.y, view.y + line.top * downPx, view.y + line.bottom * downPx)
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
  const { lanePx, downPx } = gaps(s, view.k)
  let by = { x: 0, y: 0 }
  let distance = Infinity
  for (const line of lines) {
    const x = view.x + line.lane * lanePx
    const top = view.y + line.top * downPx
    const bottom = view.y + line.bottom * downPx
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
  const { lanePx, downPx } = gaps(s, view.k)
  return (
    view.x >= 0 &&
    view.y >= 0 &&
    view.x + Math.max(0, tree.lanes - 1) * lanePx <= pane.width &&
    view.y + tree.depth * downPx <= pane.height
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
  const { lanePx, downPx } = gaps(how.spacing, view.k)
  let nearest = -1
  let distance = reachPx
  for (const [i, line] of lines.entries()) {
    const x = view.x + line.lane * lanePx
    const top = view.y + line.top * downPx
    const bottom = view.y + line.bottom * downPx
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
