import { Lexer, type Token, type Tokens } from 'marked'
import { linkOf, type Link } from './links'
import { readable } from './longtext'

/** Markdown as a tree of plain values: no markup is ever made of it, every text is text. */
export type Block =
  | { kind: 'paragraph'; inline: Inline[] }
  | { kind: 'heading'; level: number; inline: Inline[] }
  | { kind: 'code'; lang: string; text: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; start: number | null; items: Item[] }
  | { kind: 'table'; align: Align[]; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' }
  /** Text shown as it stands: raw HTML, and what is nested too deep to lay out. */
  | { kind: 'verbatim'; text: string }

export type Align = 'left' | 'right' | 'center' | null

export interface Item {
  /** Whether a task is done; null when the item is no task. */
  done: boolean | null
  blocks: Block[]
}

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'em' | 'del'; inline: Inline[] }
  | { kind: 'link'; link: Link; words: string; inline: Inline[] }
  /** A link that cannot be opened: its words, and where it points when they do not say it. */
  | { kind: 'deadLink'; address: string; inline: Inline[] }
  | { kind: 'image'; alt: string; address: string }
  | { kind: 'break' }

const maxChars = 200_000
const maxDepth = 50
const maxNodes = 6000

/** Reads Markdown; text too large or too tangled to lay out comes back as one verbatim block. */
export function blocksOf(source: string): Block[] {
  const whole: Block[] = [{ kind: 'verbatim', text: readable(source) }]
  if (source.length > maxChars) return whole
  try {
    const reader = new Reader()
    const blocks = reader.blocks(new Lexer({ gfm: true }).lex(source), 0)
    return reader.nodes > maxNodes ? whole : blocks
  } catch {
    // The lexer recurses over nesting; nothing it read is lost, the text is shown as it stands.
    return whole
  }
}

/** The words of inline nodes, as a reader would say them. */
export function wordsOf(inline: Inline[]): string {
  return inline
    .map((n) => {
      if (n.kind === 'text' || n.kind === 'code') return n.text
      if (n.kind === 'image') return n.alt
      return n.kind === 'break' ? ' ' : wordsOf(n.inline)
    })
    .join('')
}

class Reader {
  nodes = 0
  /** Beside raw HTML, which is shown as source, entities are shown as source too. */
  private source = false

  blocks(tokens: Token[], depth: number): Block[] {
    return tokens.flatMap((token) => this.block(token, depth))
  }

  private block(token: Token, depth: number): Block[] {
    this.nodes++
    if (depth > maxDepth) return [{ kind: 'verbatim', text: readable(token.raw) }]
    const t = token as Tokens.Generic
    switch (t.type) {
      case 'space':
      case 'checkbox':
        return []
      case 'hr':
        return [{ kind: 'rule' }]
      case 'heading':
        return [{ kind: 'heading', level: Number(t['depth']), inline: this.inline(t.tokens, depth + 1) }]
      case 'code':
        return [{ kind: 'code', lang: firstWord(String(t['lang'] ?? '')), text: String(t['text']) }]
      case 'blockquote':
        return [{ kind: 'quote', blocks: this.blocks(t.tokens ?? [], depth + 1) }]
      case 'list':
        return [this.list(token as Tokens.List, depth)]
      case 'table':
        return [this.table(token as Tokens.Table, depth)]
      case 'def':
        // A definition of link targets: not shown by Markdown, but part of what was written.
        return [{ kind: 'verbatim', text: readable(t.raw.trimEnd()) }]
      case 'paragraph':
      case 'text':
        return [this.paragraph(t, depth)]
      default:
        return [{ kind: 'verbatim', text: readable(t.raw.replace(/\n+$/, '')) }]
    }
  }

  private paragraph(t: Tokens.Generic, depth: number): Block {
    this.source = (t.tokens ?? []).some((token) => token.type === 'html')
    const inline = t.tokens ? this.inline(t.tokens, depth + 1) : this.text(t)
    this.source = false
    return { kind: 'paragraph', inline }
  }

  private list(list: Tokens.List, depth: number): Block {
    return {
      kind: 'list',
      start: list.ordered ? Number(list.start) || 0 : null,
      items: list.items.map((item) => ({
        done: item.task ? item.checked === true : null,
        blocks: this.blocks(item.tokens, depth + 1),
      })),
    }
  }

  private table(table: Tokens.Table, depth: number): Block {
    const cell = (c: Tokens.TableCell) => this.inline(c.tokens, depth + 1)
    return {
      kind: 'table',
      align: table.align,
      head: table.header.map(cell),
      rows: table.rows.map((row) => row.map(cell)),
    }
  }

  private inline(tokens: Token[] | undefined, depth: number): Inline[] {
    return (tokens ?? []).flatMap((token) => this.span(token, depth))
  }

  private span(token: Token, depth: number): Inline[] {
    this.nodes++
    const t = token as Tokens.Generic
    if (depth > maxDepth) return [{ kind: 'text', text: readable(t.raw) }]
    switch (t.type) {
      case 'strong':
      case 'em':
      case 'del':
        return [{ kind: t.type, inline: this.inline(t.tokens, depth + 1) }]
      case 'codespan':
        return [{ kind: 'code', text: readable(String(t['text'])) }]
      case 'br':
        return [{ kind: 'break' }]
      case 'link':
        return [this.link(t, depth)]
      case 'image':
        return [
          {
            kind: 'image',
            alt: readable(decoded(String(t['text']))),
            address: readable(decoded(String(t['href']))),
          },
        ]
      case 'escape':
        return [{ kind: 'text', text: readable(String(t['text'])) }]
      case 'text':
        return t.tokens ? this.inline(t.tokens, depth + 1) : this.text(t)
      default:
        return [{ kind: 'text', text: readable(t.raw) }]
    }
  }

  private text(t: Tokens.Generic): Inline[] {
    // The lexer has decoded some entities of `text` already.
    const text = t.type === 'text' ? t.raw : String(t['text'] ?? t.raw)
    return [{ kind: 'text', text: readable(this.source ? text : decoded(text)) }]
  }

  private link(t: Tokens.Generic, depth: number): Inline {
    const inline = this.inline(t.tokens, depth + 1)
    // An address found in running text is taken as it stands; a written one may hold entities.
    const address = t['autolink'] ? String(t['href']) : decoded(String(t['href']))
    const link = linkOf(address)
    const words = wordsOf(inline)
    if (link) return { kind: 'link', link, words, inline }
    return { kind: 'deadLink', address: words === address ? '' : readable(address), inline }
  }
}

const firstWord = (info: string) => /^\S*/.exec(info)?.[0] ?? ''

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  larr: '←',
  rarr: '→',
  uarr: '↑',
  darr: '↓',
  le: '≤',
  ge: '≥',
  ne: '≠',
  deg: '°',
  plusmn: '±',
  sect: '§',
  para: '¶',
  euro: '€',
  check: '✓',
  cross: '✗',
}

/** Decodes entities once, as Markdown asks; what is no known entity stays as written. */
function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,8}));/g,
    (whole, dec?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole
      const code = dec !== undefined ? Number(dec) : Number.parseInt(hex ?? '', 16)
      return code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)
        ? '\ufffd'
        : String.fromCodePoint(code)
    },
  )
}
