import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { GrowingSession } from './growing'
import { GrowingRun } from './growingRun'
import { sample } from './places'
import { WrittenSession } from './written'

/** The samples by the folder a pi session of it lies in; run logs lie in one folder of their own. */
const runs = [
  'uploads-1-interrupted',
  'uploads-2-out-of-time',
  'uploads-3-stuck',
  'uploads-4-cancelled',
  'uploads-5-finished',
  'search-index-failed-at-provider',
  'phone-notes-failed',
]
const sessions = ['faster-thumbnails', 'faster-thumbnails-behind-a-flag']

/** A home of somebody who let agents work, and sessions beside it to open. */
export class Staged {
  readonly folder = mkdtempSync(join(tmpdir(), 'branchline-staged-'))
  readonly home = join(this.folder, 'home')
  /** The session of the last file that grows. */
  agent = new GrowingSession()
  readonly #sessions = join(this.home, '.pi/agent/sessions/--home-ada-src-thumbd--')
  readonly #runs = join(this.home, '.local/state/zot/sessions')

  constructor() {
    for (const name of sessions) this.#put(name, this.#sessions)
    for (const name of runs) this.#put(name, this.#runs)
  }

  /** The path of a sample in this home. */
  of(name: string): string {
    return join(runs.includes(name) ? this.#runs : this.#sessions, `${name}.jsonl`)
  }

  #put(name: string, folder: string) {
    const text = readFileSync(sample(name), 'utf8').replaceAll('{{SAMPLES}}', folder)
    mkdirSync(folder, { recursive: true })
    writeFileSync(this.of(name), text)
    // A file of this minute would pass for a run that goes on.
    const last = new Date([...text.matchAll(/"(20\d\d-[\d-]+T[\d:.]+Z)"/g)].at(-1)?.[1] ?? 0)
    utimesSync(this.of(name), last, last)
  }

