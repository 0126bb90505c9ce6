import Anser from 'anser'
import { ends } from './longtext'
import { signOf } from './text'

/** A piece of terminal output in one look. */
export interface Span {
  text: string
  /** Classes such as "ansi-red-fg ansi-bold", "" for plain text. */
  classes: string
  /** A colour of the 256 or of the true ones, as "r, g, b"; null when the classes say it all. */
  fg: string | null
  bg: string | null
}

// The most pieces one text is cut into; what follows keeps its words and loses its colours.
const maxSpans = 4000

/** Reads terminal output: colours become pieces, other control sequences go, progress lines show their last state. */
export function spansOf(output: string): Span[] {
  const text = settled(output)
  if (!text.includes('\u001b[')) return text ? [plain(text)] : []
  const spans: Span[] = []
  for (const piece of Anser.ansiToJson(text, { use_classes: true, remove_empty: true })) {
    const classes: string[] = []
    const reversed = 'isInverted' in piece && piece.isInverted === true
    // Reversed text keeps its colour and gets a ground of it: that can be read in both themes.
    const fg = reversed
      ? colour(piece.bg === 'ansi-white' ? null : piece.bg, piece.bg_truecolor, 'fg', classes)
      : colour(piece.fg, piece.fg_truecolor, 'fg', classes)
    const bg = reversed ? null : colour(piece.bg, piece.bg_truecolor, 'bg', classes)
    if (reversed) classes.push('ansi-reverse')
    // Hidden text is shown: nothing a tool wrote is kept from the reader.
    for (const d of new Set(piece.decorations))
      if (d !== 'hidden' && d !== 'blink' && d !== 'reverse') classes.push('ansi-' + d)
    const span = { text: piece.content, classes: classes.join(' '), fg, bg }
    const last = spans.at(-1)
    if (last && last.classes === span.classes && last.fg === fg && last.bg === bg) last.text += span.text
    else if (spans.length >= maxSpans) spans.push(plain(span.text))
    else spans.push(span)
    if (spans.length > maxSpans + 1) {
      const tail = spans.pop()
      const rest = spans.at(-1)
      if (rest && tail) rest.text += tail.text
    }
  }
  return spans
}

/** The first and the last lines of output, each in the looks it has in the whole; middle is how many lines are left out, 0 for none. */
export function spanEnds(
  spans: readonly Span[],
  headLines: number,
  tailLines: number,
): { head: Span[]; tail: Span[]; middle: number } {
  const text = spans.map((span) => span.text).join('')
  const { head, tail, middle } = ends(text, headLines, tailLines)
  return {
    head: part(spans, 0, head.length),
    tail: part(spans, text.length - tail.length, text.length),
    middle,
  }
}

/** The last lines of output. */
export function lastLines(spans: readonly Span[], lines: number): Span[] {
  const text = spans.map((span) => span.text).join('')
  let from = text.endsWith('\n') ? text.length - 1 : text.length
  for (let n = 0; n < lines && from >= 0; n++) from = from === 0 ? -1 : text.lastIndexOf('\n', from - 1)
  return part(spans, from + 1, text.length)
}

/** What stands in a part of the text. */
function part(spans: readonly Span[], from: number, to: number): Span[] {
  let at = 0
  return spans.flatMap((span) => {
    const text = span.text.slice(Math.max(0, from - at), Math.max(0, to - at))
    at += span.text.length
    return text === '' ? [] : [{ ...span, text }]
  })
}

/** The output as plain text, as it is copied and searched. */
export function plainOf(output: string): string {
  return settled(output).replace(sgr, '')
}

const plain = (text: string): Span => ({ text, classes: '', fg: null, bg: null })

function colour(
  name: string | null,
  rgb: string | null,
  part: 'fg' | 'bg',
  classes: string[],
): string | null {
  if (!name) return null
  if (name === 'ansi-truecolor') return rgb
  if (name.startsWith('ansi-palette-')) return paletteRgb(Number(name.slice(13)))
  classes.push(`${name}-${part}`)
  return null
}

const levels = [0, 95, 135, 175, 215, 255]

function paletteRgb(n: number): string {
  if (n >= 232)
    return Array(3)
      .fill(8 + (n - 232) * 10)
      .join(', ')
  const at = (i: number) => levels[i % 6] ?? 0
  return [at(Math.floor((n - 16) / 36)), at(Math.floor((n - 16) / 6)), at(n - 16)].join(', ')
}

/* eslint-disable no-control-regex */
const sgr = /\u001b\[[\d;]*m/g
// OSC, DCS, SOS, PM and APC run to BEL or ST; an unfinished one ends with its line.
const strings =
  /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c|(?=\n)|$)/g
const csi = /(?:\u001b\[|\u009b)([<-?]*)([\d;:]*)([ -/]*)([@-~])/g
const escapes = /\u001b(?:[ -/]+[0-~]|[0-Z\\^-~])/g
const loneEscape = /\u001b(?!\[[\d;]*m)\[?/g
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f-\u009f]/g
/* eslint-enable no-control-regex */

/** The text a terminal would be left with: only colour sequences, tabs and line ends remain. */
function settled(output: string): string {
  // eslint-disable-next-line no-control-regex
  if (!/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(output)) return output
  const text = output
    .replace(/\r+\n/g, '\n')
    .replace(strings, '')
    .replace(csi, (_, intro: string, numbers: string, between: string, end: string) => {
      if (end === 'm' && !intro && !between) return `\u001b[${semicolons(numbers)}m`
      // A line that is moved to its start to be written again, as progress bars do.
      return end === 'G' && (numbers === '' || numbers === '1') ? '\r' : ''
    })
    .replace(escapes, '')
    .replace(loneEscape, '')
    .replace(/\r+/g, '\r')
  const lines = text.includes('\r') || text.includes('\b') ? text.split('\n').map(lastState).join('\n') : text
  return lines
    .replaceAll('\u0007', '')
    .replace(controls, signOf)
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, signOf)
}

/** "38:2::1:2:3" and "38:5:7" mean the same as their forms with semicolons; "4:3" is a kind of underline. */
function semicolons(numbers: string): string {
  if (!numbers.includes(':')) return numbers
  return numbers
    .split(';')
    .map((n) => {
      const parts = n.split(':')
      if (parts[0] === '4') return parts[1] === '0' ? '24' : '4'
      return (parts[1] === '2' && parts.length > 5 ? [parts[0], '2', ...parts.slice(3)] : parts).join(';')
    })
    .join(';')
}

/** A line's last state: what was written again from its start goes, the colours set by it stay in force. */
function lastState(line: string): string {
  let text = line
  const parts = text.split('\r')
  if (parts.length > 1) {
    let last = parts.length - 1
    while (last > 0 && (parts[last] ?? '').replace(sgr, '') === '') last--
    const sequences = (from: number, to: number) =>
      parts
        .slice(from, to)
        .flatMap((p) => p.match(sgr) ?? [])
        .join('')
    text = sequences(0, last) + (parts[last] ?? '') + sequences(last + 1, parts.length)
  }
  return text.includes('\b') ? struck(text.replace(sgr, '')) : text
}

/** A line with backspaces, as manual pages strike letters over; each takes the letter before it. */
function struck(line: string): string {
  const kept: string[] = []
  for (const ch of line) {
    if (ch === '\b') kept.pop()
    else kept.push(ch)
  }
  return kept.join('')
}
