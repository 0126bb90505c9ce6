import { plural } from './format'
import { visible } from './text'

/** A JSON value as it is written. */
export interface Json {
  kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'
  /** The text it was read from. */
  source: string
  /** The members of an object or array, in their order; an array's are named by their numbers. */
  members: [name: string, value: Json][]
}

/** A JSON value as one line of a tree: what it is called, what it is, and whether it can be opened. */
export interface Node {
  key: string
  value: Json
  kind: Json['kind']
  /** What is shown while it is closed. */
  preview: string
  /** How many members it has. */
  size: number
  /** The preview is not the whole value. */
  cut: boolean
}

const previewChars = 200

/** Reads JSON text; null when it is none (as when it was cut). */
export function parsed(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

/** Reads JSON text without changing a number, the order of members or one whose name comes again. */
export function written(text: string): Json | null {
  if (!parsed(text)) return null
  const root: Json = { kind: 'array', source: text, members: [] }
  const open: { value: Json; from: number }[] = [{ value: root, from: 0 }]
  const top = () => open[open.length - 1]?.value ?? root
  let name: string | null = null
  const add = (value: Json) => {
    const into = top()
    into.members.push([name ?? String(into.members.length), value])
    name = null
  }
  for (let at = 0; at < text.length;) {
    const first = text[at] ?? ''
    const from = at++
    if (first === '{' || first === '[') {
      const value: Json = { kind: first === '{' ? 'object' : 'array', source: '', members: [] }
      add(value)
      open.push({ value, from })
    } else if (first === '}' || first === ']') {
      const closed = open.pop()
      if (closed) closed.value.source = text.slice(closed.from, at)
    } else if (first === '"') {
      while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
      const source = text.slice(from, ++at)
      if (top().kind === 'object' && name === null) name = textOf(source)
      else add({ kind: 'string', source, members: [] })
    } else if (!/[\s,:]/u.test(first)) {
      while (at < text.length && !/[\s,:\]}]/u.test(text[at] ?? '')) at++
      const kind = first === 't' || first === 'f' ? 'boolean' : first === 'n' ? 'null' : 'number'
      add({ kind, source: text.slice(from, at), members: [] })
    }
  }
  return root.members[0]?.[1] ?? null
}

/** The text of a JSON string. */
export const textOf = (source: string) => JSON.parse(source) as string

/** JSON text with each member on a line of its own. Every number, name and escape stays as it is written. */
export function laidOut(json: string): string {
  let out = ''
  let depth = 0
  const line = () => '\n' + '  '.repeat(depth)
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^[\]{},:"\s]+/gsu)) {
    if (token === '}' || token === ']') {
      depth--
      out += out.endsWith('{') || out.endsWith('[') ? token : line() + token
      continue
    }
    if (out.endsWith('{') || out.endsWith('[') || (out.endsWith(',') && token !== '')) out += line()
    out += token === ':' ? ': ' : token
    if (token === '{' || token === '[') depth++
  }
  return out
}

/** Tells whether a value is an object with members to be read by name. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value under its name. */
export function nodeOf(key: string, value: Json): Node {
  const { kind, source, members } = value
  const node = {
    key: visible(key),
    value,
    kind,
    preview: source,
    size: members.length,
    cut: members.length > 0,
  }
  if (kind === 'string') {
    const text = textOf(source)
    const cut = text.length > previewChars
    const preview = visible(JSON.stringify(cut ? text.slice(0, previewChars) : text))
    return { ...node, preview, cut: cut || text.includes('\n') }
  }
  if (kind === 'array') node.preview = node.cut ? `[ ${plural(node.size, 'item')} ]` : '[]'
  if (kind === 'object') node.preview = node.cut ? `{ ${plural(node.size, 'member')} }` : '{}'
  return node
}

/** The first members of an object or array. */
export const childrenOf = (value: Json, limit: number): Node[] =>
  value.members.slice(0, limit).map(([key, member]) => nodeOf(key, member))
