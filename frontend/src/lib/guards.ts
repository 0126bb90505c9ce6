// What a page of foreign text must never do: leave itself.

/** Keeps a dropped file or link from replacing the page; says when files were dropped. */
export function guardDrops(target: EventTarget, dropped: () => void): () => void {
  const guard = (event: Event) => {
    const transfer = (event as DragEvent).dataTransfer
    if (transfer === null) return
    // WebKitGTK names dropped files "text/uri-list" and not "Files".
    const files = transfer.types.includes('Files') || transfer.types.includes('text/uri-list')
    if (!files) return
    event.preventDefault()
    if (event.type === 'drop') dropped()
    else transfer.dropEffect = 'copy'
  }
  const names = ['dragenter', 'dragover', 'drop']
  for (const name of names) target.addEventListener(name, guard, true)
  return () => {
    for (const name of names) target.removeEventListener(name, guard, true)
  }
}

/** Hands every clicked link to `open` instead of following it. */
export function guardLinks(target: EventTarget, open: (url: string) => void): () => void {
  const guard = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href], area[href]') : null
    if (link === null) return
    event.preventDefault()
    const url = link.getAttribute('href') ?? ''
    const opens = event.type === 'click' || (event instanceof MouseEvent && event.button === 1)
    if (opens && /^(?:https?|mailto):/iu.test(url)) open(url)
  }
  // The middle button opens links as well.
  target.addEventListener('click', guard, true)
  target.addEventListener('auxclick', guard, true)
  return () => {
    target.removeEventListener('click', guard, true)
    target.removeEventListener('auxclick', guard, true)
  }
}
