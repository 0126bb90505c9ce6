/**
 * Whether all that must be known before it is confirmed stands in sight of what scrolls. What does not is brought there,
 * so that the next try finds it. Of what is taller than there is room its end counts.
 */
export function allSeen(scroller: HTMLElement | undefined): boolean {
  if (scroller === undefined) return true
  const { top, bottom, height } = scroller.getBoundingClientRect()
  const hidden = [...scroller.querySelectorAll('[data-seen]')].filter((element) => {
    const box = element.getBoundingClientRect()
    return box.bottom > bottom + 1 || (box.top < top - 1 && box.height <= height)
  })
  hidden[0]?.scrollIntoView({ block: 'end' })
  return hidden.length === 0
}
