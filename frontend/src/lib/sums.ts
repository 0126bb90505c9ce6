/** Where rows of different heights begin, and at the end where the last one ends. */
export function starts(heights: readonly number[]): number[] {
  const out = [0]
  let at = 0
  for (const height of heights) out.push((at += height))
  return out
}

/** The last row that begins at or above a place. */
export function rowAt(begins: readonly number[], px: number): number {
  let low = 0
  let high = Math.max(0, begins.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((begins[middle] ?? 0) <= px) low = middle
    else high = middle - 1
  }
  return low
}

/** The scroll position that shows a row whole, with as little movement as possible. */
export function scrollToRow(
  begins: readonly number[],
  row: number,
  scrollPx: number,
  viewPx: number,
): number {
  const top = begins[row] ?? 0
  const bottom = begins[row + 1] ?? top
  if (top < scrollPx) return top
  return bottom > scrollPx + viewPx ? bottom - viewPx : scrollPx
}

/** Which rows to draw: from, and the one after the last. */
export function shown(
  begins: readonly number[],
  scrollPx: number,
  viewPx: number,
  overscan: number,
): [number, number] {
  const total = begins.length - 1
  if (total <= 0) return [0, 0]
  const from = Math.max(0, rowAt(begins, scrollPx) - overscan)
  const to = Math.min(total, rowAt(begins, scrollPx + viewPx) + 1 + overscan)
  return [from, to]
}
