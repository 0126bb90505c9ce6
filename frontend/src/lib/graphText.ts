import { plural } from './format'

interface Steps {
  steps: number
  counts: readonly { name: string; n: number }[]
}

const kinds: Record<string, string> = {
  prompt: 'Prompt',
  reply: 'Reply',
  thinking: 'Thinking',
  call: 'Tool call',
  bash: 'Command',
  compaction: 'Compaction',
  branchSummary: 'Branch summary',
  model: 'Model',
  level: 'Thinking level',
  label: 'Label',
  name: 'Name',
  custom: 'Custom record',
  customMessage: 'Custom message',
  system: 'System prompt',
  edit: 'Context edit',
  usage: 'Usage',
  event: 'Event',
  attempt: 'Attempt',
  reset: 'Reset',
  result: 'Result',
  steps: 'Steps',
}

/** What a kind is called. */
export function kindName(kind: string): string {
  return kinds[kind] ?? 'Unknown record'
}

const mostTools = 3

/** "14 steps · bash ×9 · edit ×3 · 1 ✗" */
export function stepsText(row: Steps): string {
  const parts = [plural(row.steps, 'step')]
  for (const { name, n } of row.counts.slice(0, mostTools)) parts.push(n === 1 ? name : `${name} ×${n}`)
  if (row.counts.length > mostTools) parts.push(`${row.counts.length - mostTools} more`)
  return parts.join(' · ')
}
