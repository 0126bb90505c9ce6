/** The part of a list of rows of one height that is on screen. */
export interface Slice {
  /** First row drawn and the one after the last. */
  from: number
  to: number
  /** Where row `from` stands in the scrolled content, in pixels. */
  topPx: number
  /** Height of the whole content. */
  heightPx: number
}

// WebKit cuts an element's height at 33,554,426 px. Beyond this the scrollbar is
// a scale: a pixel of it stands for more than one of the list.
const maxHeightPx = 30_000_000

/** Which rows to draw for a scroll position. */
export function slice(q: {
  scrollPx: number
  viewPx: number
  rowPx: number
  total: number
  overscan: number
}): Slice {
  const fullPx = q.total * q.rowPx
  const heightPx = Math.min(fullPx, maxHeightPx)
  const virtualPx = q.scrollPx * factor(fullPx, heightPx, q.viewPx)
  const first = Math.floor(virtualPx / q.rowPx)
  const from = clamp(first - q.overscan, 0, q.total)
  const to = clamp(Math.ceil((virtualPx + q.viewPx) / q.rowPx) + q.overscan, from, q.total)
  return { from, to, topPx: q.scrollPx - (virtualPx - from * q.rowPx), heightPx }
}

/** The scroll position that shows a row, with as little movement as possible; the same when it is on screen. */
export function scrollTo(q: {
  row: number
  scrollPx: number
  viewPx: number
  rowPx: number
  total: number
  /** Center the row when it is not on screen. */
  center?: boolean
}): number {
  const fullPx = q.total * q.rowPx
  const heightPx = Math.min(fullPx, maxHeightPx)
  const scale = factor(fullPx, heightPx, q.viewPx)
  const virtualPx = q.scrollPx * scale
  const topPx = q.row * q.rowPx
  const margin = Math.min(q.rowPx, Math.max(0, (q.viewPx - q.rowPx) / 2))
  if (topPx >= virtualPx && topPx + q.rowPx <= virtualPx + q.viewPx) return q.scrollPx
  let wanted: number
  if (q.center === true) wanted = topPx - (q.viewPx - q.rowPx) / 2
  else if (topPx < virtualPx) wanted = topPx - margin
  else wanted = topPx + q.rowPx + margin - q.viewPx
  return clamp(wanted, 0, Math.max(0, fullPx - q.viewPx)) / scale
}

function factor(fullPx: number, heightPx: number, viewPx: number): number {
  return heightPx >= fullPx ? 1 : (fullPx - viewPx) / Math.max(1, heightPx - viewPx)
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}
