const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' })

/** A time as mails say it: 3 March 2028, 09:00. */
export function when(date: Date): string {
  return `${day.format(date)}, ${time.format(date)}`
}
