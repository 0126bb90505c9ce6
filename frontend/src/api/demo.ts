import type { Api } from './api'
import { ApiError } from './errors'
import { aGraph, aGraphRow, aList, aListed, aRow, aRows, aSession, aStart, anEntry, fakeApi } from './fake'
import type { GraphRow } from './types'

// A made-up library for the development server's "?fake": enough to see every state.

const hourMs = 3_600_000
const now = Date.now()

const listed = [
  aListed({
    handle: 'login',
    path: '/s/login.jsonl',
    title: 'Fix the login redirect loop',
    messages: 214,
    costUsd: 1.2,
    errors: 3,
    branches: 4,
    outcome: 'finished',
    modifiedMs: now - 0.2 * hourMs,
    group: '~/work/shop',
  }),
  aListed({
    handle: 'login2',
    parentHandle: 'login',
    path: '/s/login2.jsonl',
    title: 'Fix the login redirect loop, without cookies',
    messages: 61,
    costUsd: 0.44,
    outcome: 'cancelled',
    modifiedMs: now - 3 * hourMs,
    group: '~/work/shop',
  }),
  aListed({
    handle: 'night',
    path: '/s/night.jsonl',
    title: 'Nightly: bring the price feed to version 4',
    messages: 1208,
    costUsd: 11.7,
    errors: 12,
    outcome: 'failed',
    modifiedMs: now - 9 * hourMs,
    group: '~/work/shop',
  }),
  aListed({
    handle: 'huge',
    path: '/s/huge.jsonl',
    title: 'A very long session',
    messages: 90_112,
    costUsd: 1204,
    outcome: 'running',
    modifiedMs: now - 30 * hourMs,
    group: '~/work/engine',
  }),
  aListed({
    handle: 'one',
    path: '/s/one.jsonl',
    title: 'What does this repository do?',
    messages: 6,
    costUsd: 0.02,
    outcome: 'limit',
    problems: 2,
    modifiedMs: now - 60 * hourMs,
    group: '~/work/engine',
  }),
  aListed({
    handle: 'broken',
    path: '/s/broken.jsonl',
    title: 'notes.jsonl',
    messages: 0,
    outcome: 'unknown',
    modifiedMs: now - 900 * hourMs,
    group: '~/work/engine',
  }),
  aListed({
    handle: 'sample',
    path: '/samples/tour.jsonl',
    title: 'Add a cache to the image service',
    messages: 88,
    costUsd: 0.61,
    branches: 4,
    outcome: 'interrupted',
    sample: true,
    modifiedMs: now - 2000 * hourMs,
    group: 'Samples',
  }),
]

const said = [
  'Make the first page load faster',
  'Try it with a cache in front of the store',
  'Measure again before you change more',
  'Now write the test that would have caught it',
  'Go back and do the simple thing',
]
const answered = [
  'I will measure first, then look at the slowest query.',
  'The cache helps: 340 ms to 41 ms on a warm start.',
  'Both tests pass. The redirect no longer loops.',
  'I reverted the change and kept the measurement.',
]

/** A tree of so many rows with branches that come and go. */
function tree(total: number, branchEvery: number): { rows: GraphRow[]; lanes: number; branches: number } {
  const rows: GraphRow[] = []
  const tips: (number | undefined)[] = [undefined]
  let lanes = 1
  let branches = 1
  const open = new Set<number>([0])
  for (let i = 0; i < total; i++) {
    const lane = i === 0 ? 0 : ([...open][(i * 7) % open.size === 0 ? 0 : (i * 3) % open.size] ?? 0)
    const parent = tips[lane]
    const kind =
      i % 9 === 0
        ? 'prompt'
        : i % 31 === 30
          ? 'compaction'
          : i % 47 === 46
            ? 'branchSummary'
            : i % 3 === 1
              ? 'steps'
              : 'reply'
    const row = aGraphRow({
      index: i,
      key: `k${i}`,
      last: `k${i}`,
      parent: parent === undefined ? '' : `k${parent}`,
      kind,
      lane,
      up: parent !== undefined,
      onPath: lane === 0,
      onActive: lane === 0,
      text:
        kind === 'prompt'
          ? (said[i % said.length] ?? '')
          : kind === 'compaction'
            ? 'Compacted 180k → 22k'
            : kind === 'branchSummary'
              ? 'Tried the other way: too slow'
              : (answered[i % answered.length] ?? ''),
      label: i % 23 === 12 ? 'works' : '',
      steps: kind === 'steps' ? 4 + (i % 20) : 0,
      counts:
        kind === 'steps'
          ? [
              { name: 'bash', n: 1 + (i % 9) },
              { name: 'edit', n: 3 },
            ]
          : [],
      errors: kind === 'steps' && i % 5 === 1 ? 1 : 0,
      error: kind === 'reply' && i % 41 === 20,
      atMs: now - (total - i) * 90_000,
      level: lane + 1,
    })
    if (i % branchEvery === branchEvery - 3 && open.size < 14) {
      let fresh = 1
      while (open.has(fresh)) fresh++
      open.add(fresh)
      tips[fresh] = i
      row.forks = [fresh]
      lanes = Math.max(lanes, fresh + 1)
      branches++
    }
    if (lane > 0 && i % 7 === 3) {
      open.delete(lane)
      row.leaf = true
    }
    row.down = open.has(lane)
    row.pass = [...open].filter((l) => l !== lane && !row.forks.includes(l))
    row.pathBelow = 1
    tips[lane] = i
    rows.push(row)
  }
  const last = rows.findLast((row) => row.lane === 0)
  if (last !== undefined) {
    last.active = true
    for (const row of rows) {
      if (row.index < last.index) continue
      row.pathBelow = 0
      row.pass = row.pass.filter((lane) => lane !== 0)
    }
    last.down = false
  }
  return { rows, lanes, branches }
}

