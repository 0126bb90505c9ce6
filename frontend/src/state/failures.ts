import { errorKind, type ErrorKind } from '../api/errors'

const titles: Record<ErrorKind, string> = {
  notFound: 'This file is not there',
  notSession: 'This is not a session',
  unsupported: 'This kind of session is not supported',
  unreadable: 'This file cannot be read',
  stale: 'This file was rewritten',
  gone: 'This file is gone',
  conflict: 'This file was changed by somebody else',
  busy: 'Not now',
  internal: 'Something went wrong',
  timeout: 'No answer came',
}

/** What a kind of failure is called. */
export function failureTitle(kind: string): string {
  return titles[errorKind(kind)]
}
