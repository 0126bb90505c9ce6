import type { Reminder } from './reminder.js'

/** When a reminder is due again after it was sent. */
export function next(reminder: Reminder): Date {
  const due = new Date(reminder.due)
  switch (reminder.every) {
    case 'day':
      due.setUTCDate(due.getUTCDate() + 1)
      break
    case 'week':
      due.setUTCDate(due.getUTCDate() + 7)
      break
    case 'month':
      due.setUTCMonth(due.getUTCMonth() + 1)
      break
  }
  return due
}
