/** Whether two plain values, as they come over the wire, are equal. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((value, i) => same(value, b[i]))
  }
  if (Array.isArray(b)) return false
  const before = Object.entries(a)
  const other = new Map(Object.entries(b))
  return before.length === other.size && before.every(([key, value]) => same(value, other.get(key)))
}

/** The old value where the new one equals it: what is drawn from it stays as it is. */
export function kept<T>(before: T | undefined, now: T): T {
  return before !== undefined && same(before, now) ? before : now
}
