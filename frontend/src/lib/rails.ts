/** How one line of a tree hangs from the lines above it. */
export interface Rail {
  /** Its place from the left. */
  lane: number
  /** The lane of what it hangs from, -1 for a root. */
  from: number
  /** Something hangs from it. */
  down: boolean
  /** The lanes of others that go past it. */
  pass: number[]
}

/**
 * Lays out lines that stand under their parents, named by place, -1 for none. The
 * last child goes on in the lane of its parent, so that a chain stays one
 * straight line however long it is; only what branches off moves to the right.
 */
export function rails(parents: readonly number[]): Rail[] {
  const last = new Map<number, number>()
  for (const [at, parent] of parents.entries()) if (parent >= 0) last.set(parent, at)
  const out: Rail[] = []
  /** The parents whose last child is still to come. */
  let open: number[] = []
  for (const [at, parent] of parents.entries()) {
    if (parent < 0) open = []
    const above = out[parent]
    const isLast = last.get(parent) === at
    const lane = above === undefined ? 0 : isLast ? above.lane : above.lane + 1
    open = open.filter((other) => (last.get(other) ?? -1) > at || (other === parent && !isLast))
    const pass = [...new Set(open.map((other) => out[other]?.lane ?? 0))].filter((other) => other !== lane)
    out.push({ lane, from: above?.lane ?? -1, down: last.has(at), pass })
    if (last.has(at)) open.push(at)
  }
  return out
}
