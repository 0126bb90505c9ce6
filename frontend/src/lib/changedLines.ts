/** A part of the list of what changed: its lines, and below the first part a line that unfolds them. */
export interface Span {
  part: string
  /** The line it begins at, and how many lines of its own it has on screen. */
  from: number
  head: boolean
  rows: number
}

/** A line of the list by its part and its place in it; -1 is the line that unfolds the part. */
export interface LinePlace {
  part: string
  n: number
}

/** Lays out the parts of the list: the first one is always open, one without rows is left out. */
export function spansOf(parts: readonly { part: string; rows: number; open: boolean }[]): Span[] {
  const spans: Span[] = []
  let from = 0
  for (const [i, { part, rows, open }] of parts.entries()) {
    const head = i > 0
    if (head && rows === 0) continue
    const shown = head && !open ? 0 : rows
    spans.push({ part, from, head, rows: shown })
    from += shown + (head ? 1 : 0)
  }
  return spans
}

export function linesIn(spans: readonly Span[]): number {
  const last = spans.at(-1)
  return last === undefined ? 0 : last.from + last.rows + (last.head ? 1 : 0)
}

export function placeAt(spans: readonly Span[], line: number): LinePlace | undefined {
  const span = spans.findLast(({ from }) => from <= line)
  if (span === undefined || line >= linesIn(spans)) return undefined
  return { part: span.part, n: line - span.from - (span.head ? 1 : 0) }
}

/** Where a place stands: that of a folded part at its head, one beyond the last at the last. */
export function lineOf(spans: readonly Span[], { part, n }: LinePlace): number {
  const span = spans.find((other) => other.part === part)
  if (span === undefined) return 0
  const lines = span.rows + (span.head ? 1 : 0)
  return span.from + Math.max(0, Math.min(n + (span.head ? 1 : 0), lines - 1))
}
