import { appendFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { WrittenSession } from './written'

/** A session an agent goes on writing: once its file is written, each record is added to it. */
export class GrowingSession extends WrittenSession {
  path = ''

  override line(record: unknown) {
    super.line(record)
    // The first lines are written while the session is made, before it has a path.
    if (this.path) appendFileSync(this.path, `${this.lines.at(-1)}\n`)
  }

  override write(folder: string, name: string): string {
    return (this.path = super.write(folder, name))
  }

  /** Writes all that act adds in one go. */
  atOnce(act: () => void) {
    const { path } = this
    const from = this.lines.length
    this.path = ''
    act()
    this.path = path
    this.bytes(`${this.lines.slice(from).join('\n')}\n`)
  }

  /** Adds bytes as they are. */
  bytes(text: string) {
    appendFileSync(this.path, text)
  }

  /** Calls that have no result yet; answers their ids. */
  calls(commands: string[]): string[] {
    const ids = commands.map((_, n) => `call_${this.lines.length}_${n}`)
    this.reply(
      commands.map((command, n) => ({ type: 'toolCall', id: ids[n], name: 'bash', arguments: { command } })),
      { stopReason: 'toolUse' },
    )
    return ids
  }

  result(id: string, text: string, isError = false) {
    this.message({
      role: 'toolResult',
      toolCallId: id,
      toolName: 'bash',
      content: [{ type: 'text', text }],
      isError,
    })
  }

  /** Does a thing so many times, each at its time. */
  async atPace(times: number, perSecond: number, act: (n: number) => void) {
    const began = performance.now()
    for (let n = 0; n < times; n++) {
      act(n)
      await wait(Math.max(0, began + ((n + 1) * 1000) / perSecond - performance.now()))
    }
  }
}
