/** A thing in a list with its depth under the things it was made from. */
export interface Nested<T> {
  item: T
  depth: number
}

/**
 * Puts every item under its parent, keeping the order of the list otherwise. A
 * parent that is not in the list, or a ring of parents, makes its item a root.
 */
export function nest<T>(
  items: readonly T[],
  key: (item: T) => string,
  parent: (item: T) => string,
): Nested<T>[] {
  const known = new Set(items.map(key))
  const children = new Map<string, T[]>()
  const roots: T[] = []
  for (const item of items) {
    const above = parent(item)
    if (above === '' || !known.has(above) || above === key(item)) roots.push(item)
    else children.set(above, [...(children.get(above) ?? []), item])
  }
  const out: Nested<T>[] = []
  const done = new Set<string>()
  const walk = (from: readonly T[]) => {
    const open = from.map((item) => ({ item, depth: 0 })).reverse()
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const id = key(next.item)
      if (done.has(id)) continue
      done.add(id)
      out.push(next)
      const depth = next.depth + 1
      open.push(...[...(children.get(id) ?? [])].reverse().map((item) => ({ item, depth })))
    }
  }
  walk(roots)
  // What is left hangs in a ring.
  for (const item of items) if (!done.has(key(item))) walk([item])
  return out
}

/** Where a line of a tree stands, as a screen reader is told. */
export interface Place {
  level: number
  posInSet: number
  setSize: number
}

/** Lines of a tree from the top down, with their places by their levels. */
export function placed<T>(lines: readonly T[], levelOf: (line: T) => number): (T & Place)[] {
  const open: { size: number }[] = []
  const counted = lines.map((line) => {
    const level = levelOf(line)
    open.length = Math.min(open.length, level + 1) // what was deeper is over
    const set = (open[level] ??= { size: 0 })
    set.size++
    return { line, level, posInSet: set.size, set }
  })
  return counted.map(({ line, level, posInSet, set }) => ({ ...line, level, posInSet, setSize: set.size }))
}
