import type { Hit, Row } from '../api/types'
import { utf8Bytes } from '../lib/rowWords'

/** Lines of a result that are shown before it is unfolded, and of a text that is cut. */
const resultLines = 24
const textLines = 200

/** Where a hit in what a call was asked for can be: all of it is shown where it is open. */
export const ofCall: ReadonlySet<string> = new Set(['call', 'args', 'diff'])

/** Whether a line of a text stands whole in the beginning of it that is here. */
const held = (head: string, line: number) => line < head.split('\n').length - 1

/** What is to be unfolded of a row, whose key it is, so that a hit in it can be seen. */
export function foldsOver(row: Row, key: string, { field, line }: Pick<Hit, 'field' | 'line'>): string[] {
  if (field === 'result') {
    const cut = row.resultBytes > utf8Bytes(row.result) + utf8Bytes(row.resultTail)
    return line < resultLines && (!cut || held(row.result, line))
      ? [key]
      : [key, `${key}/result/${cut ? 'all' : 'more'}`]
  }
  if (ofCall.has(field)) return [key]
  const cut = row.bodyBytes > utf8Bytes(row.body)
  return cut && (line >= textLines || !held(row.body, line)) ? [key, `${key}/text/all`] : [key, `${key}/more`]
}
