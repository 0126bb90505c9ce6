import type { ListedSession } from '../api/types'
import type { Compare } from './compare.svelte'
import type { View } from './session.svelte'
import type { Top } from './timeline.svelte'

/** What opens a session again. */
export type File = Pick<ListedSession, 'handle' | 'title' | 'path'>

/** A place the reader was at: an entry of a branch of a file, in a view. */
export interface Place {
  file: File
  leaf: string
  /** The entry that was selected, "" for none. */
  key: string
  view: View
  /** The comparison the view showed. */
  compare?: Compare | undefined
  /** Where the window of the timeline stood when the place was left. */
  top?: Top
}

const most = 100
/** What is passed faster than this is on the way, not a place one was at. */
const passingMs = 400

/** The places the reader was at, over all tabs, for back and forward. */
export class Trail {
  #places = $state.raw<readonly Place[]>([])
  #at = $state(-1)
  #visitedMs = 0
  /** The place that the one here has taken as it was only passed. */
  #passed: Place | undefined

  constructor(readonly now: () => number = Date.now) {}

  get here(): Place | undefined {
    return this.#places[this.#at]
  }

  can(dir: 1 | -1): boolean {
    return this.#places[this.#at + dir] !== undefined
  }

  /** Goes one place on. */
  go(dir: 1 | -1): Place | undefined {
    if (!this.can(dir)) return undefined
    this.#at += dir
    this.#visitedMs = 0
    return this.here
  }

  /** The reader is at a place; what was ahead is no longer. */
  visit(place: Place): void {
    if (this.#isHere(place)) return
    const { here } = this
    this.#passed = undefined
    if (
      here !== undefined &&
      here.view === place.view &&
      here.compare === place.compare &&
      sameBranch(here, place) &&
      this.now() - this.#visitedMs < passingMs
    ) {
      this.#at--
      if (this.#isHere(place)) return
      this.#passed = here
    }
    const kept = this.#places.slice(Math.max(0, this.#at + 2 - most), this.#at + 1)
    this.#places = [...kept, place]
    this.#at = this.#places.length - 1
    this.#visitedMs = this.now()
  }

  /** The reader was at the place that is here, however soon they leave it. */
  rest(): void {
    this.#visitedMs = 0
  }

  /** The reader leaves a place: where that is the last one, it is kept as it was left. */
  leave(place: Place): void {
    if (this.#isHere(place)) this.#places = this.#places.with(this.#at, place)
  }

  /** A place turned out to be on another branch: the one before it was not passed on the way along a branch. */
  turn(place: Place, leaf: string): void {
    if (!this.#isHere(place)) return
    const before = this.#passed === undefined ? [] : [this.#passed]
    this.#passed = undefined
    this.#places = this.#places.toSpliced(this.#at, 1, ...before, { ...place, leaf })
    this.#at += before.length
  }

  #isHere({ key, view, compare, ...place }: Place): boolean {
    const { here } = this
    return (
      here !== undefined &&
      sameBranch(here, place) &&
      here.key === key &&
      here.view === view &&
      here.compare === compare
    )
  }

  /** A branch ends further on now. */
  goesOn(file: File, from: string, to: string): void {
    this.#places = this.#places.map((place) =>
      place.file.handle === file.handle && place.leaf === from ? { ...place, leaf: to } : place,
    )
  }

  /** A file was rewritten: its places are no more. */
  forget(file: File): void {
    const stays = (place: Place) => place.file.handle !== file.handle
    this.#at = this.#places.slice(0, this.#at + 1).filter(stays).length - 1
    this.#places = this.#places.filter(stays)
  }
}

function sameBranch(a: Pick<Place, 'file' | 'leaf'>, b: Pick<Place, 'file' | 'leaf'>): boolean {
  return a.file.handle === b.file.handle && a.leaf === b.leaf
}
