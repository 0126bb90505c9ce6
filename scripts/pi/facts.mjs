// What pi says of a session file. Values that are no records are left out: they have no place in a tree.

/** Rows of a tree that are listed at most: entries with one id multiply what stands below them. */
const mostRows = 2000

/**
 * @param {object} pi the module session-manager.js
 * @param {boolean} shallow leaves the messages of contexts out, which are many times the file together
 */
export function facts(pi, path, shallow) {
  const session = pi.SessionManager.open(path)
  const all = session.getEntries()
  const entries = all.filter((entry) => typeof entry === 'object' && !Array.isArray(entry))
  const byId = new Map(all.map((entry) => [entry.id, entry]))
  const ids = [...byId.keys()].filter((id) => typeof id === 'string' && id !== '')
  const looped = new Set(ids.filter((id) => loops(byId, id)))
  const scalars = all.length - entries.length
  const tree = scalars > 0 || (entries.length > byId.size && tangled(entries, byId)) ? [] : session.getTree()
  return {
    header: JSON.stringify(session.getHeader()),
    name: attempt(() => session.getSessionName() ?? ''),
    cwd: session.getCwd(),
    leaf: session.getLeafId() ?? null,
    scalars,
    entries: entries.map((entry) => JSON.stringify(entry)),
    tree: rows(tree),
    // pi never ends where a walk to the root loops.
    at: ids.map((id) => ({
      id,
      label: session.getLabel(id) ?? '',
      children: session.getChildren(id).map(named),
      ...(looped.has(id) ? { loops: true } : walked(pi, session, all, byId, id, shallow)),
    })),
    // At the leaf, which may be none.
    context: loops(byId, session.getLeafId())
      ? null
      : attempt(() => JSON.stringify(session.buildSessionContext())),
  }
}

/** What an entry's path to its root says. */
function walked(pi, session, all, byId, id, shallow) {
  return {
    branch: session.getBranch(id).map(named),
    selection: attempt(() => pi.buildContextEntries(all, id, byId).map(named)),
    context: attempt(() => JSON.stringify(pi.buildSessionContext(all, id, byId))),
  }
}

const named = (entry) => entry.id ?? ''

/** The result, or how pi failed. */
function attempt(ask) {
  try {
    return ask()
  } catch (error) {
    return { failed: String(error) }
  }
}

function loops(byId, from) {
  const seen = new Set()
  for (let entry = byId.get(from); entry; entry = entry.parentId ? byId.get(entry.parentId) : undefined) {
    if (seen.has(entry)) return true
    seen.add(entry)
  }
  return false
}

/** Tells whether getTree never ends: where ids repeat, all entries of an id are one node, with the parents of each. */
function tangled(entries, byId) {
  const below = new Map()
  const above = new Map()
  for (const { id, parentId } of entries) {
    if (parentId === id || !byId.has(parentId)) continue
    above.set(id, (above.get(id) ?? 0) + 1)
    below.set(parentId, [...(below.get(parentId) ?? []), id])
  }
  const free = [...byId.keys()].filter((id) => !above.has(id))
  let seen = 0
  for (; free.length > 0; seen++) {
    for (const id of below.get(free.pop()) ?? []) {
      above.set(id, above.get(id) - 1)
      if (above.get(id) === 0) free.push(id)
    }
  }
  return seen < byId.size
}

/** A tree as rows of depth, id, label and its time, from the top; none when there are too many. */
function rows(roots) {
  const out = []
  const open = roots.map((node) => [0, node]).reverse()
  while (open.length > 0) {
    const [depth, node] = open.pop()
    if (out.length === mostRows) return []
    out.push([depth, named(node.entry), node.label ?? '', node.labelTimestamp ?? ''])
    for (const child of node.children.toReversed()) open.push([depth + 1, child])
  }
  return out
}
