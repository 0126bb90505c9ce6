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

  /** Chooses a side: the first waits, the second is compared with it; the same once more is let go. */
  async choose(choice: Choice): Promise<void> {
    const { first } = this
    if (first === undefined) {
      this.first = choice
      return
    }
    this.first = undefined
    if (!sameSide(first, choice)) await this.compare(first, choice)
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
    host.compare = new Compare(
      this.tabs.api,
      { session: left.handle, leaf: whole(left, two) ? '' : a.leaf, follow: false },
      { session: right.handle, leaf: whole(right, two) ? '' : b.leaf, follow: false },
    )
    host.view = 'compare'
    host.pane = 'timeline'
    this.tabs.activate(host.handle)
  }
}

/** A session of one branch is compared whole with another session, whichever entry of it was chosen. */
function whole(session: OpenSession, two: boolean): boolean {
  return two && session.opened.branches <= 1
}

function sameSide(a: Choice, b: Choice): boolean {
  return a.file.path === b.file.path && a.leaf === b.leaf
}
