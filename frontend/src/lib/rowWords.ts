import { count, duration, moment } from './format'
import { isRecord, parsed, textOf, written } from './json'
import { oneLine } from './text'
import { kindName } from './kinds'

/** What the words of a row are made of; a timeline row has all of it. */
export interface RowFacts {
  kind: string
  tool: string
  target: string
  /** The arguments of a call as JSON text. */
  args?: string
  text: string
  isError: boolean
  hasResult: boolean
  /** What came back: its beginning, and its end where it was cut. */
  result?: string
  resultTail?: string
  exitCode?: number | undefined
  atMs: number
  endMs: number
  context: string
  orphan: boolean
  inherited: boolean
  replaced: boolean
  replacedMs: number
  provisional: boolean
  images: readonly unknown[]
}

/** How a call ended, as a drawn sign and a word. */
export interface CallState {
  word: string
  d: string
  tone: 'ok' | 'warn' | 'error' | 'quiet'
}

const check = 'M2 6.5L5 9.5L10.5 3'
const cross = 'M2.5 2.5L9.5 9.5M9.5 2.5L2.5 9.5'
const dots = 'M2 6H2.6M5.7 6H6.3M9.4 6H10'

/** How a call ended; running: its run waits for it. */
export function callState(row: RowFacts, running = false): CallState {
  const code = row.exitCode ?? (row.isError ? exitCodeOf(row) : undefined)
  const exit = typeof code === 'number' && code !== 0 ? `exit ${code}` : ''
  if (row.isError) return { word: exit || 'failed', d: cross, tone: 'error' }
  if (running && !row.hasResult) return { word: 'running', d: dots, tone: 'quiet' }
  if (!row.hasResult) return { word: 'no result', d: dots, tone: 'warn' }
  if (exit !== '') return { word: exit, d: cross, tone: 'error' }
  return { word: 'ok', d: check, tone: 'ok' }
}

const commands = new Set(['bash', 'powershell', 'shell', 'sh', 'exec', '$'])
/** What a tool adds below what a command wrote; the row's state says the same. */
const exitLine = /^\[?(?:command )?(?:exit(?:ed)?)\b.*\b\d+\]?\.?$/iu
const failing =
  /\b(?:FAIL(?:ED|URE|URES)?|error|errors|fatal|panic|exception|traceback|not found|denied|cannot|undefined)\b|✗|✘|^E\s/iu
/** Says that something failed, but not what. */
const summary = /^\s*FAIL(?:ED)?(?:\s|$)/u
const passing = /\b(?:0|no) (?:errors?|failures?|failed)\b/iu

/** The exit status that a tool wrote below what a command wrote. */
function exitCodeOf({ tool, result = '', resultTail = '' }: RowFacts): number | undefined {
  if (!commands.has(tool.toLowerCase())) return undefined
  const last = (resultTail || result).trimEnd().split('\n').at(-1)?.trim() ?? ''
  const digits = exitLine.test(last) ? /(\d+)\D*$/u.exec(last)?.[1] : undefined
  return digits === undefined ? undefined : Number(digits)
}

/** Why a call failed, in one of its own lines: of a command the last that tells what failed, else that something did, else its last. */
export function failureLine(tool: string, result: string): string {
  const lines = result.split('\n').filter((line) => line.trim() !== '')
  if (!commands.has(tool.toLowerCase())) return lines[0]?.trim() ?? ''
  const said = lines.filter((line) => !exitLine.test(line.trim()))
  const told = said.filter((line) => failing.test(line) && !passing.test(line))
  const last = told.findLast((line) => !summary.test(line)) ?? told.at(-1) ?? said.at(-1) ?? ''
  return /^ok\b|\bok$/iu.test(last.trim()) ? '' : last.trim()
}

/** How long a call took, "" when that is unknown. */
export function tookWords(row: RowFacts): string {
  return row.atMs > 0 && row.endMs > row.atMs ? duration(row.endMs - row.atMs) : ''
}

/** What a run calls a row that nobody typed: its start, its resumption, pictures; "" for any other. */
export function runWord(
  row: RowFacts & { index: number },
  run: { parent: string; carriedRows: number },
): string {
  if (row.kind === 'customMessage') return 'Images'
  if (row.kind !== 'prompt' || row.inherited || row.index !== run.carriedRows) return ''
  return run.parent === '' ? 'Start' : 'Resume'
}

/** What a screen reader says of a row: "Prompt, turn 12: make it fast", "bash, failed: go test ./…". */
export function rowName(row: RowFacts, turn: number, called = '', running = false): string {
  const words = oneLine(row.kind === 'call' ? calledWith(row) : row.text, 100)
  const parts = [
    called || (row.kind === 'call' ? oneLine(row.tool, 40) || 'Call' : kindName(row.kind, row.text)),
  ]
  if (row.kind === 'prompt' && turn > 0) parts.push(`turn ${turn}`)
  if (row.kind === 'call') parts.push(callState(row, running).word)
  else if (row.isError) parts.push('failed')
  if (outOfContext(row)) parts.push('not in context')
  return parts.join(', ') + (words === '' ? '' : `: ${words}`)
}

/** What the head of a turn calls it. */
export function turnName(turn: { number: number; round?: string }): string {
  if ((turn.round ?? '') !== '') return `Round ${turn.round}`
  return turn.number > 0 ? `Turn ${count(turn.number)}` : 'Before the first prompt'
}

/** A remark beside a row, and whether it is a warning. */
export interface Remark {
  text: string
  title: string
  warn: boolean
}

