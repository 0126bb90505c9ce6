/** Where a row stands in a list that scrolls, in pixels. */
export interface Standing {
  topPx: number
  sizePx: number
  /** What is on screen, and how much of it at the top is covered. */
  fromPx: number
  windowPx: number
  coveredPx: number
}

/** How a row comes on screen while as little moves as can be: not at all, or to an end of the window. */
export function nearest({ topPx, sizePx, fromPx, windowPx, coveredPx }: Standing): 'none' | 'start' | 'end' {
  if (topPx >= fromPx + coveredPx && topPx + sizePx <= fromPx + windowPx) return 'none'
  // From far away one comes to read on from there; a step nearby moves as little as it must.
  const far = topPx > fromPx + 1.5 * windowPx
  return far || topPx < fromPx + coveredPx || sizePx > windowPx - coveredPx ? 'start' : 'end'
}
