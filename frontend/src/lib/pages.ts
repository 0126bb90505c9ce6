/** Rows of a long list, kept in pages of one size. The oldest used pages are let go. */
export class Pages<T> {
  readonly #pages = new Map<number, readonly T[]>()

  constructor(
    readonly size: number,
    readonly keep: number,
  ) {}

  /** The row, or undefined while its page is not here. */
  at(index: number): T | undefined {
    return this.#pages.get(Math.floor(index / this.size))?.[index % this.size]
  }

  /** The numbers of the pages that rows from…to (without to) need and that are not here. */
  missing(from: number, to: number): number[] {
    const pages: number[] = []
    for (let page = Math.floor(from / this.size); page * this.size < to; page++) {
      if (!this.#pages.has(page)) pages.push(page)
    }
    return pages
  }

  page(page: number): readonly T[] {
    return this.#pages.get(page) ?? []
  }

  put(page: number, rows: readonly T[]): void {
    this.#pages.delete(page)
    this.#pages.set(page, rows)
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= this.keep) break
      this.#pages.delete(oldest)
    }
  }

  /** The rows that are here, with their places, in no particular order of pages. */
  *all(): Generator<[number, T]> {
    for (const [page, rows] of this.#pages) {
      for (const [i, row] of rows.entries()) yield [page * this.size + i, row]
    }
  }

  get numbers(): number[] {
    return [...this.#pages.keys()]
  }

  clear(): void {
    this.#pages.clear()
  }
}
