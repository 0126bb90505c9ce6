import type { Api } from '../api/api'
import type { Graph } from './graph.svelte'

const searchAfterMs = 120

/** Looks for words in the branch graph: in all its rows, also those that are not here or that others hide. */
export class GraphFind {
  /** The words rows are marked with. */
  words = $state('')
  /** Whether the last answer is to these words. */
  searching = $state(false)
  /** The place of the hit that was gone to last, and its entry. */
  #place = $state.raw({ n: 0, key: '' })
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked = 0

  constructor(
    readonly api: Api,
    readonly graph: Graph,
  ) {}

  /** How many entries hold the words. */
  get hits(): number {
    const { shape } = this.graph
    return shape.state === 'ready' ? shape.value.hits : 0
  }

  /** The place of the selected entry among them, 0 when it is none of them. */
  get place(): number {
    return this.#place.key !== '' && this.#place.key === this.graph.session.selected ? this.#place.n : 0
  }

  /** Other words are looked for, once no more are typed. Nothing is selected. */
  look(words: string): void {
    this.#asked++
    clearTimeout(this.#timer)
    this.graph.notice = ''
    this.searching = words.trim() !== ''
    this.#timer = setTimeout(() => this.#mark(words.trim()), this.searching ? searchAfterMs : 0)
  }

  /** Goes to the next (1) or previous (-1) entry that holds the words. */
  async go(words: string, dir: 1 | -1): Promise<void> {
    clearTimeout(this.#timer)
    this.#mark(words.trim())
    if (this.words === '') return
    const asked = this.#asked
    await this.graph.moves.make(() => this.#go(dir, asked))
  }

  async #go(dir: 1 | -1, asked: number): Promise<void> {
    if (asked !== this.#asked) return
    const { session } = this.graph
    const from = session.selected
    try {
      const hit = await this.api.graphMove({ ...this.graph.query(), from, way: '', back: dir === -1 })
      if (asked !== this.#asked || this.graph.moves.left(from)) return
      this.#place = { n: hit.place, key: hit.key }
      if (hit.of === 0) this.graph.notice = `No row has “${this.words}”.`
      else session.select(hit.key, { from: 'keys' })
    } catch {
      return // the rows themselves say what is wrong
    }
  }

  #mark(words: string): void {
    if (words !== this.words) {
      this.words = words
      this.graph.mark()
    }
    this.searching = false
  }
}
