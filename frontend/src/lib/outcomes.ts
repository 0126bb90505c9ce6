/** How the page names and draws an outcome: a word, a sign that needs no colour, a tone. */
export interface OutcomeSign {
  word: string
  /** Stroked path in a box of 12 by 12 px. */
  d: string
  tone: 'ok' | 'warn' | 'error' | 'quiet' | 'busy'
}

const ring = 'M6 1.25a4.75 4.75 0 1 0 0 9.5a4.75 4.75 0 1 0 0 -9.5Z'

const signs: Record<string, OutcomeSign> = {
  finished: { word: 'Finished', d: 'M2 6.5L5 9.5L10.5 3', tone: 'ok' },
  failed: { word: 'Failed', d: 'M2.5 2.5L9.5 9.5M9.5 2.5L2.5 9.5', tone: 'error' },
  error: { word: 'Error', d: 'M2.5 2.5L9.5 9.5M9.5 2.5L2.5 9.5', tone: 'error' },
  limit: { word: 'Stopped by a limit', d: 'M1.5 2.5H10.5M6 10.5V5M3.5 7.5L6 5L8.5 7.5', tone: 'warn' },
  stuck: { word: 'Stuck', d: 'M4 2V10M8 2V10', tone: 'warn' },
  cancelled: { word: 'Cancelled', d: `${ring}M2.7 9.3L9.3 2.7`, tone: 'quiet' },
  running: { word: 'Running', d: 'M3.5 2L9.5 6L3.5 10Z', tone: 'busy' },
  interrupted: { word: 'Interrupted', d: 'M1 6H4M5.5 6H6.5M8 6H11', tone: 'warn' },
  unknown: {
    word: 'Unknown',
    d: 'M3.5 4A2.5 2.5 0 1 1 6 6.5V7.5M6 9.7V10.2',
    tone: 'quiet',
  },
}

/** What did not come to the end it was begun for. A run that runs still may, and of a session without a word nothing is known. */
const unwell = new Set(['failed', 'error', 'limit', 'stuck', 'cancelled', 'interrupted'])

export function endedBadly(state: string): boolean {
  return unwell.has(state)
}

export function outcomeSign(state: string): OutcomeSign {
  return signs[state] ?? { word: 'Unknown', d: signs['unknown']?.d ?? '', tone: 'quiet' }
}

const ends: Record<string, string> = {
  finished: 'finished',
  failed: 'failed',
  error: 'ended with an error',
  limit: 'was stopped by a limit',
  stuck: 'got stuck',
  cancelled: 'was cancelled',
  interrupted: 'was interrupted',
}

/** What became of a run that ran, after its name. */
export function endWords(state: string): string {
  return ends[state] ?? 'came to its end'
}
