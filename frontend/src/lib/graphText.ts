import { plural } from './format'

interface Steps {
  steps: number
  /** The number of the round of a run whose steps they are. */
  round?: string
  counts: readonly { name: string; n: number }[]
}

const mostTools = 3

/** "14 steps · bash ×9 · edit ×3", "Round 7 · 2 steps · edit ×2" */
export function stepsText(row: Steps): string {
  const parts = [...((row.round ?? '') === '' ? [] : [`Round ${row.round}`]), plural(row.steps, 'step')]
  for (const { name, n } of row.counts.slice(0, mostTools)) parts.push(n === 1 ? name : `${name} ×${n}`)
  if (row.counts.length > mostTools) parts.push(`${row.counts.length - mostTools} more`)
  return parts.join(' · ')
}

/** "31 entries · 2 branches": what a folded branch hides. */
export function foldText(row: { hides?: number; ends?: number }): string {
  const parts = [plural(row.hides ?? 0, 'entry', 'entries')]
  if ((row.ends ?? 0) > 1) parts.push(plural(row.ends ?? 0, 'branch', 'branches'))
  return parts.join(' · ')
}
