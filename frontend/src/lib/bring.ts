/** Where a row stands in a list that scrolls, in pixels. */
export interface Standing {
  topPx: number
  sizePx: number
  /** What is on screen, and how much of it at the top is covered. */
  fromPx: number
  windowPx: number
  coveredPx: number
  /** The way of a step to it, 0 for a jump. */
  dir?: 1 | -1 | 0
}

/** How a row comes on screen while as little moves as can be: not at all, or to an end of the window. */
export function nearest(at: Standing): 'none' | 'start' | 'end' {
  const { topPx, sizePx, fromPx, windowPx, coveredPx, dir = 0 } = at
  const endPx = topPx + sizePx
  if (topPx >= fromPx + coveredPx && endPx <= fromPx + windowPx) return 'none'
  const above = topPx < fromPx + coveredPx
  const high = sizePx > windowPx - coveredPx
  // Steps go on within a row that does not fit, from where they came to it.
  if (high && above && dir > 0 && endPx > fromPx + coveredPx) return 'none'
  if (high && above && dir < 0 && endPx > fromPx - windowPx)
    return endPx >= fromPx + windowPx ? 'none' : 'end'
  // From far away one comes to read on from there; a step nearby moves as little as it must.
  const far = topPx > fromPx + 1.5 * windowPx
  return far || above || high ? 'start' : 'end'
}
