// Writes a pi session as pi would: the same members in the same order, with times, usage and costs that add up.
import { createHash } from 'node:crypto'
import { diffLines, structuredPatch, formatPatch } from '../../frontend/node_modules/diff/libesm/index.js'

/** US dollars for a million tokens: input, output, cache read, cache write. */
const prices = {
  'claude-sonnet-4-5': [3, 15, 0.3, 3.75],
  'claude-opus-4-5': [5, 25, 0.5, 6.25],
}
/** Tokens of the system prompt and the tools, which a session file need not hold. */
const promptTokens = 6200
/** A sample shows short results; the session it stands for had longer ones. */
const tokensPerCharacter = 6

export class PiSession {
  /** @param {{ id: string, cwd: string, at: string, parentSession?: string }} start */
  constructor(start) {
    this.cwd = start.cwd
    this.clock = Date.parse(start.at)
    this.seed = start.id
    this.made = 0
    this.leaf = null
    this.files = {}
    this.entries = []
    /** What stood at each entry, for going back to it: the files and the tokens in context. */
    this.states = new Map()
    this.context = promptTokens
    this.cached = 0
    this.header = {
      type: 'session',
      version: 3,
      id: start.id,
      timestamp: iso(this.clock),
      cwd: start.cwd,
      parentSession: start.parentSession,
    }
  }

  lines() {
    return [this.header, ...this.entries].map((record) => JSON.stringify(record) + '\n').join('')
  }

  wait(seconds) {
    this.clock += Math.round(seconds * 1000)
    return this
  }

  append(type, rest) {
    const entry = { type, id: this.newId(), parentId: this.leaf, timestamp: iso(this.clock), ...rest }
    this.entries.push(entry)
    this.leaf = entry.id
    this.states.set(entry.id, { files: { ...this.files }, context: this.context })
    return entry.id
  }

  newId() {
    return digest(`${this.seed}/${this.made++}`).slice(0, 8)
  }

  model(modelId) {
    this.modelId = modelId
    this.wait(0.004)
    return this.append('model_change', { provider: 'anthropic', modelId })
  }

  thinkingLevel(thinkingLevel) {
    return this.append('thinking_level_change', { thinkingLevel })
  }

  name(name) {
    return this.append('session_info', { name })
  }

  label(targetId, label) {
    this.wait(4)
    return this.append('label', { targetId, label })
  }

  prompt(text, images = []) {
    this.context += tokens(text) + images.length * 1100
    const content = [{ type: 'text', text }, ...images.map(picture)]
    return this.append('message', { message: { role: 'user', content, timestamp: this.clock } })
  }

  /** A shell command of the user's own (`!command`). */
  shell(command, output, exitCode = 0) {
    this.wait(3)
    this.context += tokens(output)
    const message = {
      role: 'bashExecution',
      command,
      output,
      exitCode,
      cancelled: false,
      truncated: false,
      timestamp: this.clock,
    }
    return this.append('message', { message })
  }

  /** One answer of the model and the results of its calls; answers the id of the model's message. */
  reply({ think, text, calls = [], stop, error, seconds = 6 }) {
    const asked = this.clock
    this.wait(seconds)
    const content = []
    if (think) content.push({ type: 'thinking', thinking: think, thinkingSignature: signature(think) })
    if (text) content.push({ type: 'text', text })
    const wanted = calls.map((call) => ({ call, id: `toolu_01${digest(`${this.seed}/call/${this.made}/${call.name}`).slice(0, 22)}` }))
    for (const { call, id } of wanted) content.push({ type: 'toolCall', id, name: call.name, arguments: call.args })
    const message = {
      role: 'assistant',
      content,
      api: 'anthropic-messages',
      provider: 'anthropic',
      model: this.modelId,
      usage: this.usage(content, error),
      stopReason: stop ?? (calls.length > 0 ? 'toolUse' : 'stop'),
      timestamp: asked,
    }
    if (error) message.errorMessage = error
    const replied = this.append('message', { message })
    for (const { call, id } of wanted) this.result(call, id)
    return replied
  }

  usage(content, failed) {
    const output = failed ? 0 : Math.max(12, Math.round(JSON.stringify(content).length / 3.4))
    const input = failed ? 0 : 4 + (output % 7)
    const cacheRead = failed ? 0 : this.cached
    const cacheWrite = failed ? 0 : Math.max(0, this.context - this.cached)
    if (!failed) {
      this.cached = this.context
      this.context += output
    }
    const [i, o, r, w] = prices[this.modelId].map((price) => price / 1e6)
    const cost = { input: usd(input * i), output: usd(output * o), cacheRead: usd(cacheRead * r), cacheWrite: usd(cacheWrite * w) }
    return {
      input,
      output,
      cacheRead,
      cacheWrite,
      totalTokens: input + output + cacheRead + cacheWrite,
      cost: { ...cost, total: usd(cost.input + cost.output + cost.cacheRead + cost.cacheWrite) },
    }
  }

  result(call, toolCallId) {
    const durationMs = call.ms ?? 14 + (call.name.length * 7) % 23
    this.wait(durationMs / 1000)
    const done = call.run ? call.run(this) : call
    const content = [{ type: 'text', text: done.output }, ...(done.images ?? []).map(picture)]
    this.context += tokens(done.output) + (done.images ?? []).length * 1100
    const message = { role: 'toolResult', toolCallId, toolName: call.name, content }
    if (done.details) message.details = done.details
    this.append('message', { message: { ...message, isError: done.isError ?? false, durationMs, timestamp: this.clock } })
  }

