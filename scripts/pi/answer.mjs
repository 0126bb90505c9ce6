// Asks pi's own SessionManager: one JSON request a line on standard input, one JSON answer a line on standard output.
// usage: answer.mjs PI, the folder of the package. pi completes, repairs and migrates the files it opens: give it copies.
import crypto from 'node:crypto'
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { createInterface } from 'node:readline'
import { facts } from './facts.mjs'

// The clock and the entry ids are set by the one who asks, so that pi writes the same bytes again.
const RealDate = Date
const randomUUID = crypto.randomUUID
let now = null
let nextId = null
globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 && now !== null ? [now] : args))
  }
  static now() {
    return now ?? RealDate.now()
  }
}
crypto.randomUUID = () =>
  nextId === null ? randomUUID() : (nextId++).toString(16).padStart(8, '0') + '-0000-4000-8000-000000000000'
syncBuiltinESMExports()

const pi = await import(`${process.argv[2]}/dist/core/session-manager.js`)
const { estimateTokens } = await import(`${process.argv[2]}/dist/core/compaction/compaction.js`)
const { collectEntriesForBranchSummary, prepareBranchEntries } = await import(
  `${process.argv[2]}/dist/core/compaction/branch-summarization.js`
)
const { computeFileLists } = await import(`${process.argv[2]}/dist/core/compaction/utils.js`)
const { SessionManager } = pi
let session

const answers = {
  facts: ({ path, shallow }) => facts(pi, path, shallow),
  /** How large the messages of the context at each entry are taken to be, null where pi cannot say. */
  tokens({ path }) {
    const all = SessionManager.open(path).getEntries()
    return all.map(({ id }) => pi.buildSessionContext(all, id).messages.map(estimated))
  },
  list: ({ dir }) => SessionManager.listAll(dir),
  load: ({ path }) => pi.loadEntriesFromFile(path).map(written),
  parse: ({ path }) => pi.parseSessionEntries(readFileSync(path, 'utf8')).map(written),
  migrate({ path }) {
    const values = pi.parseSessionEntries(readFileSync(path, 'utf8'))
    pi.migrateSessionEntries(values)
    return values.map(written)
  },
  create({ cwd, dir, id }) {
    session = SessionManager.create(cwd, dir, { id })
    return state()
  },
  memory({ cwd, id }) {
    session = SessionManager.inMemory(cwd, { id })
    return state()
  },
  open({ path, dir }) {
    session = SessionManager.open(path, dir)
    return state()
  },
  fork({ path, cwd, dir, id }) {
    session = SessionManager.forkFrom(path, cwd, dir, { id })
    return state()
  },
  /** The records of the session that a branch becomes, whether or not it gets a file. */
  branched({ path, leaf }) {
    const own = SessionManager.open(path)
    own.createBranchedSession(leaf)
    return [own.getHeader(), ...own.getEntries()].map(written)
  },
  /** The records of the fork of a session. */
  forked({ path, cwd, dir }) {
    const own = SessionManager.forkFrom(path, cwd, dir)
    return [own.getHeader(), ...own.getEntries()].map(written)
  },
  /** What pi records of the files on the branch that is left for an entry, null for the start. */
  left({ path, target }) {
    const own = SessionManager.open(path)
    const { entries } = collectEntriesForBranchSummary(own, own.getLeafId(), target)
    return computeFileLists(prepareBranchEntries(entries).fileOps)
  },
  call({ method, args }) {
    session[method](...args.map((arg) => (arg?.undefined === true ? undefined : arg)))
    return state()
  },
  /** Appends entries one after another, as fast as it can. */
  append({ path, count, text }) {
    const writer = SessionManager.open(path)
    const ids = []
    for (let i = 0; i < count; i++) {
      ids.push(
        writer.appendMessage({
          role: 'user',
          content: `${text} ${i}`,
          timestamp: 1,
        }),
      )
    }
    return ids
  },
}

function estimated(message) {
  try {
    return estimateTokens(message)
  } catch {
    return null // content that is none
  }
}

const written = (value) => JSON.stringify(value)

const state = () => ({
  leaf: session.getLeafId() ?? null,
  id: session.getSessionId(),
  file: session.getSessionFile() ?? '',
  name: session.getSessionName() ?? '',
  count: session.getEntryCount(),
  context: JSON.stringify(session.buildSessionContext()),
})

for await (const line of createInterface({
  input: process.stdin,
  crlfDelay: Infinity,
})) {
  const request = JSON.parse(line)
  now = request.now ?? null
  nextId = request.nextId ?? null
  let answer
  try {
    answer = { ok: (await answers[request.do](request)) ?? null }
  } catch (error) {
    answer = { error: error.message, kind: error.name }
  }
  process.stdout.write(JSON.stringify(answer) + '\n')
}
