/** The one place from which a screen reader hears what a small act came to. */
let place: HTMLElement | undefined

/** Says a few words to a screen reader, also when they are the same as before. */
export function announce(words: string): void {
  if (place?.isConnected !== true) {
    place = document.createElement('div')
    place.setAttribute('role', 'status')
    place.className = 'visually-hidden'
    document.body.append(place)
  }
  place.textContent = ''
  const here = place
  requestAnimationFrame(() => (here.textContent = words))
}
