/** What is marked in the strip beside a long list, the most important first. */
export const stripKinds = ['error', 'compaction', 'label', 'prompt'] as const

export type StripKind = (typeof stripKinds)[number]

/** How high one mark of the strip is with what keeps it from the next, in pixels. */
export const cellPx = 3

/** A kind that has marks in a larger part of the strip than this is told by its density. */
const crowded = 1 / 4

/** What stands in one cell of the strip. */
interface StripCell {
  /** The one mark of the cell: what is most important of what is rare enough to be told apart. */
  mark: StripKind | undefined
  /** Of kinds that are nearly everywhere how much of them is here, from 0 for none to 1 for the most. */
  shades: Partial<Record<StripKind, number>>
}

/** How many rows of each kind stand in each cell of the strip. */
type StripCounts = Record<StripKind, Uint32Array>

/** No rows in any of so many cells. */
export function noCounts(cells: number): StripCounts {
  const none = () => new Uint32Array(cells)
  return { error: none(), compaction: none(), label: none(), prompt: none() }
}

/** The cells of a strip from the top down: rows of one cell are one mark, and what is everywhere hides nothing that is rare. */
export function stripCells(counts: StripCounts): StripCell[] {
  const cells = counts.error.length
  const most = new Map<StripKind, number>()
  for (const kind of stripKinds) {
    const filled = counts[kind].reduce((n, rows) => n + Number(rows > 0), 0)
    if (filled > cells * crowded) most.set(kind, Math.max(...counts[kind]))
  }
  return Array.from({ length: cells }, (_, cell) => {
    const here = stripKinds.filter((kind) => (counts[kind][cell] ?? 0) > 0)
    const shades: StripCell['shades'] = {}
    for (const kind of here) {
      const all = most.get(kind)
      if (all !== undefined) shades[kind] = (counts[kind][cell] ?? 0) / all
    }
    return { mark: here.find((kind) => !most.has(kind)), shades }
  })
}

/** The cell whose mark is nearest to a place in the strip, in pixels, and within reach; undefined where none is. */
export function nearestMark(cells: readonly StripCell[], px: number, reachPx: number): number | undefined {
  let nearest: number | undefined
  let distance = reachPx
  for (const [cell, { mark }] of cells.entries()) {
    const away = Math.abs((cell + 0.5) * cellPx - px)
    if (mark === undefined || away > distance) continue
    nearest = cell
    distance = away
  }
  return nearest
}
