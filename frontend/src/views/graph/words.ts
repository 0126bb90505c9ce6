import { plainWords, errorWords, visible } from '../../lib/text'
import type { Point } from '../../lib/tree'
import type { GraphMapLine } from '../../state/types'
import { inView, screenOf, selectionPx, signScale, type Scene } from './scene'
import type { Sign } from './signs'

const mostPx = 220
const leastPx = 54
const mostWords = 120
/** What is kept free around a sign. */
const besidePx = 3

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Words of the picture: where they begin, at the middle of their height. */
interface Word {
  text: string
  x: number
  y: number
  color: string
}

/** Where words may stand by their spot, the best first. */
const beside = [0, -7, 7].map((dy) => ({ dx: 12, dy }))
const below = [12, 18].map((dy) => ({ dx: 8, dy }))

/** Finds room for words beside spots of the picture, where no line, no sign and no other words are. */
class Room {
  readonly words: Word[] = []
  readonly #taken: Box[] = []
  readonly #signs: readonly { at: Point; radiusPx: number }[]
  readonly #upright: { x: number; top: number; bottom: number }[]
  readonly #level: { y: number; left: number; right: number }[]

  constructor(
    private readonly scene: Scene,
    signs: readonly Sign[],
    private readonly widthOf: (text: string) => number,
  ) {
    const { map, pane } = scene
    const tuftPx = 8 * signScale(scene)
    const tufts = map.tufts.filter(({ line }) => line >= 0).map((tuft) => screenOf(scene, tuft))
    this.#signs = [
      ...signs,
      ...tufts.map(({ x, y }) => ({ at: { x: x + tuftPx, y: y + tuftPx }, radiusPx: tuftPx })),
      ...(scene.at.line < 0 ? [] : [{ at: screenOf(scene, scene.at), radiusPx: selectionPx + 1 }]),
    ]
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

  /** Puts words at the first of some places that has room for them, cut to it; else nowhere. */
  put(
    spot: { line: number; down: number },
    text: string,
    color: string,
    places: readonly { dx: number; dy: number }[] = beside,
  ): void {
    const { pane, ink } = this.scene
    const at = screenOf(this.scene, spot)
    const half = ink.textPx / 2 + 2
    for (const { dx, dy } of places) {
      const [x, y] = [at.x + dx, at.y + dy]
      if (x < -mostPx || x > pane.width - 20 || y < half || y > pane.height - half) continue
      const room = this.#room({ left: x, right: x + mostPx, top: y - half, bottom: y + half }, at.x)
      const words = this.#cut(text, Math.min(room, mostPx, pane.width - 6 - x))
      if (words === '' || this.words.length > mostWords) continue
      this.#taken.push({ left: x - 4, right: x + this.widthOf(words) + 6, top: y - half, bottom: y + half })
      this.words.push({ text: words, x, y, color })
      return
    }
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
    for (const { at, radiusPx } of this.#signs) {
      const away = Math.max(box.top - at.y, at.y - box.bottom, 0)
      if (away >= radiusPx) continue
      const reach = Math.sqrt(radiusPx ** 2 - away ** 2)
      if (at.x + reach > box.left && at.x - reach - besidePx < right) right = at.x - reach - besidePx
    }
    for (const other of this.#taken) {
      if (other.bottom <= box.top || other.top >= box.bottom || other.right < box.left) continue
      if (other.left < right) right = other.left - 4
    }
    return right - box.left
  }

  #cut(text: string, room: number): string {
    const width = this.widthOf(text)
    if (width <= room) return text
    if (room < leastPx) return ''
    const letters = [...text]
    let fits = Math.floor((letters.length * room) / width)
    let words: string
    do words = `${letters.slice(0, --fits).join('').trimEnd()}…`
    while (fits > 1 && this.widthOf(words) > room)
    return words
  }
}

const said = (text: string) => plainWords(visible(errorWords(text)))

/** What stands at the end of a line: that pi continues there, what failed on the way, its last words. */
function endWords({ here }: Scene, line: GraphMapLine): string {
  const parts = [line.active === true ? here : '', said(line.end ?? line.text)]
  if (line.errors !== undefined) parts.unshift(`${line.errors} ✗`)
  return parts.filter(Boolean).join(' · ')
}

/** The words of a picture in the order in which they matter, each where nothing else stands. */
export function wordsOf(
  scene: Scene,
  lit: ReadonlyMap<number, number>,
  signs: readonly Sign[],
  widthOf: (text: string) => number,
): Word[] {
  const { map, ink, pane } = scene
  const words = new Room(scene, signs, widthOf)
  for (const mark of map.marks) {
    if (mark.kind === 'label') words.put(mark, `◆ ${visible(mark.text ?? '')}`, ink.of('label'))
  }
  for (const tuft of map.tufts) {
    if (tuft.line >= 0) words.put(tuft, `+${tuft.branches}`, ink.text, [{ dx: 18, dy: 8 }])
  }
  const order = [...map.lines.keys()].sort((a, b) => Number(lit.has(b)) - Number(lit.has(a)))
  for (const i of order) {
    const line = map.lines[i]
    if (line === undefined || !inView(scene, line) || screenOf(scene, { line: i, down: 0 }).x > pane.width)
      continue
    const color = lit.has(i) ? ink.strong : ink.text
    words.put({ line: i, down: line.bottom }, endWords(scene, line), color)
  }
  for (const i of order) {
    const line = map.lines[i]
    if (line?.end === undefined) continue
    words.put(
      { line: i, down: line.top },
      said(line.text),
      lit.has(i) ? ink.strong : ink.text,
      line.from < 0 ? beside : below,
    )
  }
  return words.words
}
