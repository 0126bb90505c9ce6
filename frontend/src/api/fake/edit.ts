import type { DoneAnswer, PlanAnswer } from '../types'

/** A line that would be written into a session. */
export function aPlan(given: Partial<PlanAnswer> = {}): PlanAnswer {
  return {
    plan: 'p1',
    generation: 1,
    path: '/srv/s.jsonl',
    creates: false,
    moves: [],
    now: '',
    says: 'One line is added.',
    agent: '',
    back: '',
    lines: [{ text: '{"type":"label"}', bytes: 16, cut: false, why: '' }],
    changed: 1,
    copied: 0,
    leftOut: [],
    warnings: [],
    same: '',
    refused: '',
    closed: false,
    offers: [],
    ...given,
  }
}

/** It was written. */
export function anAct(given: Partial<DoneAnswer> = {}): DoneAnswer {
  return {
    did: 'Labelled it',
    undo: 'u1',
    what: 'the label “good”',
    path: '/srv/s.jsonl',
    handle: '',
    gone: '',
    ...given,
  }
}
