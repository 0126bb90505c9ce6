import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Fields = Record<string, unknown>

/** A run log that an agent goes on writing. */
export class GrowingRun {
  readonly path: string
  #seconds = 0

  constructor(
    folder: string,
    readonly id: string,
    meta: Fields = {},
  ) {
    this.path = join(folder, `${id}.jsonl`)
    writeFileSync(this.path, '')
    this.record('meta', {
      id,
      task: 'Make uploads retry',
      model: 'm',
      provider: 'p',
      driver: 'd',
      workdir: '/srv/up',
      ...meta,
    })
    this.message('user', 'Go.')
  }

  record(kind: string, fields: Fields) {
    const at = new Date(Date.UTC(2026, 2, 1, 9, 0, this.#seconds++)).toISOString()
    this.bytes(`${JSON.stringify({ kind, at, [kind]: fields })}\n`)
  }

  bytes(text: string) {
    appendFileSync(this.path, text)
  }

  event(kind: string, fields: Fields = {}) {
    this.record('event', { kind, ...fields })
  }

  message(type: string, text: string, fields: Fields = {}) {
    this.record('message', { type, text, ...fields })
  }

  /** What is written while a round goes on. */
  round(n: number) {
    this.event('iteration', { iteration: n })
    this.event('message', { text: `Thought ${n}.` })
    this.event('message', { text: `Speech ${n}.` })
    this.event('toolCallStart', { tool: 'shell', text: `{"command":"check ${n}"}` })
    this.event('toolCallEnd', { tool: 'shell' })
  }

  /** The messages of a round, which are written when it is over. */
  *messages(n: number, failed = false) {
    const output = failed ? `Nothing of ${n}.\n[exit: 1]` : `Output ${n}.`
    const call = { id: `c${n}`, name: 'shell', arguments: `{"command":"check ${n}"}` }
    yield () => this.message('reasoning', `Thought ${n}.`)
    yield () => this.message('bot', `Speech ${n}.`)
    yield () => this.message('activity', '', { activity: { kind: 'request', ...call } })
    yield () => this.message('activity', output, { activity: { kind: 'response', ...call, result: output } })
  }

  wholeRound(n: number, failed: boolean) {
    this.round(n)
    for (const write of this.messages(n, failed)) write()
  }

  result() {
    this.record('result', {
      reason: 'settled',
      message: 'Done.',
      code: 0,
      iterations: 2,
      calls: 2,
      continuations: 0,
      cycles: 0,
      settles: 0,
    })
  }
}
