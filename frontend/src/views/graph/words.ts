import { screenOf, type Scene } from './paint'

const mostPx = 220
const leastPx = 54

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Puts words beside spots of the picture, where no line and no other words are; cut to the room there is. */
export class Words {
  readonly #taken: Box[] = []
  readonly #upright: { x: number; top: number; bottom: number }[]
  readonly #level: { y: number; left: number; right: number }[]
  #drawn = 0

  constructor(
    private readonly pen: CanvasRenderingContext2D,
    private readonly scene: Scene,
  ) {
    const { map, pane } = scene
    pen.font = `${scene.ink.textPx}px ${scene.ink.font}`
    pen.textBaseline = 'middle'
    const lines = map.lines.map((line, i) => {
      const { x, y } = screenOf(scene, { line: i, down: line.top })
      const left = line.from < 0 ? x : screenOf(scene, { line: line.from, down: line.top }).x
      return { x, top: y, bottom: screenOf(scene, { line: i, down: line.bottom }).y, left }
    })
    const shown = lines.filter(
      ({ top, bottom, left, x }) => bottom > -20 && top < pane.height + 20 && x > -20 && left < pane.width,
    )
    this.#upright = shown.sort((a, b) => a.x - b.x)
    this.#level = shown.map(({ left, x, top }) => ({ y: top, left, right: x }))
  }

  put(
    spot: { line: number; down: number },
    text: string,
    color: string,
    { dx = 11, dy = 0 }: { dx?: number; dy?: number } = {},
  ): void {
    const { pane, ink } = this.scene
    const at = screenOf(this.scene, spot)
    const half = ink.textPx / 2 + 2
    const x = at.x + dx
    const y = at.y + dy
    if (this.#drawn > 120 || x < -mostPx || x > pane.width - 20 || y < half || y > pane.height - half) return
    const room = this.#room({ left: x, right: x + mostPx, top: y - half, bottom: y + half }, at.x)
    const words = this.#cut(text, Math.min(room, mostPx, pane.width - 6 - x))
    if (words === '') return
    const width = this.pen.measureText(words).width
    this.#taken.push({ left: x - 4, right: x + width + 6, top: y - half, bottom: y + half })
    this.#drawn++
    this.pen.fillStyle = color
    this.pen.fillText(words, x, y)
  }

  /** How wide words may be that begin at the left of a box and are as high as it. */
  #room(box: Box, ownPx: number): number {
    const across = this.#level.some(
      ({ y, left, right }) =>
        y > box.top + 3 && y < box.bottom - 3 && left < box.left + leastPx && right > box.left,
    )
    if (across) return 0
    let right = box.right
    for (const { x, top, bottom } of this.#upright) {
      if (x >= right) break
      if (x > ownPx + 1 && x > box.left - 6 && top < box.bottom && bottom > box.top) right = x - 7
    }
    for (const { y, left } of this.#level) {
      if (y > box.top + 3 && y < box.bottom - 3 && left > box.left && left < right) right = left - 7
    }
    for (const other of this.#taken) {
      if (other.bottom <= box.top || other.top >= box.bottom || other.right < box.left) continue
      if (other.left < right) right = other.left - 4
    }
    return right - box.left
  }

  #cut(text: string, room: number): string {
    const width = this.pen.measureText(text).width
    if (width <= room) return text
    if (room < leastPx) return ''
    const letters = [...text]
    const fits = Math.floor((letters.length * room) / width) - 1
    return `${letters.slice(0, Math.max(1, fits)).join('').trimEnd()}…`
  }
}
