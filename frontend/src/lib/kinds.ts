const kinds: Record<string, string> = {
  prompt: 'Prompt',
  reply: 'Reply',
  thinking: 'Thinking',
  call: 'Tool call',
  toolResult: 'Tool result',
  bash: 'Your command',
  compaction: 'Compaction',
  branchSummary: 'Branch summary',
  model: 'Model',
  level: 'Thinking level',
  label: 'Label',
  name: 'Session name',
  custom: 'Custom entry',
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

/** What a kind of row is called, in the graph as in the timeline. The words tell what an engine put in. */
export function kindName(kind: string, words = ''): string {
  if (kind === 'system' && /^(?:!NB:|nudge\b)/u.test(words)) return 'Nudge'
  return kinds[kind] ?? 'Unknown record'
}