const contexts: Record<string, [text: string, title: string]> = {
  edited: ['edited for the model', 'The model was sent another text in place of this one.'],
  removed: ['left out for the model', 'The model was not sent this: a later entry takes it out.'],
  unsent: ['not sent', 'The model was never sent this.'],
}

/** Why a stretch of a branch is not in context, "" of what is: a mark beside each row of it says so. */
export function outWhy(row: { context: string; replaced: boolean; replacedMs: number }): string {
  if (row.replaced) {
    const [, time] = row.replacedMs > 0 ? moment(row.replacedMs).split(', ') : []
    return `Not in context${time === undefined ? '' : ` since ${time}`}: the run began its conversation anew, without this.`
  }
  if (row.context !== 'compacted') return ''
  return 'Not in context: the summary of a compaction below stands in its place.'
}

/** The model does not see the row any more. */
export function outOfContext(row: { context: string; replaced: boolean }): boolean {
  return row.context === 'compacted' || row.context === 'removed' || row.replaced
}

/** What else is to be said of a row. */
export function remarks(row: RowFacts): Remark[] {
  const out: Remark[] = []
  const add = (text: string, title: string, warn = false) => out.push({ text, title, warn })
  if (row.orphan) add('history before this is missing', 'Its parent entry is not in the file.', true)
  const context = contexts[row.context]
  if (context) add(...context)
  // What else was carried over stands below such a prompt.
  if (row.kind === 'prompt' && row.inherited)
    add('from the earlier run', 'Carried over when the run was resumed.')
  if (row.provisional)
    add('not recorded whole', 'Put together from events of a run that ended before it was written.', true)
  return out
}

/** The arguments of a call that its card shows in their own way. */
export type CallArgs =
  | { kind: 'command'; command: string; extra: string }
  | { kind: 'read'; path: string; range: string }
  | { kind: 'write'; path: string; content: string }
  | { kind: 'edit'; path: string }
  | { kind: 'other' }

export function callArgs(tool: string, args: string): CallArgs {
  const value = parsed(args)?.value
  if (!isRecord(value)) return { kind: 'other' }
  const text = (...keys: string[]) => {
    for (const key of keys) {
      const found = value[key]
      if (typeof found === 'string') return found
    }
    return null
  }
  const path = text('path', 'file_path')
  switch (tool.toLowerCase()) {
    case 'bash':
    case 'powershell':
    case 'shell': {
      const command = text('command', 'cmd')
      if (command === null) return { kind: 'other' }
      const timeout = value['timeout']
      return { kind: 'command', command, extra: typeof timeout === 'number' ? `timeout ${timeout} s` : '' }
    }
    case 'read':
      return path === null ? { kind: 'other' } : { kind: 'read', path, range: rangeWords(value) }
    case 'write': {
      const content = text('content')
      return path === null || content === null ? { kind: 'other' } : { kind: 'write', path, content }
    }
    case 'edit':
      return path === null ? { kind: 'other' } : { kind: 'edit', path }
    default:
      return { kind: 'other' }
  }
}

/** What a call is about, as it stands on its line: what it searches for, its target, else its first argument. */
export function calledWith(row: { tool: string; target: string; args?: string | undefined }): string {
  const { tool, target, args = '' } = row
  return (searchWords(tool, args) ?? target) || firstArgument(args)
}

function firstArgument(args: string): string {
  const value = written(args)
  const first = value?.members[0]
  if (value === null || first === undefined) return value?.kind === 'string' ? textOf(value.source) : ''
  if (value.kind === 'array') return value.source
  const [name, { kind, source }] = first
  return `${name}: ${kind === 'string' ? textOf(source) : source}`
}

/** The number of the first line that was read. */
export function firstLine(args: string): number {
  const value = parsed(args)?.value
  const from = isRecord(value) ? (value['offset'] ?? value['startLine']) : undefined
  return typeof from === 'number' && Number.isSafeInteger(from) && from > 0 ? from : 1
}

/** What a search looks for and where: "/todo/ in src, *.go, 50 at most"; null for another tool. */
export function searchWords(tool: string, args: string): string | null {
  if (!['grep', 'find', 'ls', 'list'].includes(tool.toLowerCase())) return null
  const value = parsed(args)?.value
  if (!isRecord(value)) return null
  const words: string[] = []
  const { pattern, path, glob, limit, context, ignoreCase, literal } = value
  if (typeof pattern === 'string') words.push(tool === 'grep' && literal !== true ? `/${pattern}/` : pattern)
  if (typeof path === 'string') words.push(words.length > 0 ? `in ${path}` : path)
  const facts = [
    typeof glob === 'string' ? glob : '',
    ignoreCase === true ? 'any case' : '',
    typeof context === 'number' ? `± ${context} lines` : '',
    typeof limit === 'number' ? `${limit} at most` : '',
  ]
  const known = ['pattern', 'path', 'glob', 'limit', 'context', 'ignoreCase', 'literal']
  if (Object.keys(value).some((key) => !known.includes(key))) return null
  return [words.join(' '), ...facts.filter(Boolean)].filter(Boolean).join(', ')
}

function rangeWords(args: Record<string, unknown>): string {
  const { offset, limit, startLine, endLine } = args
  if (typeof startLine === 'number' && typeof endLine === 'number') return `lines ${startLine} to ${endLine}`
  const from = typeof offset === 'number' ? offset : typeof startLine === 'number' ? startLine : 1
  if (typeof limit === 'number') return `lines ${from} to ${from + limit - 1}`
  return from > 1 ? `from line ${from}` : ''
}

/** Bytes of a text in UTF-8. */
export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length
}
