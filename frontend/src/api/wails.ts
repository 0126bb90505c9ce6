import * as App from '../../wailsjs/go/main/App'
import { ClipboardSetText, EventsOn, WindowSetTitle } from '../../wailsjs/runtime/runtime'
import type { Api, Body, Events } from './api'
import { ApiError, toApiError } from './errors'
import { blobUrl, bodyUrl, outlineUrl, recordUrl, rowsTextUrl, saidUrl } from './routes'

const timeoutMs = 30_000

/** Go over the generated bindings, in the window and in the browser alike. */
export function wailsApi(): Api {
  return {
    start: () => call(() => App.Start()),
    sessions: (q) => call(() => App.Sessions({ rescan: q.rescan ?? false, since: q.since })),
    open: (q) => call(() => App.Open(q)),
    // A dialog stays open for as long as the reader likes.
    choose: () => call(() => App.Choose(), 0),
    recent: () => call(() => App.Recent()),
    forgetRecent: (q) => call(() => App.ForgetRecent(q)),
    clearRecent: () => call(() => App.ClearRecent()),
    reveal: (q) => call(() => App.Reveal({ session: '', handle: '', ...q })),
    commandLine: (q) => call(() => App.CommandLine(q)),
    follow: (q) => call(() => App.Follow(q)),
    close: (q) => call(() => App.Close(q)),
    rows: (q) => call(() => App.Rows({ ...q, at: q.at ?? '' })),
    graph: (q) => call(() => App.Graph({ ...q, at: q.at ?? '' })),
    graphMove: (q) => call(() => App.GraphMove(q)),
    graphMap: (q) => call(() => App.GraphMap(q)),
    find: (q) => call(() => App.Find(q)),
    records: (q) => call(() => App.Records({ ...q, at: q.at ?? '' })),
    outcome: (q) => call(() => App.Outcome(q)),
    family: (q) => call(() => App.Family(q)),
    entry: (q) => call(() => App.Entry({ ...q, raw: q.raw ?? false })),
    context: (q) => call(() => App.Context(q)),
    contextLines: (q) => call(() => App.ContextLines({ ...q, base: q.base ?? '', left: q.left ?? -1 })),
    contextMessage: (q) => call(() => App.ContextMessage(q)),
    compare: (q) => call(() => App.Compare(q)),
    compareRows: (q) => call(() => App.CompareRows({ ...q, atA: q.atA ?? '', atB: q.atB ?? '' })),
    compareMarks: (q) => call(() => App.CompareMarks(q)),
    compareFiles: (q) => call(() => App.CompareFiles(q)),
    compareMarkdown: async (q) => (await call(() => App.CompareMarkdown(q))).text,
    leaves: (q) => call(() => App.Leaves(q)),
    changes: (q) => call(() => App.Changes(q)),
    change: (q) => call(() => App.Change(q)),
    changesPatch: (q) =>
      call(() => App.ChangesPatch({ ...q, one: q.place !== undefined, place: q.place ?? 0 })),
    label: (q) => call(() => App.Label(q)),
    rename: (q) => call(() => App.Rename(q)),
    branch: (q) => call(() => App.Branch(q)),
    draft: async (q) => (await call(() => App.Draft(q))).summary,
    fork: (q) => call(() => App.Fork(q), 0),
    trash: (q) => call(() => App.Trash({ session: '', handle: '', ...q })),
    notes: (q) => call(() => App.Notes(q)),
    note: (q) => call(() => App.Note(q)),
    clearNotes: () => call(() => App.ClearNotes()),
    // A large file takes as long as the disk does.
    apply: (q) => call(() => App.Apply(q), 0),
    undo: (q) => call(() => App.Undo(q), 0),
    exportPlan: (q) => call(() => App.ExportPlan(q)),
    exportSearch: (q) => call(() => App.ExportSearch(q)),
    exportSecrets: (q) => call(() => App.ExportSecrets(q)),
    // A dialog stays open for as long as the reader likes.
    export: (q) => call(() => App.Export(q), 0),
    exported: (q) => call(() => App.Exported(q)),
    cancelJob: (q) => call(() => App.CancelJob(q)),
    // A dialog stays open for as long as the reader likes.
    savePicture: (q) => call(() => App.SavePicture(q), 0),
    download: ({ url, name }) => {
      const link = document.createElement('a')
      link.href = url
      link.download = name
      link.click()
    },
    settings: () => call(() => App.Settings()),
    saveSettings: (settings) => call(() => App.SaveSettings(settings)),
    addFolder: () => call(() => App.AddFolder(), 0),
    removeFolder: (q) => call(() => App.RemoveFolder(q)),
    openLink: (url) => call(() => App.OpenLink(url)),
    ready: () => call(() => App.Ready()),
    copy: async (text) => {
      if (!(await call(() => ClipboardSetText(text))))
        throw new ApiError('internal', 'The clipboard took no text.')
    },
    title: (text) => WindowSetTitle(text),
    on<K extends keyof Events>(name: K, listener: (payload: Events[K]) => void) {
      // The runtime hands over what Go emitted: one payload of the type Events names.
      return EventsOn(name, (payload: Events[K]) => listener(payload))
    },
    blobUrl,
    bodyUrl,
    body: (q) => textAt(bodyUrl(q), q),
    record: (q) => textAt(recordUrl(q), q),
    rowsText: async (q) => (await get(rowsTextUrl(q))).text(),
    said: (q) => textAt(saidUrl(q), q),
    outline: async (q) => new Uint8Array(await (await get(outlineUrl(q))).arrayBuffer()),
  }
}

/** The whole text at an address, or pieces of it. */
async function textAt(url: string, q: { from?: number; pieces?: number }): Promise<Body> {
  const range = q.pieces === undefined ? '' : `?from=${q.from ?? 0}&pieces=${q.pieces}`
  const response = await get(url + range)
  const text = await response.text()
  return {
    text,
    numbers: (response.headers.get('X-Numbers') ?? '').split(',').filter(Boolean).map(Number),
    totalPieces: Number(response.headers.get('X-Pieces') ?? 0),
    totalLines: Number(response.headers.get('X-Lines') ?? 0),
    totalBytes: Number(response.headers.get('X-Bytes') ?? text.length),
  }
}

/** Settles a bound call: errors are typed, and a promise Go never settles ends after 30 seconds. */
async function call<T>(ask: () => Promise<T>, limitMs = timeoutMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    if (limitMs === 0) return
    timer = setTimeout(() => reject(new ApiError('timeout', 'No answer within 30 seconds.')), limitMs)
  })
  try {
    return await Promise.race([ask(), late])
  } catch (cause) {
    throw toApiError(cause)
  } finally {
    clearTimeout(timer)
  }
}

async function get(url: string): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'TimeoutError') {
      throw new ApiError('timeout', 'No answer within 30 seconds.')
    }
    throw toApiError(cause)
  }
  if (response.ok) return response
  const text = await response.text()
  if (text.startsWith('{')) throw toApiError(text)
  const kind = response.status === 404 ? 'notFound' : response.status === 410 ? 'gone' : 'internal'
  throw new ApiError(kind, text.trim() || `The answer was ${response.status}.`)
}
