const kinds = [
  'notFound',
  'notSession',
  'unsupported',
  'unreadable',
  'stale',
  'gone',
  'conflict',
  'busy',
  'internal',
  'timeout',
] as const

/** What went wrong, for the page to act on. Text is for the reader only. */
export type ErrorKind = (typeof kinds)[number]

/** A call that failed. The page switches on kind, never on message. */
export class ApiError extends Error {
  readonly kind: ErrorKind

  constructor(kind: ErrorKind, message: string) {
    super(message)
    this.name = 'ApiError'
    this.kind = kind
  }
}

/** The kind a foreign word means; any other word is "internal". */
export function errorKind(word: unknown): ErrorKind {
  return kinds.find((kind) => kind === word) ?? 'internal'
}

/** Reads what a bound call rejected with: a JSON text {"kind","message"}, or anything else. */
export function toApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  const text = cause instanceof Error ? cause.message : String(cause)
  if (text.startsWith('{')) {
    try {
      const parsed: unknown = JSON.parse(text)
      if (parsed !== null && typeof parsed === 'object' && 'kind' in parsed && 'message' in parsed) {
        return new ApiError(errorKind(parsed.kind), String(parsed.message))
      }
    } catch {
      return new ApiError('internal', text)
    }
  }
  return new ApiError('internal', text)
}
