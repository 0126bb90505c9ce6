/** A reminder as it is stored. Times are ISO 8601 in UTC. */
export interface Reminder {
  id: string
  text: string
  every: 'day' | 'week' | 'month'
  /** When it is due next. */
  due: string
  /** When it was due first, and how often it was sent since. */
  start: string
  sent: number
}
