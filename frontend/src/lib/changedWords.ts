import { count, plural } from './format'

/** How a certainty is named, explained and drawn. */
export interface SureSign {
  word: string
  /** What it rests on. */
  means: string
  /** Stroked and filled paths in a box of 12 by 12 px. */
  stroke: string
  fill: string
  dashed: boolean
}

const ring = 'M6 1.75a4.25 4.25 0 1 0 0 8.5a4.25 4.25 0 1 0 0 -8.5Z'

const signs: Record<string, SureSign> = {
  certain: {
    word: 'certain',
    means: 'A write or an edit that succeeded',
    stroke: ring,
    fill: ring,
    dashed: false,
  },
  likely: {
    word: 'likely',
    means: 'A shell command that succeeded names the file',
    stroke: ring,
    fill: 'M6 1.75a4.25 4.25 0 0 0 0 8.5Z',
    dashed: false,
  },
  possible: {
    word: 'possible',
    means: 'Something may have changed the file, or its result is not recorded',
    stroke: ring,
    fill: '',
    dashed: true,
  },
  failed: {
    word: 'failed',
    means: 'The call returned an error and was not applied',
    stroke: 'M2.5 2.5L9.5 9.5M9.5 2.5L2.5 9.5',
    fill: '',
    dashed: false,
  },
  command: {
    word: 'may have changed any file',
    means: 'A command that may have changed any file of the project',
    stroke: 'M3 10.75V1.5H9.5L7.75 4L9.5 6.5H3',
    fill: '',
    dashed: false,
  },
}

const unknown: SureSign = { word: 'unknown', means: '', stroke: ring, fill: '', dashed: true }

export function sureSign(certainty: string): SureSign {
  return signs[certainty] ?? unknown
}

const actions: Record<string, { letter: string; word: string }> = {
  create: { letter: 'A', word: 'created' },
  write: { letter: 'W', word: 'created or replaced' },
  edit: { letter: 'M', word: 'edited' },
  delete: { letter: 'D', word: 'deleted' },
  rename: { letter: 'R', word: 'renamed' },
}

/** What was done to a file: a letter, as version control has it, and a word. */
export function actionSign(action: string): { letter: string; word: string } {
  return actions[action] ?? { letter: '?', word: 'changed in an unknown way' }
}

/** The counts of what a branch changed. */
export interface ChangedCounts {
  certain: number
  likely: number
  possible: number
  failed: number
  commands: number
}

/** The choices of what to see, with how many there are; those without any are left out. */
export function choicesOf(counts: ChangedCounts): { only: string; n: number; words: string }[] {
  const { certain, likely, possible, failed, commands } = counts
  return [
    { only: 'certain', n: certain, words: `${count(certain)} certain` },
    { only: 'likely', n: likely, words: `${count(likely)} likely` },
    { only: 'possible', n: possible, words: `${count(possible)} possible` },
    { only: 'failed', n: failed, words: `${count(failed)} failed` },
    { only: 'command', n: commands, words: plural(commands, 'command') },
  ].filter(({ n }) => n > 0)
}

/** How many files were changed, which what failed was not. */
export function filesWords({ certain, likely, possible }: ChangedCounts): string {
  return plural(certain + likely + possible, 'file')
}

const partTitles: Record<string, string> = {
  undone: 'Taken back; nothing of it is left',
  outside: "Outside the session's folder",
  elsewhere: 'Made on other branches, may still be on disk',
}

export function partTitle(part: string): string {
  return partTitles[part] ?? ''
}

/** A path in two pieces: what gives way when there is no room, and the end that stays. */
export function pathEnds(path: string): { folder: string; name: string } {
  const at = path.replace(/\/+$/u, '').lastIndexOf('/') + 1
  return { folder: path.slice(0, at), name: path.slice(at) }
}

/** The lines added and removed: "" for a side without any. */
export function lineCounts(added: number, removed: number): { added: string; removed: string } {
  return { added: added > 0 ? `+${count(added)}` : '', removed: removed > 0 ? `−${count(removed)}` : '' }
}
