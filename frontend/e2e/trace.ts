import type { Page } from 'playwright-core'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
}

interface Figures {
  frames: number
  scriptP50Ms: number
  scriptP99Ms: number
  longestTaskMs: number
}

/** What runs JavaScript on the main thread of a page. */
const script = new Set([
  'FunctionCall',
  'EvaluateScript',
  'FireAnimationFrame',
  'TimerFire',
  'EventDispatch',
  'RunMicrotasks',
])

/** Records what Chromium's main thread does while the given work is done. */
export async function record(page: Page, work: () => Promise<void>): Promise<Figures> {
  const cdp = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  cdp.on('Tracing.dataCollected', (chunk) => events.push(...(chunk.value as unknown as TraceEvent[])))
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'toplevel', 'disabled-by-default-devtools.timeline'],
    },
  })
  await work()
  const complete = new Promise((done) => cdp.once('Tracing.tracingComplete', done))
  await cdp.send('Tracing.end')
  await complete
  await cdp.detach()
  return figures(events)
}

function figures(events: TraceEvent[]): Figures {
  const main = mainThread(events)
  const mine = events.filter((e) => e.pid === main.pid && e.tid === main.tid).sort((a, b) => a.ts - b.ts)
  const begins = mine.filter((e) => e.name === 'Commit').map((e) => e.ts)
  const perFrameMs = new Array<number>(begins.length).fill(0)
  let frame = -1
  let end = 0
  for (const event of mine) {
    while (frame + 1 < begins.length && event.ts >= (begins[frame + 1] ?? 0)) frame++
    // What lies within another counts once.
    if (frame < 0 || event.ph !== 'X' || !script.has(event.name) || event.ts < end) continue
    end = event.ts + (event.dur ?? 0)
    perFrameMs[frame] = (perFrameMs[frame] ?? 0) + (event.dur ?? 0) / 1000
  }
  const sorted = perFrameMs.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  const tasks = mine.filter((e) => e.ph === 'X' && e.name === 'RunTask')
  const longestTaskMs = tasks.reduce((most, e) => Math.max(most, (e.dur ?? 0) / 1000), 0)
  return { frames: begins.length, scriptP50Ms: at(0.5), scriptP99Ms: at(0.99), longestTaskMs }
}

/** The page's main thread: of those named so, the one that made frames. */
function mainThread(events: TraceEvent[]): { pid: number; tid: number } {
  const counts = new Map<string, { pid: number; tid: number; n: number }>()
  for (const { name, pid, tid } of events) {
    if (name !== 'Commit') continue
    const of = counts.get(`${pid}/${tid}`) ?? { pid, tid, n: 0 }
    of.n++
    counts.set(`${pid}/${tid}`, of)
  }
  const [most] = [...counts.values()].sort((a, b) => b.n - a.n)
  if (most === undefined) throw new Error('the trace holds no frame')
  return most
}
