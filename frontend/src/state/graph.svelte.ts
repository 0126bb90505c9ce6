import type { Api } from '../api/api'
import type { OpenSession } from './session.svelte'

/** The rows of the branch graph. */
export class Graph {
  constructor(
    readonly api: Api,
    readonly session: OpenSession,
  ) {}

  refresh(): void {}
}
