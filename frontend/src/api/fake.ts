import type { Api, Events } from './api'
import { ApiError } from './errors'
import { blobUrl, bodyUrl } from './routes'
import type {
  ChangeAnswer,
  ChangedRow,
  ChangesAnswer,
  CompareAnswer,
  CompareCell,
  CompareRow,
  ContextAnswer,
  ContextLine,
  ContextLinesAnswer,
  DoneAnswer,
  EntryAnswer,
  ExportedAnswer,
  ExportPlanAnswer,
  FamilyAnswer,
  FamilyNode,
  FollowAnswer,
  GraphAnswer,
  GraphMapAnswer,
  GraphRow,
  Leaf,
  ListedSession,
  OutcomeAnswer,
  PlanAnswer,
  Row,
  RowsAnswer,
  SecretsAnswer,
  SessionAnswer,
  SessionsAnswer,
  SettingsAnswer,
  StartAnswer,
  Totals,
  Work,
} from './types'

/** An Api that answers from what it is given, for tests. Emit tells the page an event. */
export interface FakeApi extends Api {
  emit<K extends keyof Events>(name: K, payload: Events[K]): void
  /** The calls that were made, in order. */
  calls: { method: string; q: unknown }[]
}

/** A fake with empty answers; what is given replaces them. */
export function fakeApi(given: Partial<Api> = {}): FakeApi {
  const listeners = new Map<string, Set<(payload: never) => void>>()
  const calls: FakeApi['calls'] = []
  const gone = () => Promise.reject(new ApiError('notFound', 'nothing here'))
  const answers: Api = {
    start: () => Promise.resolve(aStart()),
    sessions: () => Promise.resolve(aList()),
    open: gone,
    choose: () => Promise.resolve(),
    recent: () => Promise.resolve({ files: [] }),
    forgetRecent: () => Promise.resolve(),
    clearRecent: () => Promise.resolve(),
    reveal: () => Promise.resolve(),
    commandLine: () => Promise.resolve({ resume: 'pi --session s.jsonl', open: 'branchline s.jsonl' }),
    follow: gone,
    close: () => Promise.resolve(),
    rows: () => Promise.resolve(aRows()),
    graph: () => Promise.resolve(aGraph()),
    graphMove: () => Promise.resolve({ revision: 1, key: '', place: 0, of: 0 }),
    graphMap: () => Promise.resolve(aMap()),
    find: () => Promise.resolve({ revision: 1, hits: [], next: 0, total: 0 }),
    records: () => Promise.resolve({ revision: 1, total: 0, at: -1, records: [] }),
    outcome: () => Promise.resolve(anOutcome()),
    family: () => Promise.resolve(aFamily()),
    entry: (q) => Promise.resolve(anEntry({ key: q.key, leaf: q.leaf })),
    context: (q) => Promise.resolve(aContext({ at: { key: q.at, kind: 'reply', text: 'done', atMs: 0 } })),
    contextLines: (q) => Promise.resolve(contextLines([], { from: q.from })),
    contextMessage: () => Promise.resolve({ revision: 1, blocks: [], more: 0 }),
    compare: () => Promise.resolve(aComparison()),
    compareRows: (q) =>
      Promise.resolve({ revisionA: 1, revisionB: 1, total: 0, from: q.from, at: -1, rows: [] }),
    compareMarks: () => Promise.resolve({ revisionA: 1, revisionB: 1, total: 0, from: 0, marks: '' }),
    compareFiles: () =>
      Promise.resolve({
        onlyA: [],
        onlyATotal: 0,
        onlyB: [],
        onlyBTotal: 0,
        both: [],
        bothTotal: 0,
        mayA: [],
        mayATotal: 0,
        mayB: [],
        mayBTotal: 0,
      }),
    compareMarkdown: () => Promise.resolve('# A and B'),
    leaves: () => Promise.resolve({ revision: 1, total: 0, from: 0, leaves: [] }),
    changes: () => Promise.resolve(aChanges()),
    change: () => Promise.resolve(aChange()),
    changesPatch: () =>
      Promise.resolve({ revision: 1, text: 'diff --git a/a b/a\n', next: -1, left: [], leftTotal: 0 }),
    label: (q) => Promise.resolve(aPlan({ says: `Label it “${q.label}”.` })),
    rename: (q) => Promise.resolve(aPlan({ says: `Name it “${q.name}”.` })),
    branch: (q) => Promise.resolve(aPlan({ says: `Branch with “${q.summary}”.` })),
    draft: () => Promise.resolve('It was tried.'),
    fork: () => Promise.resolve(aPlan({ creates: true, says: 'A new session is made.' })),
    trash: () => Promise.resolve(aPlan({ moves: ['/srv/s.jsonl'], lines: [] })),
    notes: () => Promise.resolve({ notes: [] }),
    note: (q) => Promise.resolve(aPlan({ says: `Keep the note “${q.text}”.`, lines: [] })),
    clearNotes: () => Promise.resolve(anAct({ did: 'Deleted all notes' })),
    apply: () => Promise.resolve(anAct()),
    undo: () => Promise.resolve(anAct({ did: 'It was taken back', undo: '' })),
    exportPlan: (q) => Promise.resolve(anExportPlan({ format: q.as })),
    exportSearch: () => Promise.resolve({ job: 'j1' }),
    exportSecrets: () => Promise.resolve(someSecrets()),
    export: () => Promise.resolve({ job: 'j2' }),
    exported: () => Promise.resolve(anExport()),
    cancelJob: () => Promise.resolve(),
    download: () => undefined,
    settings: () => Promise.resolve(someSettings()),
    saveSettings: () => Promise.resolve(),
    addFolder: () => Promise.resolve(),
    removeFolder: () => Promise.resolve(),
    openLink: () => Promise.resolve(),
    ready: () => Promise.resolve(),
    copy: () => Promise.resolve(),
    title: () => undefined,
    on(name, listener) {
      const set = listeners.get(name) ?? new Set()
      set.add(listener as (payload: never) => void)
      listeners.set(name, set)
      return () => set.delete(listener as (payload: never) => void)
    },
    blobUrl,
    bodyUrl,
    body: gone,
    record: gone,
    rowsText: gone,
    said: gone,
    outline: () => Promise.resolve(new Uint8Array()),
  }
  const merged: Api = { ...answers, ...given }
  const recorded = new Proxy(merged, {
    get(target, name: keyof Api) {
      const method = target[name]
      if (typeof method !== 'function' || name === 'on') return method
      return (q: unknown) => {
        calls.push({ method: name, q })
        return (method as (q: unknown) => unknown)(q)
      }
    },
  })
  return Object.assign(Object.create(recorded) as Api, {
    calls,
    emit<K extends keyof Events>(name: K, payload: Events[K]) {
      for (const listener of listeners.get(name) ?? []) (listener as (payload: Events[K]) => void)(payload)
    },
  })
}

