import type { ExportedAnswer, ExportPlanAnswer, SecretsAnswer } from '../types'
import { anAct } from './edit'

/** What an export would be. */
export function anExportPlan(given: Partial<ExportPlanAnswer> = {}): ExportPlanAnswer {
  return {
    generation: 1,
    path: '/srv/s-2.jsonl',
    download: 's-2.jsonl',
    format: 'pi',
    entries: 4,
    leftOut: [],
    notes: [],
    refused: '',
    ...given,
  }
}

/** A search that found nothing, or what is given. */
export function someSecrets(given: Partial<SecretsAnswer> = {}): SecretsAnswer {
  return {
    running: false,
    kinds: [],
    total: 0,
    places: 0,
    records: 4,
    more: 0,
    lost: [],
    from: 0,
    secrets: [],
    ...given,
  }
}

/** An export that was made. */
export function anExport(given: Partial<ExportedAnswer> = {}): ExportedAnswer {
  return {
    running: false,
    share: 1,
    cancelled: false,
    done: anAct({ did: 'Exported', path: '/srv/s-2.jsonl', handle: 'l2' }),
    changed: [],
    records: 0,
    masked: 0,
    places: 0,
    download: '',
    name: 's-2.jsonl',
    ...given,
  }
}
