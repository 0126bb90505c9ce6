import type { CompareAnswer, CompareCell, CompareRow, Leaf } from '../types'
import { noTotals } from './timeline'

function aPart(leaf: string): CompareAnswer['a'] {
  return {
    leaf,
    path: '/home/ada/session.jsonl',
    only: [],
    entries: 2,
    totals: noTotals(),
    turns: 1,
    steps: 2,
    tools: [],
    models: [],
    carried: 0,
    cut: false,
    words: '',
    branchTotals: noTotals(),
    outcome: { state: 'finished', reason: '', message: '', code: 0, error: '', status: 0 },
    headline: 'Finished',
    label: '',
  }
}

/** Two branches of one session that part at their first step. */
export function aComparison(given: Partial<CompareAnswer> = {}): CompareAnswer {
  const side = (leaf: string) => ({
    session: 's1',
    revision: 1,
    title: 'A session',
    format: 'pi',
    leaf,
    end: leaf,
  })
  return {
    relation: 'branches',
    summary: '2 entries in common, up to “Plan”',
    ancestor: 'k2',
    ancestorB: 'k2',
    shared: [],
    sharedB: [],
    a: aPart('a'),
    b: aPart('b'),
    divergence: { a: 'a1', b: 'b1', text: 'A ran `make`, B ran `go test`', row: 0 },
    rows: [],
    files: { onlyA: [], onlyB: [], both: [], mayA: [], mayB: [] },
    deltas: [],
    sharedCount: 2,
    rowCount: 0,
    notes: [],
    sideA: side('a'),
    sideB: side('b'),
    ruler: { totalMs: 0, endAMs: 0, endBMs: 0, a: [], b: [] },
    ...given,
  }
}

export function aCompareRow(
  index: number,
  a: string,
  b: string,
  given: Partial<CompareRow> = {},
): CompareRow {
  const cell = (key: string): CompareCell => ({
    key,
    kind: key === '' ? '' : 'call',
    words: key === '' ? '' : `ran ${key}`,
    tool: 'bash',
    target: key,
    text: key,
    isError: false,
    hasResult: true,
    atMs: 0,
    endMs: 0,
    line: 2,
    said: [],
  })
  return {
    index,
    a: cell(a),
    b: cell(b),
    same: false,
    differs: false,
    how: '',
    moreA: 0,
    moreB: 0,
    ...given,
  }
}

export function aLeaf(given: Partial<Leaf> = {}): Leaf {
  return {
    key: 'leaf',
    state: 'finished',
    headline: 'Finished',
    lastWords: 'Done.',
    label: '',
    entries: 10,
    turns: 2,
    costUsd: 0.1,
    files: 1,
    active: false,
    atMs: 0,
    ...given,
  }
}
