import type { ChangeAnswer, ChangedRow, ChangesAnswer } from '../types'

export function aChangedRow(given: Partial<ChangedRow> = {}): ChangedRow {
  return {
    place: 0,
    path: 'src/a.go',
    from: '',
    action: 'edit',
    certainty: 'certain',
    command: '',
    added: 1,
    removed: 1,
    hunks: 1,
    doubts: 0,
    entry: 'k0',
    atMs: 0,
    leaf: '',
    branch: '',
    patchable: true,
    ...given,
  }
}

/** What a branch changed: these files of the project, counted as they are. */
export function aChanges(rows: ChangedRow[] = [], given: Partial<ChangesAnswer> = {}): ChangesAnswer {
  const sure = (certainty: string) =>
    rows.filter((row) => row.command === '' && row.certainty === certainty).length
  return {
    revision: 1,
    leaf: 'leaf',
    certain: sure('certain'),
    likely: sure('likely'),
    possible: sure('possible'),
    failed: sure('failed'),
    commands: rows.filter((row) => row.command !== '').length,
    undone: 0,
    outside: 0,
    elsewhere: 0,
    added: rows.reduce((n, row) => n + row.added, 0),
    removed: rows.reduce((n, row) => n + row.removed, 0),
    patchable: rows.filter((row) => row.patchable && row.command === '').length,
    notes: [],
    total: rows.length,
    from: 0,
    rows,
    ...given,
  }
}

export function aChange(given: Partial<ChangeAnswer> = {}): ChangeAnswer {
  return { revision: 1, whole: true, notes: [], parts: [], more: 0, steps: [], moreSteps: 0, ...given }
}
