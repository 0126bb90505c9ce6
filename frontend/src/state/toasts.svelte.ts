export type Tone = 'info' | 'error'

/** A short word to the reader. */
export interface Toast {
  id: number
  text: string
  tone: Tone
  /** What can be done about it. */
  action?: { title: string; run: () => void }
}

const staysMs = 6_000
/** What has a button is to be reached by keyboard as well. */
const buttonStaysMs = 20_000

/** Short words at the bottom of the page, also said to screen readers. */
export class Toasts {
  list = $state.raw<Toast[]>([])
  /** What a screen reader is to say next. */
  said = $state('')
  #next = 1

  /** It answers what the toast is dismissed by. */
  show(text: string, tone: Tone = 'info', action?: Toast['action']): number {
    const id = this.#next++
    // The same words twice are one toast, which stays longer.
    const others = this.list.filter((toast) => action !== undefined || toast.text !== text)
    this.list = [...others.slice(-2), { id, text, tone, ...(action && { action }) }]
    this.say(text)
    setTimeout(() => this.dismiss(id), action ? buttonStaysMs : staysMs)
    return id
  }

  /** Says what did not happen: once, as long as it can be read. */
  tell(text: string): void {
    if (this.list.some((toast) => toast.text === text)) this.say(text)
    else this.show(text)
  }

  dismiss(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id)
  }

  /** Says something to screen readers only. */
  say(text: string): void {
    // The same words twice are said twice only when the text differs.
    this.said = text === this.said ? `${text}\u00a0` : text
  }
}