export function someSettings(given: Partial<SettingsAnswer> = {}): SettingsAnswer {
  return {
    theme: 'system',
    textSize: 100,
    singleKeys: true,
    notify: false,
    folders: [],
    sessionsWidth: 280,
    graphWidth: 360,
    meta: false,
    rememberRecent: true,
    keepNotes: true,
    ...given,
  }
}

export function aStart(given: Partial<StartAnswer> = {}): StartAnswer {
  return {
    face: 'window',
    version: '0.1.0',
    canChoose: true,
    opened: [],
    failed: [],
    settings: someSettings(),
    theme: '',
    steps: [],
    exports: [],
    ...given,
  }
}

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

export function aContext(given: Partial<ContextAnswer> = {}): ContextAnswer {
  return {
    revision: 1,
    at: { key: 'k1', kind: 'reply', text: 'done', atMs: 0 },
    messages: 0,
    lines: 0,
    provider: 'acme',
    model: 'acme-large',
    level: 'medium',
    tokens: { total: 0, recorded: 0, by: '', estimate: 0, kinds: [] },
    prompt: [],
    tools: [],
    toolsKnown: false,
    left: 0,
    silent: 0,
    lastPrompt: '',
    lastReply: '',
    beforeCompaction: '',
    ...given,
  }
}

export function contextLine(given: Partial<ContextLine> = {}): ContextLine {
  return {
    index: 0,
    kind: 'message',
    message: given.index ?? 0,
    entry: 'k1',
    role: 'prompt',
    word: 'user',
    tool: '',
    text: 'make it fast',
    atMs: 0,
    tokens: 3,
    calls: 0,
    more: false,
    pictures: 0,
    error: false,
    unsent: false,
    why: '',
    by: '',
    byMs: 0,
    count: 0,
    fromMs: 0,
    toMs: 0,
    ...given,
  }
}

/** Lines of a context; all of them unless told otherwise. */
export function contextLines(
  lines: ContextLine[],
  given: Partial<ContextLinesAnswer> = {},
): ContextLinesAnswer {
  return { revision: 1, total: lines.length, from: 0, lines, ...given }
}

/** An open session as it stands now, with the branch on screen going on to its active leaf. */
export function aFollow(session: SessionAnswer, given: Partial<FollowAnswer> = {}): FollowAnswer {
  return { session, on: true, leaf: session.leaf, elsewhere: false, since: 1, ...given }
}

/** The whole list in one answer. */
export function aList(given: Partial<SessionsAnswer> = {}): SessionsAnswer {
  return {
    sessions: [],
    gone: [],
    version: 1,
    more: false,
    skipped: [],
    places: [],
    scanning: false,
    notice: '',
    ...given,
  }
}

