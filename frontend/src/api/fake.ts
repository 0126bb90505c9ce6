import type { Api, Events } from './api'
import { ApiError } from './errors'
import { aChanges, aChange } from './fake/changes'
import { aComparison } from './fake/compare'
import { aContext, contextLines } from './fake/context'
import { aPlan, anAct } from './fake/edit'
import { anExportPlan, someSecrets, anExport } from './fake/export'
import { aGraph, aMap } from './fake/graph'
import { someSettings, aStart, aList, aFamily } from './fake/sessions'
import { aRows, anEntry, anOutcome } from './fake/timeline'
import { blobUrl, bodyUrl } from './routes'

export * from './fake/changes'
export * from './fake/compare'
export * from './fake/context'
export * from './fake/edit'
export * from './fake/export'
export * from './fake/graph'
export * from './fake/sessions'
export * from './fake/timeline'

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
    savePicture: () => Promise.resolve({ name: '', path: '', download: '' }),
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
