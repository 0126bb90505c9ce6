import type { GraphAnswer, GraphMapAnswer, GraphRow } from '../types'

export function aGraphRow(given: Partial<GraphRow> = {}): GraphRow {
  return {
    index: 0,
    key: 'k0',
    last: 'k0',
    parent: '',
    kind: 'prompt',
    text: 'Do it',
    label: '',
    lane: 0,
    up: false,
    down: false,
    forks: [],
    pass: [],
    from: '',
    onActive: true,
    onPath: true,
    pathBelow: 0,
    active: false,
    leaf: false,
    steps: 0,
    open: false,
    counts: [],
    errors: 0,
    error: false,
    atMs: 0,
    level: 1,
    setSize: 1,
    posInSet: 1,
    orphan: false,
    duplicate: false,
    ...given,
  }
}

export function aGraph(rows: GraphRow[] = [], given: Partial<GraphAnswer> = {}): GraphAnswer {
  return { revision: 1, total: rows.length, from: 0, lanes: 1, branches: 1, at: -1, rows, ...given }
}

export function aMap(given: Partial<GraphMapAnswer> = {}): GraphMapAnswer {
  return {
    revision: 1,
    same: false,
    map: { lines: [], marks: [], tufts: [], lanes: 0, depth: 0, branches: 0 },
    leaf: { line: -1, down: 0 },
    at: { line: -1, down: 0 },
    ...given,
  }
}
