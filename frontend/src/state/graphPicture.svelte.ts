import type { Api } from '../api/api'
import { toApiError } from '../api/errors'
import type { GraphMap, GraphMapPlace } from '../api/types'
import type { Graph } from './graph.svelte'
import { failed, loading, ready, type Remote } from './remote'

const nowhere: GraphMapPlace = { line: -1, down: 0 }

/** The picture of the whole tree, while it is on screen. */
export class GraphPicture {
  map = $state.raw<Remote<GraphMap>>(loading)
  /** Where the branch on screen ends in it, and where the selected entry stands. */
  leaf = $state.raw<GraphMapPlace>(nowhere)
  at = $state.raw<GraphMapPlace>(nowhere)
  /** Where the picture was scaled and moved to, for when it is shown again. */
  view: { x: number; y: number; k: number } | undefined

  #known = { root: '', revision: -1 }
  #asked = 0

  constructor(
    readonly api: Api,
    readonly graph: Graph,
  ) {}

  /** Asks for what changed: the tree, the branch on screen or the selection. */
  async refresh(): Promise<void> {
    if (!this.graph.overview) return
    const asked = ++this.#asked
    const { session, root } = this.graph
    const known = this.#known.root === root ? this.#known.revision : -1
    try {
      const answer = await this.api.graphMap({
        session: session.handle,
        root,
        leaf: session.leaf,
        at: session.selected,
        known,
      })
      if (asked !== this.#asked) return
      if (!answer.same) {
        if (this.#known.root !== root) this.view = undefined
        this.map = ready(answer.map)
      }
      this.#known = { root, revision: answer.revision }
      this.leaf = answer.leaf
      this.at = answer.at
    } catch (cause) {
      if (asked === this.#asked) this.map = failed(toApiError(cause))
    }
  }
}
