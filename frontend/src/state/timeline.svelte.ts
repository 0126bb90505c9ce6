import type { Api } from '../api/api'
import type { OpenSession } from './session.svelte'

/** The rows of the branch on screen. */
export class Timeline {
  constructor(
    readonly api: Api,
    readonly session: OpenSession,
  ) {}

  /** The branch or the revision changed: ask again for what is shown. */
  refresh(): void {}

  /** Moves the selection; dir is 1 or -1. */
  step(_dir: 1 | -1): void {}
  nextPrompt(_dir: 1 | -1): void {}
  nextError(_dir: 1 | -1): void {}
  nextEdit(_dir: 1 | -1): void {}
  first(): void {}
  last(): void {}
  page(_dir: 1 | -1): void {}
  /** Opens or closes the selected row. */
  toggle(): void {}
}
