/** Scrolls a list: to a place, or along with its end. One move at a time; one of the reader's ends it. */
export class Mover {
  /** The reader was the last to scroll. */
  byHand = false
  #last = 0
  #moving = -1
  /** Where the list is held, and for how many more frames. */
  #held: (() => number) | undefined
  #frames = 0

  constructor(
    private readonly box: () => HTMLElement | undefined,
    /** A move to a place has come to its end. */
    private readonly arrived: () => void,
    /** The list was scrolled: what draws it is to know before the next frame. */
    private readonly scrolled: () => void = () => undefined,
  ) {}

  /** The page scrolls, not the reader. */
  get moving(): boolean {
    return this.#moving === this.#last
  }

  /** The reader scrolls or points at something: no move has a say any more. */
  letGo(): void {
    this.#last++
    this.byHand = true
  }

  /** Scrolls to a place and stays there while the rows around it are measured. */
  hold(targetPx: () => number): void {
    const go = this.#begin()
    this.#held = targetPx
    this.#frames = 3
    const again = () => {
      const box = go()
      if (!box) return
      this.#scroll(box, targetPx())
      if (this.#frames-- > 0) requestAnimationFrame(again)
      else {
        this.#moving = -1
        this.arrived()
      }
    }
    again()
  }

  /** Rows were measured: a place that is held is where it was before the frame is drawn. */
  measured(): void {
    const box = this.box()
    if (box && this.moving && this.#held) this.#scroll(box, this.#held())
  }

  /** Goes along with the end: in some frames, so that the eye can go along, or at once where that is wished or far. */
  toEnd(calm: boolean): void {
    const there = this.box()
    if (!there || this.moving || leftPx(there) < 1) return
    const go = this.#begin()
    const on = () => {
      const box = go()
      if (!box) return
      const left = leftPx(box)
      this.#scroll(box, box.scrollTop + (calm || left > box.clientHeight ? left : Math.ceil(left * 0.3)))
      if (left >= 1) requestAnimationFrame(on)
      else this.#moving = -1
    }
    on()
  }

  #scroll(box: HTMLElement, px: number): void {
    const before = box.scrollTop
    box.scrollTop = px
    if (box.scrollTop !== before) this.scrolled()
  }

  /** Begins a move; the answer gives the box as long as no other move has begun. */
  #begin(): () => HTMLElement | undefined {
    this.byHand = false
    const mine = ++this.#last
    this.#moving = mine
    this.#held = undefined
    return () => (mine === this.#last ? this.box() : undefined)
  }
}

function leftPx(box: HTMLElement): number {
  return box.scrollHeight - box.clientHeight - box.scrollTop
}
