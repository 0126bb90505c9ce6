// Writes the log of an autonomous run: one record a line, events as they happen, messages at the end of each round.
export class RunLog {
  /** @param {{ id: string, task: string, workdir: string, resumedFrom?: string }} meta */
  constructor({ id, task, workdir, resumedFrom }) {
    this.clock = startOf(id)
    this.records = []
    this.messages = []
    this.rounds = 0
    this.calls = 0
    this.input = 0
    this.output = 0
    const connection = { model: 'claude-sonnet-4-5', provider: 'work', driver: 'anthropic' }
    this.record('meta', { id, task, ...connection, workdir, resumedFrom })
  }

  lines() {
    return this.records.join('')
  }

  wait(seconds) {
    this.clock += seconds
    return this
  }

  record(kind, payload) {
    this.clock += 0.0021
    const at = new Date(Math.floor(this.clock * 1000)).toISOString().replace(/\.?0*Z$/, 'Z')
    const line = JSON.stringify({ kind, at, [kind]: payload })
    // The writer escapes what HTML would take for markup.
    this.records.push(line.replace(/[<>&]/g, (c) => '\\u00' + c.charCodeAt(0).toString(16)) + '\n')
  }

  event(kind, fields = {}) {
    this.record('event', { kind, ...fields })
  }

  message(type, text, activity) {
    const message = activity ? { type, text, activity } : { type, text }
    this.messages.push(message)
    this.record('message', message)
  }

  /** A resumed run first records the messages of the run before it. */
  inherit(messages) {
    for (const { type, text, activity } of messages) this.message(type, text, activity)
    return this
  }

  /** One answer of the model with its calls; with `killed` the run ends in the middle of the last call. */
  round({ think, say, calls = [], seconds = 8, input = 900, killed = false, retry }) {
    this.event('iteration', { iteration: ++this.rounds })
    if (retry) {
      this.wait(4)
      this.event('retry', { text: retry })
      this.wait(2)
      this.event('iteration', { iteration: this.rounds })
    }
    this.wait(seconds)
    this.input += input + this.rounds * 640
    this.output += Math.round(JSON.stringify({ think, say, calls: calls.map((call) => call.args) }).length / 3.6)
    if (think) this.event('message', { text: think })
    if (say) this.event('message', { text: say })
    this.event('usage', { text: `input ${this.input} output ${this.output}` })
    for (const [at, call] of calls.entries()) {
      this.calls++
      this.event('toolCallStart', { tool: call.tool, text: JSON.stringify(call.args) })
      if (killed && at === calls.length - 1) return this
      this.wait(call.seconds ?? 0.1)
      if (call.failure) this.event('toolCallError', { tool: call.tool, text: call.failure })
      else this.event('toolCallEnd', { tool: call.tool })
    }
    if (think) this.message('reasoning', think)
    if (say) this.message('bot', say)
    for (const [at, call] of calls.entries()) this.activity(call, `call_${this.rounds}_${at + 1}`)
    return this
  }

  activity({ tool, args, output, failure }, id) {
    const asked = { id, name: tool, arguments: JSON.stringify(args) }
    const answer = failure ? { failure } : { result: output }
    const text = failure ? JSON.stringify({ error: failure }) : output
    this.message('activity', '', { kind: 'request', ...asked })
    this.message('activity', text, { kind: 'response', ...asked, ...answer })
  }

  /** A warning of the engine itself, which stands in the conversation as a user's. */
  nudge(text) {
    this.message('user', `!NB: ${text}`)
    return this
  }

  result({ reason, message, error, failure, code, continuations = 0, cycles = 0 }) {
    const counters = { iterations: this.rounds, calls: this.calls, continuations, cycles, settles: 0 }
    this.record('result', { reason, message, error, failure, code, ...counters })
    return this
  }
}

/** The id of a run is its start in UTC: 20261119-021500. */
function startOf(id) {
  const [, y, mo, d, h, mi, s] = id.match(/^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)$/).map(Number)
  return Date.UTC(y, mo - 1, d, h, mi, s) / 1000 + 0.25
}
