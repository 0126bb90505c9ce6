const form = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** A time as mails say it: 3 March 2028, 09:00. */
export function when(date: Date): string {
  return form.format(date)
}
