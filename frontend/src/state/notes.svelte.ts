import type { Api } from '../api/api'
import { toApiError } from '../api/errors'
import { oneAtATime } from '../lib/oneAtATime'

/** What the reader wrote down about entries of a session: it stands in a file of our own. */
export class Notes {
  #texts = $state.raw<ReadonlyMap<string, string>>(new Map())
  /** Why they cannot be shown, "" when they are. */
  failed = $state('')

  constructor(
    readonly api: Api,
    readonly session: string,
  ) {}

  /** The note on an entry, "" when there is none. */
  of(key: string): string {
    return this.#texts.get(key) ?? ''
  }

  /** Asks for them; what is known stays where that fails. */
  readonly load = oneAtATime(async () => {
    try {
      const { notes } = await this.api.notes({ session: this.session })
      this.#texts = new Map(notes.map(({ key, text }) => [key, text]))
      this.failed = ''
    } catch (cause) {
      const { kind, message } = toApiError(cause)
      this.failed = kind === 'gone' ? '' : message // closed meanwhile
    }
  })
}
