import { diffLines, diffWordsWithSpace } from 'diff'
import { isRecord, parsed } from './json'
import { readable } from './longtext'

/** One line of a change. */
export interface DiffRow {
  kind: 'same' | 'add' | 'remove' | 'hunk'
  /** Line numbers in the old and the new text, 0 when unknown or none. */
  before: number
  after: number
  text: string
  /** The text in pieces, the changed words marked; null when the line was not compared by words. */
  words: Word[] | null
  /** Characters of the line that are not shown. */
  cut: number
}

export interface Word {
  text: string
  changed: boolean
}

/** A change of one file: rows to read, and how many lines it adds and removes. */
export interface Diff {
  rows: DiffRow[]
  added: number
  removed: number
}

/** A replacement of one text by another. */
export interface Edit {
  before: string
  after: string
}

// Beyond these the lines are still compared, the words in them are not.
const wordChars = 200_000
const wordLines = 5000
// Beyond this the lines are not compared either: all old ones, then all new ones.
const lineChars = 2_000_000
const maxLineDistance = 4000
const maxLineMs = 60
// Words are compared in so many characters of changed lines, from the top.
const wordBudget = 60_000
const maxWordLine = 1000
const maxRowChars = 2000
const context = 3

/** Compares two texts by lines and, within bounds, by words. */
export function diffOf(before: string, after: string): Diff {
  const small = before.length + after.length <= wordChars
  const changes =
    before.length + after.length <= lineChars
      ? diffLines(before, after, { maxEditLength: maxLineDistance, timeout: maxLineMs })
      : undefined
  const rows: DiffRow[] = []
  let b = 1
  let a = 1
  const add = (kind: 'same' | 'add' | 'remove', text: string) => {
    for (const line of linesOf(text)) {
      rows.push(rowOf(kind, kind === 'add' ? 0 : b, kind === 'remove' ? 0 : a, line))
      if (kind !== 'add') b++
      if (kind !== 'remove') a++
    }
  }
  if (changes) for (const c of changes) add(c.added ? 'add' : c.removed ? 'remove' : 'same', c.value)
  else {
    add('remove', before)
    add('add', after)
  }
  if (small && rows.length <= wordLines) markWords(rows)
  return counted(folded(rows))
}

/** Reads the change a tool recorded: unified, or with a sign and a line number before each line. */
export function recordedDiff(text: string): Diff {
  const lines = linesOf(text)
  const rows = lines.some((l) => l.startsWith('@@ ')) ? unified(lines) : numbered(lines)
  if (text.length <= wordChars && rows.length <= wordLines) markWords(rows)
  return counted(rows)
}

/** The replacements that the arguments of an edit call ask for; null when they are of another shape. */
export function editsOf(args: string): Edit[] | null {
  const value = parsed(args)?.value
  if (!isRecord(value)) return null
  const list = Array.isArray(value['edits']) ? value['edits'] : [value]
  const edits: Edit[] = []
  for (const e of list as unknown[]) {
    if (!isRecord(e)) return null
    const before = e['oldText'] ?? e['old_string']
    const after = e['newText'] ?? e['new_string']
    if (typeof before !== 'string' || typeof after !== 'string') return null
    edits.push({ before, after })
  }
  return edits.length > 0 ? edits : null
}

/** The changes of several replacements one after the other, told apart by a rule. */
export function diffOfEdits(edits: Edit[]): Diff {
  const all: Diff = { rows: [], added: 0, removed: 0 }
  edits.forEach((edit, i) => {
    const diff = diffOf(edit.before, edit.after)
    if (edits.length > 1) all.rows.push(hunk(`edit ${i + 1} of ${edits.length}`))
    // The place of a replacement in its file is not known: its own line numbers would mislead.
    all.rows.push(...diff.rows.map((r) => ({ ...r, before: 0, after: 0 })))
    all.added += diff.added
    all.removed += diff.removed
  })
  return all
}

/** The change as text, as it is copied. */
export function diffText(rows: DiffRow[]): string {
  const sign = { same: ' ', add: '+', remove: '-', hunk: '' }
  return rows.map((r) => sign[r.kind] + r.text).join('\n')
}

