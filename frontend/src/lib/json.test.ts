import { describe, expect, test } from 'vitest'
import { childrenOf, laidOut, nodeOf, parsed, written, type Json } from './json'

const read = (text: string): Json => written(text) ?? { kind: 'null', source: '', members: [] }

describe('JSON as a tree', () => {
  test('names each member with what it is', () => {
    const value = read('{"a":1,"b":"x\\u202ey","c":[1,2],"d":{},"e":null,"<u>":true}')
    expect(childrenOf(value, 100).map((n) => [n.key, n.kind, n.preview])).toEqual([
      ['a', 'number', '1'],
      ['b', 'string', '"x⟨U+202E⟩y"'],
      ['c', 'array', '[ 2 items ]'],
      ['d', 'object', '{}'],
      ['e', 'null', 'null'],
      ['<u>', 'boolean', 'true'],
    ])
  })
  test('answers only as many members as asked for', () => {
    expect(childrenOf(read(JSON.stringify(Array.from({ length: 1e5 }, (_, i) => i))), 100)).toHaveLength(100)
  })
  test('shows the beginning of a long text and that there is more', () => {
    const node = nodeOf('k', read(JSON.stringify('x'.repeat(1000))))
    expect(node.preview.length).toBeLessThan(210)
    expect(node.cut).toBe(true)
  })
  test('answers null for text that was cut', () => {
    expect(parsed('{"a":"b')).toBeNull()
  })
  test('members named like those of every object are members', () => {
    expect(childrenOf(read('{"__proto__":1,"constructor":2}'), 9).map((n) => [n.key, n.preview])).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ])
  })
  test('keeps numbers as they are written and members in their order, also those of one name', () => {
    const value = read('{"b" : 12345678901234567890, "2":-0.0,\n"1":1e308,"b":[1.10],"\\"":"\\\\"}')
    expect(childrenOf(value, 9).map((n) => [n.key, n.preview])).toEqual([
      ['b', '12345678901234567890'],
      ['2', '-0.0'],
      ['1', '1e308'],
      ['b', '[ 1 item ]'],
      ['"', '"\\\\"'],
    ])
    expect(childrenOf(value, 9)[3]?.value.members[0]?.[1].source).toBe('1.10')
  })
  test('reads deep and long values', () => {
    const deep = read('['.repeat(3000) + ']'.repeat(3000))
    expect(deep.members[0]?.[1].source).toHaveLength(5998)
    expect(read(`["${'\\"x'.repeat(1e6)}"]`).members[0]?.[1].source).toHaveLength(3e6 + 2)
  })
})

test.each([
  ['{}', '{}'],
  ['[]', '[]'],
  ['{"a":[],"b":{}}', '{\n  "a": [],\n  "b": {}\n}'],
  [
    '{"a" : [1, 2e400,\n12345678901234567890]}',
    '{\n  "a": [\n    1,\n    2e400,\n    12345678901234567890\n  ]\n}',
  ],
  ['{"a":"{,}: \\" \\u0041","a":null}', '{\n  "a": "{,}: \\" \\u0041",\n  "a": null\n}'],
  ['"\\\\"', '"\\\\"'],
])('lays out %s and changes nothing of it', (json, text) => {
  expect(laidOut(json)).toBe(text)
})
