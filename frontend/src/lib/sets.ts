// Sets and maps that are replaced, never changed: what is drawn from them sees each change whole.

export function emptySet<T>(): ReadonlySet<T> {
  return new Set()
}

export function emptyMap<K, V>(): ReadonlyMap<K, V> {
  return new Map()
}

/** The map with entries set. */
export function withEntries<K, V>(
  map: ReadonlyMap<K, V>,
  entries: readonly (readonly [K, V])[],
): ReadonlyMap<K, V> {
  return new Map([...map, ...entries])
}

/** The set with a value added, or taken away when it was there. */
export function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(set)
  if (!next.delete(value)) next.add(value)
  return next
}

/** The set with values added. */
export function withAll<T>(set: ReadonlySet<T>, values: readonly T[]): ReadonlySet<T> {
  return new Set([...set, ...values])
}

/** The map with an entry set. */
export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  return new Map(map).set(key, value)
}

/** The map with at most so many entries: those that may go leave first-come first. */
export function bounded<K, V>(
  map: ReadonlyMap<K, V>,
  limit: number,
  mayGo: (key: K) => boolean,
): ReadonlyMap<K, V> {
  if (map.size <= limit) return map
  const next = new Map(map)
  for (const key of map.keys()) {
    if (next.size <= limit) break
    if (mayGo(key)) next.delete(key)
  }
  return next
}
