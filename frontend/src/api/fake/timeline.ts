import type { EntryAnswer, OutcomeAnswer, Row, RowsAnswer, Totals } from '../types'

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

export function anEntry(given: Partial<EntryAnswer> = {}): EntryAnswer {
  return {
    revision: 1,
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

export function noTotals(): Totals {
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
