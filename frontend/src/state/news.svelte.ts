/** Where the reader stopped: the first row that was new to them, and since when. */
export interface Stopped {
  row: number
  sinceMs: number
}

/** What came to the branch on screen since the reader was at its end. */
export class News {
  /** New rows are scrolled into view as they come. */
  following = $state(false)
  /** The end of the branch is on screen. */
  atEnd = $state(true)
  /** The line between what was read and what is new; it stays until the reader has left the end and come back. */
  stopped = $state.raw<Stopped | undefined>()
  /** What the reader has seen the end of. */
  #seen = $state.raw({ rows: 0, branches: 0, atMs: 0 })
  /** The reader has been at the end since the line was drawn. */
  #visited = false
  /** The line goes as soon as it is out of sight. */
  #over = false
  /** The reader comes back from elsewhere, and more is on its way. */
  #back = false

  constructor(private readonly now: () => number = Date.now) {}

  /** The first row the reader has not seen, as far as rows go. */
  get firstNew(): number {
    return this.#seen.rows
  }

  get branchesSeen(): number {
    return this.#seen.branches
  }

  /** Another branch is on screen: nothing of it is new. */
  begin(rows: number, branches: number): void {
    this.following = false
    this.atEnd = true
    this.close()
    this.#see(rows, branches)
  }

  /** The reader, who was elsewhere, is about to see what came meanwhile. */
  comeBack(): void {
    this.#back = true
  }

  /** Says how much there is, which of it is on screen, and whether that is the end. */
  look(q: { rows: number; branches: number; first: number; last: number; atEnd: boolean }): void {
    const came = q.atEnd && !this.atEnd
    this.atEnd = q.atEnd
    const more = q.rows > this.#seen.rows
    if (more && this.#back) this.#stop()
    if (more) this.#back = false
    if (q.atEnd || this.following) {
      if (came && this.#visited) this.#over = true
      this.#visited = true
      this.#see(q.rows, q.branches)
    } else if (more && (this.stopped === undefined || this.#visited)) this.#stop()
    // A line that went while it is on screen would move what stands under it.
    const row = this.stopped?.row ?? 0
    if (this.#over && (row < q.first || row > q.last)) this.close()
  }

  /** The reader has no more use for the line. */
  close(): void {
    this.stopped = undefined
    this.#visited = false
    this.#over = false
  }

  #stop(): void {
    this.#visited = false
    this.#over = false
    this.stopped = { row: this.#seen.rows, sinceMs: this.#seen.atMs }
  }

  #see(rows: number, branches: number): void {
    this.#seen = { rows, branches, atMs: this.now() }
  }
}
