import { visible } from './text'

/** A JSON value as one line of a tree: what it is called, what it is, and whether it can be opened. */
export interface Node {
  key: string
  value: unknown
  kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'
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
export function nodeOf(key: string, value: unknown): Node {
  const name = visible(key)
  if (typeof value === 'string') {
    const cut = value.length > previewChars
    return {
      key: name,
      value,
      kind: 'string',
      preview: visible(JSON.stringify(cut ? value.slice(0, previewChars) : value)),
      size: 0,
      cut: cut || value.includes('\n'),
    }
  }
  if (Array.isArray(value)) {
    return {
      key: name,
      value,
      kind: 'array',
      preview: value.length === 0 ? '[]' : `[ ${count(value.length, 'item')} ]`,
      size: value.length,
      cut: value.length > 0,
    }
  }
  if (isRecord(value)) {
    const size = Object.keys(value).length
    return {
      key: name,
      value,
      kind: 'object',
      preview: size === 0 ? '{}' : `{ ${count(size, 'member')} }`,
      size,
      cut: size > 0,
    }
  }
  const kind = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'null'
  return { key: name, value, kind, preview: String(value), size: 0, cut: false }
}

/** The first members of an object or array. */
export function childrenOf(value: unknown, limit: number): Node[] {
  if (Array.isArray(value)) return value.slice(0, limit).map((v, i) => nodeOf(String(i), v))
  if (!isRecord(value)) return []
  return Object.keys(value)
    .slice(0, limit)
    .map((key) => nodeOf(key, value[key]))
}

const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`
