import { expect, test } from 'vitest'
import { ApiError, toApiError } from './errors'
import { blobUrl, bodyUrl } from './routes'

test.each([
  ['{"kind":"stale","message":"rewritten"}', 'stale', 'rewritten'],
  ['{"kind":"novel","message":"m"}', 'internal', 'm'],
  ['{"kind":', 'internal', '{"kind":'],
  ['{"a":1}', 'internal', '{"a":1}'],
  ['plain words', 'internal', 'plain words'],
])('%s becomes %s', (text, kind, message) => {
  expect(toApiError(text)).toMatchObject({ kind, message })
  expect(toApiError(new Error(text))).toMatchObject({ kind, message })
})

test('an error that is typed already stays', () => {
  const error = new ApiError('gone', 'gone')
  expect(toApiError(error)).toBe(error)
})

test('every part of an address is escaped', () => {
  expect(blobUrl({ session: 'a/b', revision: 3, key: '../x~L2', n: 0 })).toBe('/blob/a%2Fb/3/..%2Fx~L2/0')
  expect(bodyUrl({ session: 's', revision: 1, leaf: 'é?', row: 2, field: 'raw' })).toBe(
    '/body/s/1/%C3%A9%3F/2/raw',
  )
})