export function aSession(given: Partial<SessionAnswer> = {}): SessionAnswer {
  return {
    session: 's1',
    revision: 1,
    handle: 'h1',
    fileName: 'session.jsonl',
    path: '/home/ada/session.jsonl',
    title: 'A session',
    format: 'pi',
    version: 3,
    id: 'id-1',
    cwd: '/home/ada/project',
    name: '',
    parent: '',
    sample: false,
    byFile: false,
    entries: 10,
    messages: 8,
    branches: 2,
    bytes: 2048,
    leaf: 'leaf',
    suggestedLeaf: 'leaf',
    readOnly: '',
    notes: [],
    tail: false,
    problems: [],
    problemsTotal: 0,
    entry: '',
    lost: '',
    ...given,
  }
}

export function aListed(given: Partial<ListedSession> = {}): ListedSession {
  return {
    path: '/home/ada/session.jsonl',
    format: 'pi',
    id: 'id-1',
    cwd: '/home/ada/project',
    name: '',
    firstMessage: 'Do it',
    messages: 4,
    createdMs: 0,
    modifiedMs: 0,
    parent: '',
    outcome: 'finished',
    problems: 0,
    costUsd: 0,
    branches: 1,
    errors: 0,
    title: 'Do it',
    sample: false,
    bytes: 1000,
    cwdGone: false,
    madeFrom: '',
    link: '',
    candidates: [],
    continuedBy: [],
    place: 1,
    length: 1,
    own: noWork(),
    closing: '',
    handle: 'h1',
    parentHandle: '',
    group: '/home/ada/project',
    ...given,
  }
}

function noWork(): Work {
  return { rounds: 0, calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, durationMs: 0, engagedMs: 0 }
}

export function aNode(given: Partial<FamilyNode> = {}): FamilyNode {
  return {
    path: '/runs/a.jsonl',
    title: 'Do it',
    format: 'runlog',
    id: 'a',
    outcome: 'finished',
    closing: '',
    startedMs: 0,
    endedMs: 0,
    messages: 4,
    branches: 1,
    errors: 0,
    own: noWork(),
    parent: -1,
    depth: 0,
    chain: 0,
    missing: false,
    link: '',
    candidates: [],
    handle: 'h',
    ...given,
  }
}

/** A family of these nodes, which stand in order; of each chain the last node is the newest. */
export function aFamily(nodes: FamilyNode[] = [], given: Partial<FamilyAnswer> = {}): FamilyAnswer {
  const chains = [...new Set(nodes.map((node) => node.chain))].map((chain) => {
    const newest = nodes.findLastIndex((node) => node.chain === chain)
    const found = nodes.filter((node) => node.chain === chain && !node.missing).length
    return {
      state: nodes[newest]?.outcome ?? 'unknown',
      newest,
      first: nodes.findIndex((node) => node.chain === chain),
      sessions: found,
      missing: nodes.filter((node) => node.chain === chain).length - found,
      startedMs: 0,
      endedMs: 0,
      total: noWork(),
    }
  })
  return {
    nodes,
    chains,
    self: nodes.length - 1,
    sessions: nodes.filter((node) => !node.missing).length,
    attempts: chains.length,
    total: noWork(),
    before: 0,
    scanning: false,
    ...given,
  }
}

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

export function aRow(given: Partial<Row> = {}): Row {
  return {
    index: 0,
    entry: 'k0',
    kind: 'prompt',
    role: 'user',
    text: 'Do it',
    tool: '',
    isError: false,
    atMs: 0,
    endMs: 0,
    turn: 0,
    gapMs: 0,
    target: '',
    body: 'Do it',
    bodyBytes: 5,
    args: '',
    argsBytes: 0,
    result: '',
    resultTail: '',
    resultBytes: 0,
    hasResult: false,
    diff: '',
    diffBytes: 0,
    images: [],
    notes: [],
    label: '',
    context: '',
    modelName: '',
    costUsd: 0,
    inputTokens: 0,
    outputTokens: 0,
    branches: 0,
    orphan: false,
    inherited: false,
    replaced: false,
    replacedMs: 0,
    main: true,
    provisional: false,
    waits: false,
    line: 2,
    ...given,
  }
}

export function aRows(given: Partial<RowsAnswer> = {}): RowsAnswer {
  return {
    revision: 1,
    leaf: 'leaf',
    total: 0,
    from: 0,
    at: -1,
    carried: '',
    carriedRows: 0,
    rows: [],
    turns: [],
    ...given,
  }
}

function noTotals(): Totals {
  return {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    costUsd: 0,
    toolCalls: 0,
    errors: 0,
    durationMs: 0,
    engagedMs: 0,
  }
}

