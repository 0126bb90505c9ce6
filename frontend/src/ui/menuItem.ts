/** One thing a menu offers. */
export interface MenuItem {
  id: string
  title: string
  /** As tinykeys spells it; "" for none. */
  binding: string
  /** Said beside the title. */
  note?: string
  /** A line stands above it. */
  divided?: boolean
  run: () => void
}
