/** What lies over the page. */
export type Overlay = '' | 'palette' | 'help' | 'settings'

export const drawerBelowPx = 1100
export const tabsBelowPx = 900

/** Which panes are shown for the width there is, and what lies over them. */
export class Layout {
  widthPx = $state(1400)
  /** The sessions pane is wanted; below 1100 px it is a drawer and opens over the page. */
  sessionsWanted = $state(true)
  drawerOpen = $state(false)
  /** Below 900 px one of the two is shown. */
  narrowPane = $state<'graph' | 'timeline'>('timeline')
  overlay = $state<Overlay>('')
  problemsOpen = $state(false)
  /** Bumped when the box that finds in the graph is to take the focus. */
  findAsked = $state(0)
  /** Bumped when the view that fills the third pane is to take the focus. */
  viewAsked = $state(0)
  /** Bumped when the graph, as list or as picture, is to take the focus. */
  graphAsked = $state(0)
  #graphGiven = 0
  #findGiven = 0
  #viewGiven = 0

  readonly drawer = $derived(this.widthPx < drawerBelowPx)
  readonly narrow = $derived(this.widthPx < tabsBelowPx)
  readonly sessionsShown = $derived(this.drawer ? this.drawerOpen : this.sessionsWanted)

  /** Whether the box that finds was asked for and has not had the focus since; it gets it once. */
  takeFind(): boolean {
    const asked = this.findAsked > this.#findGiven
    this.#findGiven = this.findAsked
    return asked
  }

  /** Whether the graph was asked for and has not had the focus since; it gets it once. */
  takeGraph(): boolean {
    const asked = this.graphAsked > this.#graphGiven
    this.#graphGiven = this.graphAsked
    return asked
  }

  /** Whether the view was asked for and has not had the focus since; it gets it once. */
  takeView(): boolean {
    const asked = this.viewAsked > this.#viewGiven
    this.#viewGiven = this.viewAsked
    return asked
  }

  toggleSessions(): void {
    if (this.drawer) this.drawerOpen = !this.drawerOpen
    else this.sessionsWanted = !this.sessionsWanted
  }
}
