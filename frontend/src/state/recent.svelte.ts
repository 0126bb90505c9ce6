import type { Api } from '../api/api'
import type { RecentFile } from '../api/types'

/** The files opened last, the last one first. */
export class Recent {
  files = $state.raw<readonly RecentFile[]>([])
  #asked = 0

  readonly there = $derived(this.files.filter(({ missing }) => !missing))

  constructor(readonly api: Api) {}

  async load(): Promise<void> {
    const asked = ++this.#asked
    try {
      const { files } = await this.api.recent()
      if (asked === this.#asked) this.files = files
    } catch {
      return // what is known stays; the files can be opened in other ways
    }
  }
}
