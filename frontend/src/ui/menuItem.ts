/** One thing a menu offers. */
export interface MenuItem {
  id: string
  title: string
  /** As tinykeys spells it; "" for none. */
  binding: string
  run: () => void
}
