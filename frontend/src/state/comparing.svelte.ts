import { oneLine, plainWords } from '../lib/text'
import type { Tabs } from './tabs.svelte'
import { Compare } from './compare.svelte'
import type { OpenSession } from './session.svelte'
import type { File } from './trail.svelte'

/** One side to compare: a branch of an open session, or a file as it is read first. */
export interface Choice {
  file: File
  /** The entry the branch ends at, "" for the branch that is shown first. */
  leaf: string
  /** What it is called. */
  words: string
}

/** What was chosen to be compared, and what it is compared with. */
export class Comparing {
  /** The side that waits for the other one. */
  first = $state.raw<Choice>()

  constructor(readonly tabs: Tabs) {}

  /**
   * Chooses a side: the first waits, the second is compared with it; the same once more is let go. Answers whether they
   * are compared.
   */
  async choose(choice: Choice): Promise<boolean> {
    const { first } = this
    this.first = first === undefined ? choice : undefined
    if (first === undefined || sameSide(first, choice)) return false
    await this.compare(first, choice)
    return true
  }

  /** What choosing the next side does, in the words of a menu. */
  get title(): string {
    return this.first === undefined ? 'Compare with…' : `Compare with A (“${sideName(this.first, 40)}”)`
  }

  cancel(): void {
    this.first = undefined
  }

  /** Whether an entry of a session is the side that waits. */
  waits(session: OpenSession, leaf: string): boolean {
    return this.first !== undefined && this.first.file.path === session.info.path && this.first.leaf === leaf
  }

  /** Puts two sides beside one another, in the tab that is shown where it is of one of them. */
  async compare(a: Choice, b: Choice): Promise<void> {
    this.first = undefined
    const left = await this.tabs.beside(a.file)
    const right = await this.tabs.beside(b.file)
    const two = left !== right
    const shown = this.tabs.session
    const host = shown === left || shown === right ? shown : left
    host.leave()
    host.compare = new Compare(
      this.tabs.api,
      { session: left.handle, leaf: whole(left, two) ? '' : a.leaf, follow: false },
      { session: right.handle, leaf: whole(right, two) ? '' : b.leaf, follow: false },
    )
    // One comparison after the other is a place of its own as well.
    if (host.view === 'compare') host.visit()
    else host.view = 'compare'
    host.pane = 'timeline'
    this.tabs.activate(host.handle)
  }
}

/** A session of one branch is compared whole with another session, whichever entry of it was chosen. */
function whole(session: OpenSession, two: boolean): boolean {
  return two && session.opened.branches <= 1
}

/** What a side that waits is called, in so many characters. */
export function sideName({ words, file }: Choice, chars: number): string {
  return plainWords(oneLine(words || file.title, chars))
}

function sameSide(a: Choice, b: Choice): boolean {
  return a.file.path === b.file.path && a.leaf === b.leaf
}
