/** Scrolls a list: to a place, or along with its end. One move at a time; one of the reader's ends it. */
export class Mover {
  /** The reader was the last to scroll. */
  byHand = false
  #last = 0
  #moving = -1

  constructor(
    private readonly box: () => HTMLElement | undefined,
    /** A move to a place has come to its end. */
    private readonly arrived: () => void,
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
    const again = (frames: number) => {
      const box = go()
      if (!box) return
      box.scrollTop = targetPx()
      if (frames > 0) requestAnimationFrame(() => again(frames - 1))
      else {
        this.#moving = -1
        this.arrived()
      }
    }
    again(3)
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
      box.scrollTop += calm || left > box.clientHeight ? left : Math.ceil(left * 0.3)
      if (left >= 1) requestAnimationFrame(on)
      else this.#moving = -1
    }
    on()
  }

  /** Begins a move; the answer gives the box as long as no other move has begun. */
  #begin(): () => HTMLElement | undefined {
    this.byHand = false
    const mine = ++this.#last
    this.#moving = mine
    return () => (mine === this.#last ? this.box() : undefined)
  }
}

function leftPx(box: HTMLElement): number {
  return box.scrollHeight - box.clientHeight - box.scrollTop
}
