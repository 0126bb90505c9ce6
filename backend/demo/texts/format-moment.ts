import moment from 'moment'

/** A time as mails say it: 3 March 2028, 09:00. */
export function when(date: Date): string {
  return moment.utc(date).format('D MMMM YYYY, HH:mm')
}