function linesOf(text: string): string[] {
  if (text === '') return []
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function rowOf(kind: DiffRow['kind'], before: number, after: number, line: string): DiffRow {
  const cut = Math.max(0, line.length - maxRowChars)
  const text = readable((cut ? line.slice(0, maxRowChars) : line).replace(/\r$/, ''))
  return { kind, before, after, text, words: null, cut }
}

const hunk = (text: string): DiffRow => rowOf('hunk', 0, 0, text)

function unified(lines: string[]): DiffRow[] {
  const rows: DiffRow[] = []
  let b = 0
  let a = 0
  let inside = false
  for (const line of lines) {
    const at = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line)
    if (at) {
      b = Number(at[1])
      a = Number(at[2])
      inside = true
      rows.push(hunk(line))
    } else if (!inside || line.startsWith('\\')) {
      if (!/^(---|\+\+\+|Index:|=+$|diff |index )/.test(line)) rows.push(hunk(line))
    } else if (line.startsWith('+')) rows.push(rowOf('add', 0, a++, line.slice(1)))
    else if (line.startsWith('-')) rows.push(rowOf('remove', b++, 0, line.slice(1)))
    else rows.push(rowOf('same', b++, a++, line.slice(1)))
  }
  return rows
}

function numbered(lines: string[]): DiffRow[] {
  // Lines that stayed carry their old number: what came and went before them moves it.
  let moved = 0
  return lines.map((line) => {
    const m = /^([+\- ])( *\d+) (.*)$/s.exec(line) ?? /^([+\- ])( *\d+)()$/.exec(line)
    const text = m?.[3] ?? ''
    const no = Number(m?.[2])
    if (m?.[1] === '+') {
      moved++
      return rowOf('add', 0, no, text)
    }
    if (m?.[1] === '-') {
      moved--
      return rowOf('remove', no, 0, text)
    }
    if (m) return rowOf('same', no, no + moved, text)
    if (/^\s*\.\.\.\s*$/.test(line)) return hunk('⋯')
    // No number: the sign alone says what the line is.
    if (line.startsWith('+')) return rowOf('add', 0, 0, line.slice(1))
    if (line.startsWith('-')) return rowOf('remove', 0, 0, line.slice(1))
    return rowOf('same', 0, 0, line.replace(/^ /, ''))
  })
}

/** Marks the changed words where a run of removed lines is followed by as many added ones. */
function markWords(rows: DiffRow[]): void {
  let left = wordBudget
  for (let i = 0; i < rows.length;) {
    if (rows[i]?.kind !== 'remove') {
      i++
      continue
    }
    let mid = i
    while (rows[mid]?.kind === 'remove') mid++
    let end = mid
    while (rows[end]?.kind === 'add') end++
    for (let k = i; mid - i === end - mid && k < mid && left > 0; k++) {
      const removed = rows[k]
      const added = rows[k + mid - i]
      if (!removed || !added) break
      left -= removed.text.length + added.text.length
      markPair(removed, added)
    }
    i = Math.max(end, i + 1)
  }
}

function markPair(removed: DiffRow, added: DiffRow): void {
  if (removed.text.length > maxWordLine || added.text.length > maxWordLine) return
  const parts = diffWordsWithSpace(removed.text, added.text, { maxEditLength: 200 })
  if (!parts) return
  const kept = parts.reduce((n, p) => n + (p.added || p.removed ? 0 : p.value.trim().length), 0)
  // Lines that share next to nothing are two lines, not one changed line.
  if (kept * 5 < Math.min(removed.text.trim().length, added.text.trim().length)) return
  removed.words = parts.filter((p) => !p.added).map((p) => ({ text: p.value, changed: p.removed }))
  added.words = parts.filter((p) => !p.removed).map((p) => ({ text: p.value, changed: p.added }))
}

/** Replaces long runs of equal lines by one row that counts them. */
function folded(rows: DiffRow[]): DiffRow[] {
  const out: DiffRow[] = []
  for (let i = 0; i < rows.length;) {
    let end = i
    while (rows[end]?.kind === 'same') end++
    const head = i === 0 ? 0 : context
    const tail = end === rows.length ? 0 : context
    const hidden = end - i - head - tail
    if (hidden > 1) {
      out.push(...rows.slice(i, i + head), hunk(`⋯ ${hidden} equal lines`), ...rows.slice(end - tail, end))
    } else out.push(...rows.slice(i, end))
    const row = rows[end]
    if (row) out.push(row)
    i = end + 1
  }
  return out
}

function counted(rows: DiffRow[]): Diff {
  return {
    rows,
    added: rows.reduce((n, r) => n + (r.kind === 'add' ? 1 : 0), 0),
    removed: rows.reduce((n, r) => n + (r.kind === 'remove' ? 1 : 0), 0),
  }
}
