/** What the gutter of one row is drawn from. */
export interface LaneRow {
  lane: number
  up: boolean
  down: boolean
  forks: readonly number[]
  pass: readonly number[]
  onPath: boolean
  /** One more than the lane the lit branch runs in at the row's lower edge, 0 for none. */
  pathBelow: number
}

/** How lanes are placed in the gutter's fixed width. */
export interface Gutter {
  widthPx: number
  lanePx: number
  /** Lanes with a place of their own; those beyond share the last place. */
  own: number
  /** How many lanes share the last place. */
  folded: number
}

/** One line of a row. */
export interface Stroke {
  d: string
  /** Lane 0, the branch that was active when the session was opened, is heavier. */
  heavy: boolean
  lit: boolean
  /** Drawn over other lines, which it crosses: give it a border in the background's colour. */
  crosses: boolean
  /** Stands for lanes that share the last place. */
  folded: boolean
}

/** The gutter's width beside branches, and beside an outline of one branch. */
export const gutterPx = 96
export const outlineGutterPx = 40
const fewLanesPx = 64
const padPx = 4

/** The width for a tree that had so many lanes when it was opened; with few there is more room for words. */
export function gutterWidth(lanes: number): number {
  return lanes <= 3 ? fewLanesPx : gutterPx
}

/** The gutter for a graph of so many lanes: 14 px a lane, narrowing to 8, then folding. */
export function gutter(lanes: number, widthPx = gutterPx): Gutter {
  const roomPx = widthPx - 2 * padPx
  const most = Math.floor(roomPx / 8) - 1
  if (lanes <= most) {
    const lanePx = [14, 12, 10].find((px) => lanes * px <= roomPx) ?? 8
    return { widthPx, lanePx, own: lanes, folded: 0 }
  }
  return { widthPx, lanePx: 8, own: most - 1, folded: lanes - most + 1 }
}

/** The middle of a lane, in pixels from the gutter's left edge. */
export function laneX(g: Gutter, lane: number): number {
  const place = Math.min(lane, g.own)
  // The shared last place stands a little apart.
  const apart = place >= g.own ? 3 : 0
  return padPx + g.lanePx * place + g.lanePx / 2 + apart
}

/** The lines of one row, in the order they are to be drawn. */
export function strokes(row: LaneRow, g: Gutter, heightPx: number): Stroke[] {
  const midPx = heightPx / 2
  const litBelow = row.pathBelow - 1
  const lines: Stroke[] = []
  const passed = new Set<number>()

  const add = (lane: number, d: string, lit: boolean, crosses: boolean) =>
    lines.push({ d, heavy: lane === 0, lit, crosses, folded: lane >= g.own })

  for (const lane of row.pass) {
    const x = laneX(g, lane)
    if (passed.has(x) && lane !== litBelow) continue
    passed.add(x)
    add(lane, `M${x} 0V${heightPx}`, lane === litBelow && !row.onPath, false)
  }

  const x = laneX(g, row.lane)
  const forks = [...row.forks].sort((a, b) => Math.abs(b - row.lane) - Math.abs(a - row.lane))
  // The lit way is drawn last, over the others.
  forks.sort((a, b) => Number(a === litBelow) - Number(b === litBelow))
  for (const lane of forks) {
    const toX = laneX(g, lane)
    if (toX === x) continue
    const crosses = row.pass.some((p) => laneX(g, p) > Math.min(x, toX) && laneX(g, p) < Math.max(x, toX))
    add(lane, elbow(x, toX, midPx, heightPx, g.lanePx), row.onPath && lane === litBelow, crosses)
  }

  if (row.up && row.down && (!row.onPath || litBelow === row.lane)) {
    add(row.lane, `M${x} 0V${heightPx}`, row.onPath, false)
  } else {
    if (row.down) add(row.lane, `M${x} ${midPx}V${heightPx}`, row.onPath && litBelow === row.lane, false)
    if (row.up) add(row.lane, `M${x} 0V${midPx}`, row.onPath, false)
  }
  // A lit line is never hidden by one that is not.
  return lines.sort((a, b) => Number(a.lit) - Number(b.lit))
}

/** A line from the row's node sideways and down into another lane. */
function elbow(x: number, toX: number, midPx: number, heightPx: number, lanePx: number): string {
  const dir = toX > x ? 1 : -1
  const r = Math.min(Math.abs(toX - x), heightPx - midPx, Math.max(5, lanePx * 0.6))
  return `M${x} ${midPx}H${toX - dir * r}Q${toX} ${midPx} ${toX} ${midPx + r}V${heightPx}`
}

/** A line from one row's sign down its lane and sideways to another row's: what a summary was made from. */
export function tie(from: { x: number; y: number }, to: { x: number; y: number }): string {
  if (from.x === to.x) return `M${from.x} ${from.y + 7}V${to.y - 7}`
  const dir = to.x > from.x ? 1 : -1
  const r = Math.min(8, Math.abs(to.x - from.x), Math.max(0, to.y - from.y - 7))
  return `M${from.x} ${from.y + 7}V${to.y - r}Q${from.x} ${to.y} ${from.x + dir * r} ${to.y}H${to.x - dir * 7}`
}

/** Lines up the rows that one hangs under, as far as they are given, between their signs; the first is its own. */
export function trail(path: readonly { x: number; y: number }[]): string {
  let d = ''
  for (const [i, { x, y }] of path.entries()) {
    const below = path[i - 1]
    if (below === undefined) continue
    const start = below.y - 7
    if (below.x === x) d += `M${x} ${start}V${y + 7}`
    else {
      const dir = below.x > x ? 1 : -1
      const r = Math.min(Math.abs(below.x - x), 8, Math.max(0, start - y))
      d += `M${below.x} ${start}V${y + r}Q${below.x} ${y} ${below.x - dir * r} ${y}H${x + dir * 7}`
    }
  }
  return d
}
