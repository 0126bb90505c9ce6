import { clock, count, plural, tokens } from './format'

/** What the words of a line of a context are made of. */
export interface SeenFacts {
  role: string
  tool: string
  why: string
  byMs: number
  count: number
  unsent: boolean
}

const shares: Record<string, string> = {
  system: 'System and tools',
  compaction: 'Compaction',
  branchSummary: 'Branch summaries',
  prompt: 'Prompts',
  reply: 'Replies',
  thinking: 'Thinking',
  call: 'Tool calls',
  result: 'Tool results',
  command: 'Your commands',
  other: 'Other',
}

/** What a share of a context is called. */
export function shareName(kind: string): string {
  return shares[kind] ?? 'Other'
}

const speakers: Record<string, string> = {
  system: 'System',
  compaction: 'Compaction',
  branchSummary: 'Summary',
  prompt: 'You',
  result: 'Result',
  command: 'You ran',
}

/** Who says a message. */
export function speaker(line: SeenFacts, agent: string): string {
  if (line.role === 'reply') return agent
  if (line.role === 'result' && line.tool !== '') return line.tool
  return speakers[line.role] ?? 'Other'
}

/** Why entries in a row are not among the messages: "212 entries replaced by the compaction at 14:02". */
export function leftWords(line: SeenFacts): string {
  const when = line.byMs > 0 ? ` at ${clock(line.byMs)}` : ''
  const entries = plural(line.count, 'entry', 'entries')
  switch (line.why) {
    case 'compacted':
      return `${entries} replaced by the compaction${when}`
    case 'removed':
      return `${plural(line.count, 'message')} taken out by an edit${when}`
    case 'reset':
      return `${entries} from before the conversation was begun anew`
    default:
      return `${entries} with nothing to send`
  }
}

/** A remark beside a message, and what it means. */
export interface SeenRemark {
  text: string
  title: string
}

/** What is to be said of how a message got here or, where it fell out, why. */
export function seenRemark(line: SeenFacts, fellOut: boolean): SeenRemark | undefined {
  const when = line.byMs > 0 ? ` at ${clock(line.byMs)}` : ''
  if (line.unsent) return { text: 'not sent', title: 'The agent keeps it, but the model is not sent it.' }
  switch (line.why) {
    case 'edited':
      return fellOut
        ? { text: 'edited', title: `An edit${when} gave it other words.` }
        : { text: 'edited', title: `The model saw these words in place of what was said: an edit${when}.` }
    case 'kept':
      return { text: 'kept', title: 'The system prompt as the compaction wrote it down.' }
    case 'compacted':
      return { text: 'compacted', title: `The compaction${when} stands in its place.` }
    case 'removed':
      return { text: 'taken out', title: `An edit${when} took it out.` }
    case 'elsewhere':
      return { text: 'other branch', title: 'It stands on another branch.' }
    case 'reset':
      return { text: 'before a reset', title: 'The run began its conversation anew after it.' }
    case 'unsent':
      return { text: 'nothing to send', title: 'It has nothing that could be sent.' }
    default:
      return undefined
  }
}

/** An estimate of tokens: "~1.2k", "" for none. */
export function about(n: number): string {
  return n > 0 ? `~${tokens(n)}` : ''
}

/** How many tokens a context has, and how that is known. */
export function tokenWords(t: { total: number; recorded: number; estimate: number }): {
  text: string
  how: string
} {
  const text = `${t.recorded > 0 && t.recorded === t.total ? '' : '~'}${tokens(t.total)} tokens`
  if (t.recorded === 0) return { text, how: 'estimated: a quarter of the characters' }
  const recorded = `${count(t.recorded)} recorded with a reply`
  if (t.recorded < t.total) return { text, how: `${recorded}, what came after it estimated` }
  return { text, how: `${recorded}; by its characters it would be ${about(t.estimate)}` }
}

/** Parts of a whole in percent, none of them below a width that can be seen. */
export function widths(parts: readonly number[], least = 0.8): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  if (whole <= 0) return parts.map(() => 0)
  const raw = parts.map((part) => (part > 0 ? Math.max(least, (100 * part) / whole) : 0))
  const sum = raw.reduce((a, b) => a + b, 0)
  return raw.map((part) => (100 * part) / sum)
}