  compact(firstKeptEntryId, summary, details) {
    this.wait(21)
    const tokensBefore = this.context
    this.context = promptTokens + tokens(summary) + 2400
    this.cached = 0
    return this.append('compaction', { summary, firstKeptEntryId, tokensBefore, details, fromHook: false })
  }

  /** Goes back to an entry, as /tree does; the files are as they were there. */
  back(id) {
    this.leaf = id
    const { files, context } = this.states.get(id)
    this.files = { ...files }
    this.context = context
    this.cached = promptTokens
  }

  branchSummary(id, summary, details) {
    const fromId = this.leaf
    this.back(id)
    this.wait(9)
    this.context += tokens(summary)
    return this.append('branch_summary', { fromId, summary, details, fromHook: false })
  }

  path(leaf = this.leaf) {
    const byId = new Map(this.entries.map((entry) => [entry.id, entry]))
    const path = []
    for (let entry = byId.get(leaf); entry; entry = byId.get(entry.parentId)) path.unshift(entry)
    return path
  }

  /** Continues one branch in a session of its own: the path without its labels, then the labels again. */
  branchedSession(start) {
    const next = new PiSession({ ...start, cwd: this.cwd })
    Object.assign(next, { modelId: this.modelId, files: { ...this.files }, context: this.context })
    const labels = new Map(
      this.entries.filter((entry) => entry.type === 'label').map((entry) => [entry.targetId, entry]),
    )
    for (const entry of this.path().filter((entry) => entry.type !== 'label')) {
      next.entries.push({ ...entry, parentId: next.leaf })
      next.leaf = entry.id
    }
    const kept = new Set(next.entries.map((entry) => entry.id))
    for (const { targetId, label, timestamp } of labels.values()) {
      if (!kept.has(targetId)) continue
      const entry = { type: 'label', id: next.newId(), parentId: next.leaf, timestamp, targetId, label }
      next.entries.push(entry)
      next.leaf = entry.id
    }
    return next
  }
}

export const read = (path, output, more = {}) => ({ name: 'read', args: { path, ...more.range }, output, ...more })

/** Reads a file of the session as it stands then. */
export const readFile = (path) => ({
  name: 'read',
  args: { path },
  run: (session) => ({ output: session.files[path] }),
})

export const bash = (command, output, { code = 0, ms = 900, timeout } = {}) => ({
  name: 'bash',
  args: timeout ? { command, timeout } : { command },
  ms,
  output: code === 0 ? output : `${output}\n\nCommand exited with code ${code}`,
  isError: code !== 0,
})

export const write = (path, content) => ({
  name: 'write',
  args: { path, content },
  run: (session) => {
    session.files[path] = content
    return { output: `Successfully wrote to ${path}` }
  },
})

export const edit = (path, ...replacements) => ({
  name: 'edit',
  args: { path, edits: replacements.map(([oldText, newText]) => ({ oldText, newText })) },
  ms: 31,
  run: (session) => {
    const before = session.files[path] ?? ''
    let after = before
    for (const [oldText, newText] of replacements) {
      if (!after.includes(oldText)) {
        const output = `Could not find the exact text in ${path}. The old text must match exactly including all whitespace and newlines.`
        return { output, isError: true }
      }
      after = after.replace(oldText, () => newText)
    }
    session.files[path] = after
    const { diff, firstChangedLine } = displayDiff(before, after)
    const patch = formatPatch(structuredPatch(path, path, before, after, undefined, undefined, { context: 4 }))
    const output = `Successfully replaced ${replacements.length} block(s) in ${path}.`
    return { output, details: { diff, patch: patch.replace(/^=+\n/, ''), firstChangedLine } }
  },
})

/** Numbered lines with their sign, four lines of context around each change. */
function displayDiff(before, after, context = 4) {
  const width = String(Math.max(before.split('\n').length, after.split('\n').length)).length
  const output = []
  let oldLine = 1
  let newLine = 1
  let firstChangedLine
  const parts = diffLines(before, after)
  parts.forEach((part, index) => {
    const lines = part.value.replace(/\n$/, '').split('\n')
    if (part.added || part.removed) {
      firstChangedLine ??= newLine
      for (const line of lines) output.push(`${part.added ? '+' : '-'}${String(part.added ? newLine++ : oldLine++).padStart(width)} ${line}`)
      return
    }
    const head = index > 0 ? context : 0
    const tail = index < parts.length - 1 ? context : 0
    lines.forEach((line, at) => {
      if (at < head || at >= lines.length - tail) output.push(` ${String(oldLine).padStart(width)} ${line}`)
      else if (at === head) output.push(` ${' '.repeat(width)} ...`)
      oldLine++
      newLine++
    })
  })
  return { diff: output.join('\n'), firstChangedLine }
}

const picture = (data) => ({ type: 'image', data: data.toString('base64'), mimeType: 'image/png' })
const digest = (text) => createHash('sha256').update(text).digest('hex')
const signature = (text) => createHash('sha512').update(text).digest('base64')
const iso = (ms) => new Date(ms).toISOString()
const tokens = (text) => Math.round(text.length * tokensPerCharacter)
const usd = (value) => Number(value.toFixed(6))
