/** Makes moves one after the other: each begins where the one before it led. */
export class Moves {
  #waiting: (() => Promise<unknown> | undefined)[] = []
  #moving = false

  constructor(
    /** Where the reader is. */
    private readonly at: () => string,
    /** What is still to come before it is known how to go on from there. */
    private readonly coming: () => Promise<unknown> | undefined,
  ) {}

  /** Makes a move at once or, where others wait for an answer, after them. */
  async make(move: () => Promise<unknown> | undefined): Promise<void> {
    this.#waiting.push(move)
    if (this.#moving) return
    this.#moving = true
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        const from = this.at()
        for (let coming = this.coming(); coming !== undefined; coming = this.coming()) await coming
        const made = this.left(from) ? undefined : next()
        if (made !== undefined) await made
      }
    } finally {
      this.#moving = false
    }
  }

  /** Whether the reader went elsewhere meanwhile: the moves that were to go on from there are off. */
  left(from: string): boolean {
    const left = from !== this.at()
    if (left) this.#waiting = []
    return left
  }
}
