import { spotsOf } from './spots'
import { signOf } from './text'

/** Text made safe to look at, and long text cut into lines and parts of a bounded size. */

// Direction overrides and isolates reorder what stands around them.
// eslint-disable-next-line no-control-regex
const acting = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Running text with control characters and direction overrides made visible; line ends and tabs stay. */
export function readable(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(acting, signOf)
}

/** The beginning and end of a text with what was left out between them; middle is 0 when nothing was. */
export interface Ends {
  head: string
  tail: string
  /** Lines left out. */
  middle: number
}

/** Cuts a text to its first and last lines; a text only little longer than that is left whole. */
export function ends(text: string, headLines: number, tailLines: number): Ends {
  const starts = lineStarts(text)
  if (starts.length <= headLines + tailLines + 3) return { head: text, tail: '', middle: 0 }
  const from = starts[starts.length - tailLines] ?? text.length
  const to = starts[headLines] ?? text.length
  return {
    head: text.slice(0, to - 1),
    tail: text.slice(from),
    middle: starts.length - headLines - tailLines,
  }
}

/** The offsets at which lines begin; a line end at the very end begins no line. */
function lineStarts(text: string): number[] {
  const starts = [0]
  for (let i = text.indexOf('\n'); i >= 0 && i + 1 < text.length; i = text.indexOf('\n', i + 1))
    starts.push(i + 1)
  return starts
}

/** A line of a viewer: a piece of one line of the text, no longer than the viewer is wide. */
export interface ViewLine {
  text: string
  /** The line's number from 1, 0 when the piece goes on with the line above it. */
  no: number
  /** Which of the lines that were laid out it is of, from 0. */
  of: number
}

/** Lays lines out in rows of at most columns characters, each with its number, 0 for none. Surrogate pairs stay whole. */
export function layRows(text: string, numbers: readonly number[], columns: number): ViewLine[] {
  const rows: ViewLine[] = []
  const lines = text.split('\n')
  if (lines.length > 1 && lines.at(-1) === '') lines.pop()
  lines.forEach((raw, i) => {
    const line = readable(raw.endsWith('\r') ? raw.slice(0, -1) : raw)
    let from = 0
    do {
      let to = Math.min(line.length, from + columns)
      const c = line.charCodeAt(to - 1)
      if (to < line.length && to - from > 1 && c >= 0xd800 && c < 0xdc00) to--
      rows.push({ text: line.slice(from, to), no: from === 0 ? (numbers[i] ?? 0) : 0, of: i })
      from = to
    } while (from < line.length)
  })
  return rows
}

/** The row of one of the lines that were laid out, or that in it where a word begins. */
export function rowOf(rows: readonly ViewLine[], line: number, word: string): number {
  const first = rows.findIndex(({ of }) => of === line)
  const own = rows.filter(({ of }) => of === line)
  let left = spotsOf(own.map(({ text }) => text).join(''), word)[0]?.[0] ?? 0
  const inside = own.findIndex(({ text }) => (left -= text.length) < 0)
  return Math.max(0, first) + Math.max(0, inside)
}
