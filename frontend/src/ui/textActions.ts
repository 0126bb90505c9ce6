import { createContext } from 'svelte'

/** What components that show text of a session can do with it. */
export interface TextActions {
  /** Puts text on the clipboard; rejects when it was not taken. */
  copy(text: string): Promise<void>
  /** Saves the data of a picture of an entry, also of one that is not shown. */
  savePicture?(picture: { key: string; n: number }): void
}

const [get, set] = createContext<TextActions>()

export const setTextActions = set

/** The actions of the nearest view; without one, copying still works. */
export function textActions(): TextActions {
  try {
    return get()
  } catch {
    // A component on its own, as in a test.
    return { copy: (text) => navigator.clipboard.writeText(text) }
  }
}