export function anEntry(given: Partial<EntryAnswer> = {}): EntryAnswer {
  return {
    key: 'k0',
    kind: 'prompt',
    text: 'Do it',
    line: 2,
    atMs: 0,
    leaf: 'leaf',
    leaves: 1,
    last: given.key ?? 'k0',
    ends: [],
    upto: noTotals(),
    parent: '',
    child: '',
    previous: '',
    next: '',
    raw: '',
    rawBytes: 0,
    ...given,
  }
}

export function anOutcome(given: Partial<OutcomeAnswer> = {}): OutcomeAnswer {
  return {
    revision: 1,
    state: 'finished',
    reason: '',
    message: '',
    error: '',
    status: 0,
    leaf: 'leaf',
    headline: 'Finished',
    doing: '',
    stoppedAt: '',
    startedMs: 0,
    endedMs: 0,
    turns: 0,
    replies: 0,
    entries: 0,
    branches: 1,
    models: [],
    totals: noTotals(),
    fileTotals: noTotals(),
    files: [],
    filesTotal: 0,
    filesEdited: 0,
    evidence: [],
    tools: [],
    task: '',
    asked: '',
    counters: [],
    warnings: [],
    failed: [],
    next: '',
    ...given,
  }
}

export function aChangedRow(given: Partial<ChangedRow> = {}): ChangedRow {
  return {
    place: 0,
    path: 'src/a.go',
    from: '',
    action: 'edit',
    certainty: 'certain',
    command: '',
    added: 1,
    removed: 1,
    hunks: 1,
    doubts: 0,
    entry: 'k0',
    atMs: 0,
    leaf: '',
    branch: '',
    patchable: true,
    ...given,
  }
}

/** What a branch changed: these files of the project, counted as they are. */
export function aChanges(rows: ChangedRow[] = [], given: Partial<ChangesAnswer> = {}): ChangesAnswer {
  const sure = (certainty: string) =>
    rows.filter((row) => row.command === '' && row.certainty === certainty).length
  return {
    revision: 1,
    leaf: 'leaf',
    certain: sure('certain'),
    likely: sure('likely'),
    possible: sure('possible'),
    failed: sure('failed'),
    commands: rows.filter((row) => row.command !== '').length,
    undone: 0,
    outside: 0,
    elsewhere: 0,
    added: rows.reduce((n, row) => n + row.added, 0),
    removed: rows.reduce((n, row) => n + row.removed, 0),
    patchable: rows.filter((row) => row.patchable && row.command === '').length,
    notes: [],
    total: rows.length,
    from: 0,
    rows,
    ...given,
  }
}

export function aChange(given: Partial<ChangeAnswer> = {}): ChangeAnswer {
  return { revision: 1, whole: true, notes: [], parts: [], more: 0, steps: [], moreSteps: 0, ...given }
}

/** A line that would be written into a session. */
export function aPlan(given: Partial<PlanAnswer> = {}): PlanAnswer {
  return {
    plan: 'p1',
    generation: 1,
    path: '/srv/s.jsonl',
    creates: false,
    moves: [],
    now: '',
    says: 'One line is added.',
    agent: '',
    back: '',
    lines: [{ text: '{"type":"label"}', bytes: 16, cut: false, why: '' }],
    changed: 1,
    copied: 0,
    leftOut: [],
    warnings: [],
    same: '',
    refused: '',
    closed: false,
    offers: [],
    ...given,
  }
}

/** It was written. */
export function anAct(given: Partial<DoneAnswer> = {}): DoneAnswer {
  return {
    did: 'Labelled it',
    undo: 'u1',
    what: 'the label “good”',
    path: '/srv/s.jsonl',
    handle: '',
    gone: '',
    ...given,
  }
}

/** What an export would be. */
export function anExportPlan(given: Partial<ExportPlanAnswer> = {}): ExportPlanAnswer {
  return {
    generation: 1,
    path: '/srv/s-2.jsonl',
    download: 's-2.jsonl',
    format: 'pi',
    entries: 4,
    leftOut: [],
    notes: [],
    refused: '',
    ...given,
  }
}

/** A search that found nothing, or what is given. */
export function someSecrets(given: Partial<SecretsAnswer> = {}): SecretsAnswer {
  return {
    running: false,
    kinds: [],
    total: 0,
    places: 0,
    records: 4,
    more: 0,
    lost: [],
    from: 0,
    secrets: [],
    ...given,
  }
}

/** An export that was made. */
export function anExport(given: Partial<ExportedAnswer> = {}): ExportedAnswer {
  return {
    running: false,
    share: 1,
    cancelled: false,
    done: anAct({ did: 'Exported', path: '/srv/s-2.jsonl', handle: 'l2' }),
    changed: [],
    records: 0,
    masked: 0,
    places: 0,
    download: '',
    name: 's-2.jsonl',
    ...given,
  }
}
