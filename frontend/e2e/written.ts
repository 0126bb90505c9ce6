import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Fields = Record<string, unknown>

const usage = {
  input: 1200,
  output: 80,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 1280,
  cost: { input: 0.004, output: 0.001, cacheRead: 0, cacheWrite: 0, total: 0.005 },
}

/** A pi session as an agent would write it: every entry hangs under the one before unless told otherwise. */
export class WrittenSession {
  readonly lines: string[] = []
  leaf: string | null = null
  #seconds = 0

  constructor(header: Fields = {}) {
    this.line({
      type: 'session',
      version: 3,
      id: 'e2e00000-0000-4000-8000-000000000001',
      timestamp: this.#time(),
      cwd: '/home/mira/src/orchard',
      ...header,
    })
  }

  /** Nothing happens for so many seconds. */
  idle(seconds: number) {
    this.#seconds += seconds
  }

  #time(): string {
    return new Date(Date.UTC(2026, 9, 5, 8, 0, this.#seconds)).toISOString()
  }

  /** A line of its own, of any kind. */
  line(record: unknown) {
    this.lines.push(typeof record === 'string' ? record : JSON.stringify(record))
  }

  entry(type: string, fields: Fields, parent: string | null = this.leaf): string {
    const id = (0x10000000 + this.lines.length).toString(16)
    this.#seconds += 7
    this.line({ type, id, parentId: parent, timestamp: this.#time(), ...fields })
    this.leaf = id
    return id
  }

  message(message: Fields, parent?: string | null): string {
    return this.entry('message', { message }, parent)
  }

  prompt(content: unknown, parent?: string | null): string {
    return this.message({ role: 'user', content }, parent)
  }

  reply(content: unknown, fields: Fields = {}): string {
    return this.message({
      role: 'assistant',
      content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
      provider: 'acme',
      model: 'acme-large',
      stopReason: 'stop',
      usage,
      ...fields,
    })
  }

  /** A call with its result. */
  call(name: string, args: unknown, result: unknown, isError = false): string {
    const id = `call_${this.lines.length}`
    this.reply([{ type: 'toolCall', id, name, arguments: args }], { stopReason: 'toolUse' })
    const content = typeof result === 'string' ? [{ type: 'text', text: result }] : result
    return this.message({ role: 'toolResult', toolCallId: id, toolName: name, content, isError })
  }

  /** Records the change of the call before, as a tool that edits does. */
  changed(diff: string) {
    const record = JSON.parse(this.lines.at(-1) ?? '') as { message: Fields }
    record.message['details'] = { diff }
    this.lines[this.lines.length - 1] = JSON.stringify(record)
  }

  write(folder: string, name: string): string {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${this.lines.join('\n')}\n`)
    return path
  }
}

const longAgo = new Date('2026-10-05T10:00:00Z')

/** Makes a file one that nobody is at work on. */
export function resting(path: string): string {
  utimesSync(path, longAgo, longAgo)
  return path
}
