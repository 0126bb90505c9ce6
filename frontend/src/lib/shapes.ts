/** A sign of the branch graph: paths around 0,0 within ±7 px. */
export interface Shape {
  /** What the sign means, as the legend says it. */
  name: string
  /** Filled paths. */
  fill: string
  /** Stroked paths, 1.5 px. */
  stroke: string
}

const circle = (r: number) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`

/** The signs by their names; a meaning never rests on colour alone. */
export const shapes = {
  prompt: { name: 'Prompt', fill: circle(4.5), stroke: '' },
  reply: { name: 'Reply', fill: '', stroke: circle(3.75) },
  tools: { name: 'Tools', fill: 'M-3.5 -3.5h7v7h-7Z', stroke: '' },
  label: { name: 'Label', fill: 'M0 -5.5L5.5 0L0 5.5L-5.5 0Z', stroke: '' },
  compaction: {
    name: 'Compaction',
    fill: 'M1.2 -6.6L5.6 -3.4L0.6 -1.4Z',
    stroke: 'M2.4 -3.9A4.4 4.4 0 1 0 4.4 0.4',
  },
  branchSummary: {
    name: 'Branch summary',
    fill: 'M2.2 -3.8L6.6 0L2.2 3.8Z',
    stroke: 'M-6 1.2C-4.6 -2.4 -3.2 -2.4 -1.8 0C-0.6 2 0.6 1.6 2.4 0',
  },
  error: { name: 'Error', fill: '', stroke: 'M-4 -4L4 4M4 -4L-4 4' },
  active: { name: 'pi continues here', fill: circle(2.5), stroke: circle(6) },
  event: { name: 'Other record', fill: circle(2.2), stroke: '' },
  unknown: { name: 'Unknown record', fill: '', stroke: 'M0 -5L5 0L0 5L-5 0Z' },
  context: { name: 'Only holds others together', fill: '', stroke: 'M-3.5 0H3.5' },
} as const satisfies Record<string, Shape>

/** The sign of a reader's own note, in a square of 12: a sheet with a folded corner. */
export const noteSign = 'M2 1.5H10V7L6.5 10.5H2ZM10 7H6.5V10.5M4 4H8'

export type ShapeName = keyof typeof shapes

const byKind: Record<string, ShapeName> = {
  prompt: 'prompt',
  reply: 'reply',
  thinking: 'reply',
  steps: 'tools',
  call: 'tools',
  bash: 'tools',
  label: 'label',
  compaction: 'compaction',
  branchSummary: 'branchSummary',
  unknown: 'unknown',
}

/** The sign of a row of the graph. */
export function shapeOf(row: {
  kind: string
  error: boolean
  active: boolean
  context?: boolean | undefined
}): ShapeName {
  if (row.error) return 'error'
  if (row.active) return 'active'
  if (row.context === true) return 'context'
  return byKind[row.kind] ?? 'event'
}
