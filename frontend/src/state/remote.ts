import { toApiError, type ApiError } from '../api/errors'

/** A value that has to be asked for. Switch over state exhaustively. */
export type Remote<T> =
  { state: 'loading' } | { state: 'ready'; value: T } | { state: 'failed'; error: ApiError }

export const loading: Remote<never> = { state: 'loading' }

export function ready<T>(value: T): Remote<T> {
  return { state: 'ready', value }
}

export function failed(error: ApiError): Remote<never> {
  return { state: 'failed', error }
}

/** What came of a question: its answer, or why there is none. */
export async function answerOf<T>(asked: Promise<T>): Promise<Remote<T>> {
  try {
    return ready(await asked)
  } catch (cause) {
    return failed(toApiError(cause))
  }
}
