import { spotsOf } from './spots'

/** What is current: a row, and which of its fields. */
export interface Current {
  row: number
  field: string
}

const all = 'found'
const one = 'found-current'
/** More are not marked: the engine would be slow to paint them. */
const mostRanges = 2000

/** Marks in the rows of a box what is looked for, as long as it is not undone; text and its selection stay as they are. */
export function keepMarked(box: HTMLElement, text: string, current: Current | undefined): () => void {
  if (text === '' || !('highlights' in CSS)) return () => undefined
  const paint = () => {
    const found = new Highlight()
    const here = new Highlight()
    for (const range of rangesOf(box, text)) (isCurrent(range, current) ? here : found).add(range)
    CSS.highlights.set(all, found)
    CSS.highlights.set(one, here)
  }
  let frame = 0
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(paint)
  })
  observer.observe(box, { childList: true, characterData: true, subtree: true })
  paint()
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    CSS.highlights.delete(all)
    CSS.highlights.delete(one)
  }
}

/** Where the current hit stands on the screen, once what scrolls within its row shows it; undefined while it is not drawn. */
export function currentMark(box: HTMLElement): DOMRect | undefined {
  for (const range of CSS.highlights.get(one) ?? []) {
    if (!(range instanceof Range)) continue
    for (
      let around = range.startContainer.parentElement;
      around && around !== box;
      around = around.parentElement
    )
      showIn(around, range.getBoundingClientRect())
    return range.getBoundingClientRect()
  }
  return undefined
}

/** Scrolls an element, if it does, to what stands beyond its edges. */
function showIn(around: Element, { left, right, top, bottom }: DOMRect): void {
  const { overflowX, overflowY } = getComputedStyle(around)
  const edge = around.getBoundingClientRect()
  if (scrolls(overflowX) && (left < edge.left || right > edge.right))
    around.scrollLeft += left - edge.left - edge.width / 3
  if (scrolls(overflowY) && (top < edge.top || bottom > edge.bottom))
    around.scrollTop += top - edge.top - edge.height / 3
}

const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'

function isCurrent({ startContainer }: Range, current: Current | undefined): boolean {
  const element = startContainer.parentElement
  if (!current || element?.closest('article')?.dataset['row'] !== String(current.row)) return false
  const inResult = element.closest('[data-field="result"]') !== null
  return inResult === (current.field === 'result')
}

/** Pieces of the text of one block: words may be cut by marks in them. */
function* rangesOf(box: HTMLElement, text: string): Generator<Range> {
  let left = mostRanges
  for (const article of box.querySelectorAll('article[data-row] .content')) {
    for (const nodes of blocks(article)) {
      for (const [from, to] of spotsOf(nodes.map((node) => node.data).join(''), text)) {
        if (left-- <= 0) return
        const range = new Range()
        range.setStart(...placeIn(nodes, from, false))
        range.setEnd(...placeIn(nodes, to, true))
        yield range
      }
    }
  }
}

const blockTags = 'p, li, pre, td, th, h1, h2, h3, h4, h5, h6, div, button, figcaption, summary'

/** The text of an element by the blocks it stands in. */
function* blocks(element: Element): Generator<Text[]> {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let nodes: Text[] = []
  let block: Element | null | undefined
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const own = node.parentElement?.closest(blockTags)
    // A line that is too long for its box may be drawn in several, with words cut in two.
    if (own !== block && nodes.length > 0 && !own?.matches('[data-goes-on]')) {
      yield nodes
      nodes = []
    }
    block = own
    if (node instanceof Text) nodes.push(node)
  }
  if (nodes.length > 0) yield nodes
}

/** The place of a unit of several texts; the end of one is before the beginning of the next. */
function placeIn(nodes: readonly Text[], at: number, end: boolean): [Text, number] {
  let left = at
  for (const node of nodes) {
    if (left < node.length || (end && left === node.length)) return [node, left]
    left -= node.length
  }
  const last = nodes.at(-1)
  if (last === undefined) throw new Error('a place in no text')
  return [last, last.length]
}
