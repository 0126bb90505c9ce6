import type { BodyQuery, RecordQuery, RowsTextQuery, SaidQuery } from './api'

/** A path of the asset handler; every part is escaped. */
function route(...parts: (string | number)[]): string {
  return '/' + parts.map((part) => encodeURIComponent(String(part))).join('/')
}

export function blobUrl(q: { session: string; revision: number; key: string; n: number }): string {
  return route('blob', q.session, q.revision, q.key, q.n)
}

export function bodyUrl(q: BodyQuery): string {
  return route('body', q.session, q.revision, q.leaf, q.row, q.field)
}

export function recordUrl(q: RecordQuery): string {
  return route('record', q.session, q.revision, q.leaf, q.index)
}

export function rowsTextUrl(q: RowsTextQuery): string {
  return route('rows', q.session, q.revision, q.leaf, q.from, q.to, q.form)
}

export function saidUrl(q: SaidQuery): string {
  return route('said', q.session, q.revision, q.at, q.message, q.block)
}

export function outlineUrl(q: { session: string; revision: number; leaf: string; from?: number }): string {
  const all = route('outline', q.session, q.revision, q.leaf)
  return q.from === undefined ? all : `${all}?from=${q.from}`
}
