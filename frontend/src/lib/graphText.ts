import { plural } from './format'

interface Words {
  kind: string
  text: string
  label: string
  steps: number
  open: boolean
  counts: readonly { name: string; n: number }[]
  errors: number
  error: boolean
  active: boolean
  leaf: boolean
  orphan: boolean
  duplicate: boolean
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

/** "14 steps · bash ×9 · edit ×3 · 1 ✗" */
export function stepsText(row: Words, mostTools = 3): string {
  const parts = [plural(row.steps, 'step')]
  for (const { name, n } of row.counts.slice(0, mostTools)) parts.push(n === 1 ? name : `${name} ×${n}`)
  if (row.counts.length > mostTools) parts.push(`${row.counts.length - mostTools} more`)
  return parts.join(' · ')
}

/** The row as a screen reader says it. */
export function spoken(row: Words): string {
  const parts =
    row.steps > 0 && !row.open
      ? [stepsText(row, 8), row.errors > 0 ? plural(row.errors, 'error') : '']
      : [kindName(row.kind), row.text]
  if (row.open) parts.push(stepsText(row, 8))
  if (row.label !== '') parts.push(`label ${row.label}`)
  if (row.error) parts.push('error')
  if (row.active) parts.push('pi continues here')
  else if (row.leaf) parts.push('end of a branch')
  if (row.orphan) parts.push('the history before this is missing')
  if (row.duplicate) parts.push('an id used again later')
  return parts.filter(Boolean).join(', ')
}