  /** A file with this content, of long ago. */
  file(name: string, content: string): string {
    const path = join(this.folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    utimesSync(path, 1_790_000_000, 1_790_000_000)
    return path
  }

  /** Puts another file in the place of a sample, with the same first half. */
  rewritten(name: string) {
    const lines = readFileSync(this.of(name), 'utf8').split('\n')
    rmSync(this.of(name))
    writeFileSync(this.of(name), `${lines.slice(0, Math.ceil(lines.length / 2)).join('\n')}\n`)
  }

  written(name: string, session: WrittenSession): string {
    return this.file(name, `${session.lines.join('\n')}\n`)
  }

  /** A file that an agent goes on writing. */
  growing(name: string, session: GrowingSession): string {
    this.agent = session
    return session.write(this.folder, name)
  }

  remove() {
    rmSync(this.folder, { recursive: true })
  }
}

/** One plan of many turns, with a branch of three turns at every fifth. */
export function bushy(turns = 100): WrittenSession {
  const session = new WrittenSession({ id: 'e2e00000-0000-4000-8000-00000000b001' })
  for (let n = 1; n <= turns; n++) {
    session.prompt(`Plan number ${n}.`)
    session.call('bash', { command: `make part${n}` }, n % 7 === 0 ? 'no rule' : 'ok', n % 7 === 0)
    const end = session.reply(`Part ${n} is made.`)
    if (n % 5 !== 0) continue
    for (let way = 1; way <= 3; way++) {
      if (way === 1) session.prompt(`Another way ${n}.`, end)
      else session.prompt(`Another way ${n}, step ${way}.`)
      session.reply(`Tried way ${n}, step ${way}.`)
    }
    session.leaf = end
  }
  session.reply('All parts are made.')
  return session
}

/** So many answers to one question, each of which was told to go on; the last but one failed. */
export function fan(ways: number): WrittenSession {
  const session = new WrittenSession({ id: 'e2e00000-0000-4000-8000-00000000b008' })
  const question = session.prompt('Which way is shorter?')
  for (let way = 1; way <= ways; way++) {
    session.message(
      { role: 'assistant', content: [{ type: 'text', text: `Way ${way}.` }], stopReason: 'stop' },
      question,
    )
    session.prompt(`Go way ${way}.`)
    session.call('bash', { command: `walk ${way}` }, way === ways - 1 ? 'a wall' : 'ok', way === ways - 1)
  }
  return session
}

/** A conversation with a compaction, an edit of each sort and a command kept from the model. */
export function ferry(): WrittenSession {
  const session = new WrittenSession({ id: 'e2e00000-0000-4000-8000-00000000b002' })
  return sail(session, 'Is the last quay named?')
}

/** Writes that conversation into a session; last is its last prompt. */
export function sail<S extends WrittenSession>(session: S, last: string): S {
  session.entry('model_change', { provider: 'acme', modelId: 'acme-large' })
  session.message({
    role: 'system',
    content: 'You sail **ferries**.',
    sections: { rules: 'Do not touch the API.' },
    toolsAdded: [{ name: 'bash' }, { name: 'read' }],
  })
  session.prompt('Plan the winter timetable. Do not touch the API.')
  session.call('read', { path: 'table.csv' }, 'quay,hour\nnorth,8')
  const forty = session.reply('Forty sailings leave from the north quay.')
  session.prompt('Draw a map of the quays.')
  session.reply('There is no map.')
  const kept = session.prompt('Move ten sailings to the south quay.', forty)
  session.reply('The south quay is nearer to the station.')
  session.entry('compaction', {
    summary: '## Timetable\nForty sailings, ten of them to move.',
    firstKeptEntryId: kept,
    tokensBefore: 4200,
  })
  const secret = session.prompt('The code of the gate is 4711.')
  session.entry('context_edit', { targetId: secret, replacement: { content: 'There is a gate.' } })
  session.entry('context_edit', { targetId: kept, replacement: null })
  session.message({
    role: 'bashExecution',
    command: 'cat gate.txt',
    output: '4711',
    excludeFromContext: true,
  })
  session.prompt(last)
  session.reply('Read to the **last** line.')
  return session
}

/** A file whose lines are damaged in every way that is told of one by one. */
export function damaged(): string {
  const session = new WrittenSession({ id: 'e2e00000-0000-4000-8000-00000000b003' })
  session.prompt('Weigh the pumpkins.')
  session.reply('The largest has 41 kg.')
  session.line('{"type":"message","id":"cut0')
  session.prompt('And the smallest?')
  session.line('not a record at all')
  session.reply('It has 2 kg.')
  session.line({
    type: 'message',
    id: 'lost0001',
    parentId: 'gone0001',
    message: { role: 'user', content: 'An island.' },
  })
  return `${session.lines.join('\n')}\n`
}

/** Two drafts from one plan: the second came back from the first with a summary. */
export function drafts(): WrittenSession {
  const session = new WrittenSession({ id: 'e2e00000-0000-4000-8000-00000000b004' })
  session.prompt('Write a poem')
  const plan = session.reply('Draft one: grey wind')
  session.prompt('Make it about rain')
  const rain = session.reply('Rain draft')
  session.entry('branch_summary', { fromId: rain, summary: 'Tried rain; set aside.' }, plan)
  session.prompt('Make it about snow')
  session.reply('Snow draft')
  return session
}

/** A prompt and a call of each tool that reads and has a card of its own. */
export function lookAround(session: WrittenSession) {
  session.prompt('Look around.')
  session.call(
    'read',
    { path: 'src/pears.ts', offset: 40, limit: 3 },
    'const pears = 1\n\nconst figs = 2\n\n[12 more lines in file. Use offset=43 to continue.]',
  )
  session.call(
    'grep',
    { pattern: 'pears', path: 'src', ignoreCase: true, context: 1 },
    'src/pears.ts:40: const pears = 1\nsrc/pears.ts-41- \n--\nsrc/basket.ts:7: import pears',
  )
  session.call('find', { pattern: '*.ts' }, 'src/pears.ts\nsrc/basket.ts')
  session.call('ls', { path: 'src' }, 'old/\nbasket.ts\npears.ts')
}

/** A call of each tool that has a card of its own, and of one that has none. */
export function cards(): WrittenSession {
  const session = new WrittenSession({ id: 'e2e00000-0000-4000-8000-00000000b005' })
  lookAround(session)
  session.call('weigh', { basket: { pears: 3 } }, '{"grams":{"pears":540}}')
  session.reply('Seen.')
  return session
}

/** A call that wrote 30,000 lines. */
export function apples(): WrittenSession {
  const session = new WrittenSession({ id: 'e2e00000-0000-4000-8000-00000000b006' })
  session.prompt('Count the apples of every tree.')
  const trees = Array.from({ length: 30_000 }, (_, i) => `tree ${i + 1}: ${(i * 7) % 90} apples`)
  session.call('bash', { command: 'count-apples --all' }, trees.join('\n'))
  session.reply('There are too many to say.')
  return session
}

/** So many turns of one reply each. */
export function talk(turns: number): GrowingSession {
  const session = new GrowingSession({ id: 'e2e00000-0000-4000-8000-00000000b007' })
  for (let n = 1; n <= turns; n++) {
    session.prompt(`Question ${n}.`)
    session.reply(`Answer ${n}. ${'It has some words. '.repeat(n % 9)}`)
  }
  return session
}

/** A run of 300 rounds, of which every seventh failed. */
export function longRun(folder: string): GrowingRun {
  const run = new GrowingRun(folder, '20260301-090000')
  for (let n = 1; n <= 300; n++) run.wholeRound(n, n % 7 === 0)
  run.result()
  return run
}
