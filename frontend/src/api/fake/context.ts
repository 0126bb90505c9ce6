import type { ContextAnswer, ContextLine, ContextLinesAnswer } from '../types'

export function aContext(given: Partial<ContextAnswer> = {}): ContextAnswer {
  return {
    revision: 1,
    at: { key: 'k1', kind: 'reply', text: 'done', atMs: 0 },
    messages: 0,
    lines: 0,
    provider: 'acme',
    model: 'acme-large',
    level: 'medium',
    tokens: { total: 0, recorded: 0, by: '', estimate: 0, kinds: [] },
    prompt: [],
    tools: [],
    toolsKnown: false,
    left: 0,
    silent: 0,
    lastPrompt: '',
    lastReply: '',
    beforeCompaction: '',
    ...given,
  }
}

export function contextLine(given: Partial<ContextLine> = {}): ContextLine {
  return {
    index: 0,
    kind: 'message',
    message: given.index ?? 0,
    entry: 'k1',
    role: 'prompt',
    word: 'user',
    tool: '',
    text: 'make it fast',
    atMs: 0,
    tokens: 3,
    calls: 0,
    more: false,
    pictures: 0,
    error: false,
    unsent: false,
    why: '',
    by: '',
    byMs: 0,
    count: 0,
    fromMs: 0,
    toMs: 0,
    ...given,
  }
}

/** Lines of a context; all of them unless told otherwise. */
export function contextLines(
  lines: ContextLine[],
  given: Partial<ContextLinesAnswer> = {},
): ContextLinesAnswer {
  return { revision: 1, total: lines.length, from: 0, lines, ...given }
}
