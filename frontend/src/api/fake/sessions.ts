import type {
  FamilyAnswer,
  FamilyNode,
  FollowAnswer,
  ListedSession,
  SessionAnswer,
  SessionsAnswer,
  SettingsAnswer,
  StartAnswer,
  Work,
} from '../types'

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
