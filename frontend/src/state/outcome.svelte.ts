import type { Api } from '../api/api'
import type { OpenSession } from './session.svelte'

/** How the branch on screen ended. */
export class OutcomeState {
  constructor(
    readonly api: Api,
    readonly session: OpenSession,
  ) {}

  /** The branch or the revision changed: ask again. */
  refresh(): void {}
}
