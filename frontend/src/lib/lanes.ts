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

/** Lines of a row that look alike and are drawn at once. */
export interface Stroke {
  d: string
  /** Lane 0, the branch that was active when the session was opened, is heavier. */
  heavy: boolean
  lit: boolean
  /** Stands for lanes that share the last place. */
  folded: boolean
  /** No line but the ground under the lines that come next, which cross those before. */
  under: boolean
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

interface Line {
  d: string
  heavy: boolean
  lit: boolean
  folded: boolean
  /** Drawn over other lines, which it crosses. */
  crosses: boolean
}

/** How far lines keep from the middle of a sign: the one where the agent continues is larger, that of a row which only holds others together is a part of its line. */
export function clearOf(row: { active: boolean; context?: boolean; error: boolean }): number {
  if (row.active) return 8
  return row.context === true && !row.error ? 0 : 6.5
}

/** The lines of one row, in the order they are to be drawn: those that look alike are one, and a lit line is never hidden. */
export function strokes(row: LaneRow, g: Gutter, heightPx: number, clearPx: number): Stroke[] {
  const all = lines(row, g, heightPx, clearPx)
  return [false, true].flatMap((lit) =>
    [false, true].flatMap((crosses) => {
      const layer = all.filter((line) => line.lit === lit && line.crosses === crosses)
      const alike = [0, 1, 2, 3].map((style) => ({
        heavy: style % 2 === 1,
        folded: style > 1,
        lit,
        under: false,
        d: '',
      }))
      for (const { d, heavy, folded } of layer) {
        const one = alike[Number(heavy) + 2 * Number(folded)]
        if (one !== undefined) one.d += d
      }
      const ground = crosses ? layer.map(({ d }) => d).join('') : ''
      return [{ d: ground, heavy: false, folded: false, lit, under: true }, ...alike].filter(
        ({ d }) => d !== '',
      )
    }),
  )
}

function lines(row: LaneRow, g: Gutter, heightPx: number, clearPx: number): Line[] {
  const midPx = heightPx / 2
  const litBelow = row.pathBelow - 1
  const lines: Line[] = []
  const passed = new Set<number>()
  const x = laneX(g, row.lane)
  const above = `M${x} 0V${midPx - clearPx}`
  const below = `M${x} ${midPx + clearPx}V${heightPx}`

  const add = (lane: number, d: string, lit: boolean, crosses = false) =>
    lines.push({ d, heavy: lane === 0, lit, crosses, folded: lane >= g.own })

  for (const lane of row.pass) {
    const passX = laneX(g, lane)
    if (passed.has(passX) && lane !== litBelow) continue
    passed.add(passX)
    add(lane, passX === x ? above + below : `M${passX} 0V${heightPx}`, lane === litBelow && !row.onPath)
  }

  for (const lane of row.forks) {
    const toX = laneX(g, lane)
    if (toX === x) continue
    const crosses = row.pass.some((p) => laneX(g, p) > Math.min(x, toX) && laneX(g, p) < Math.max(x, toX))
    const d = elbow({ x, toX, midPx, heightPx, clearPx, lanePx: g.lanePx })
    add(lane, d, row.onPath && lane === litBelow, crosses)
  }

  if (row.down) add(row.lane, below, row.onPath && litBelow === row.lane)
  if (row.up) add(row.lane, above, row.onPath)
  return lines
}

/** A line from beside the row's sign sideways and down into another lane. */
function elbow(q: {
  x: number
  toX: number
  midPx: number
  heightPx: number
  clearPx: number
  lanePx: number
}): string {
  const { x, toX, midPx, heightPx, clearPx } = q
  const dir = toX > x ? 1 : -1
  const away = Math.abs(toX - x)
  const r = Math.min(away, heightPx - midPx, Math.max(5, q.lanePx * 0.6))
  if (away - r >= clearPx)
    return `M${x + dir * clearPx} ${midPx}H${toX - dir * r}Q${toX} ${midPx} ${toX} ${midPx + r}V${heightPx}`
  // The turn begins within the sign: what is left of it begins at its edge.
  let t = 0
  while (t < 1 && Math.hypot(away - r * (1 - t) ** 2, r * t ** 2) < clearPx) t += 1 / 16
  const px = (n: number) => Math.round(n * 100) / 100
  const from = `M${px(toX - dir * r * (1 - t) ** 2)} ${px(midPx + r * t ** 2)}`
  return `${from}Q${toX} ${px(midPx + r * t)} ${toX} ${midPx + r}V${heightPx}`
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