const trees: Record<string, ReturnType<typeof tree>> = {
  login: tree(160, 17),
  huge: tree(40_000, 11),
  one: tree(12, 100),
  night: tree(400, 300),
  sample: tree(60, 17),
  login2: tree(40, 20),
}

export function demoApi(): Api {
  const fault = new URLSearchParams(location.search).get('fake') ?? ''
  return fakeApi({
    start: () => Promise.resolve(aStart({ theme: '' })),
    sessions: () =>
      fault === 'none'
        ? Promise.resolve(aList({ places: places() }))
        : fault === 'slow'
          ? new Promise(() => undefined)
          : Promise.resolve(
              aList({
                sessions: fault === 'many' ? many() : listed,
                skipped: [{ path: '/s/todo.jsonl', reason: 'no session header in the first line' }],
                places: places(),
              }),
            ),
    open: async ({ handle }) => {
      await new Promise((done) => setTimeout(done, 60))
      if (handle === 'broken')
        throw new ApiError('notSession', 'The first line is no session header: "{"note":1}".')
      const row = listed.find((other) => other.handle === handle)
      return aSession({
        session: handle,
        title: row?.title ?? handle,
        path: row?.path ?? '',
        fileName: row?.path.split('/').at(-1) ?? '',
        entries: row?.messages ?? 0,
        branches: trees[handle]?.branches ?? 1,
        problems:
          handle === 'one'
            ? [
                {
                  line: 12,
                  offset: 4096,
                  bytes: 87,
                  kind: 'json',
                  text: 'The line ends in the middle of a string.',
                },
                { line: 40, offset: 9001, bytes: 12, kind: 'json', text: 'Not JSON: unexpected "x".' },
              ]
            : [],
        problemsTotal: handle === 'one' ? 2 : 0,
        readOnly: handle === 'one' ? 'Version 1 files cannot be appended to.' : '',
        notes: [],
      })
    },
    graph: (q) => {
      const { rows, lanes, branches } = trees[q.session] ?? tree(5, 100)
      const shown =
        q.filter === 'prompts'
          ? rows.filter((row) => row.kind === 'prompt')
          : q.filter === 'labels'
            ? rows.filter((row) => row.label !== '')
            : rows
      const page = shown
        .slice(q.from, q.from + q.count)
        .map((row) => ({ ...row, open: q.open.includes(row.key) }))
      const at = shown.findIndex((row) => row.key === q.at)
      return Promise.resolve(aGraph(page, { total: shown.length, from: q.from, lanes, branches, at }))
    },
    rows: (q) => {
      const path = (trees[q.session]?.rows ?? []).filter((row) => row.onPath)
      const rows = path.slice(q.from, q.from + q.count).map((row, i) =>
        aRow({
          index: q.from + i,
          entry: row.key,
          kind: row.kind === 'prompt' ? 'prompt' : 'reply',
          role: row.kind === 'prompt' ? 'user' : 'assistant',
          text: row.text,
          body: row.text,
          bodyBytes: row.text.length,
          atMs: row.atMs,
          line: row.index + 2,
        }),
      )
      const at = path.findIndex((row) => row.key === q.at)
      return Promise.resolve(aRows({ total: path.length, from: q.from, at, rows }))
    },
    entry: (q) => {
      const row = trees[q.session]?.rows.find((other) => other.key === q.key)
      const entry = anEntry({
        key: q.key,
        leaf: q.leaf,
        kind: row?.kind ?? 'reply',
        line: (row?.index ?? 0) + 2,
        atMs: row?.atMs ?? 0,
        leaves: 3,
        parent: row?.parent ?? '',
      })
      return Promise.resolve({
        ...entry,
        upto: { ...entry.upto, costUsd: 0.42, engagedMs: 38 * 60_000, toolCalls: 31 },
      })
    },
  })
}

function places() {
  return [
    { path: '/home/ada/.pi/agent/sessions', label: 'pi sessions', state: 'ok', added: -1 },
    { path: '/home/ada/.zot/runs', label: 'Run logs', state: 'missing', added: -1 },
  ]
}

function many() {
  return Array.from({ length: 3000 }, (_, i) =>
    aListed({
      handle: `m${i}`,
      path: `/m/${i}.jsonl`,
      title: `Session number ${i}`,
      messages: i,
      modifiedMs: now - i * hourMs,
      group: `~/work/project-${i % 40}`,
    }),
  )
}
