import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blocksOf } from './markdown'
import { beginning } from './markdownPart'

test('a text of ordinary length is whole', () => {
  const blocks = blocksOf('# Plan\n\n- one\n- **two**\n\n| a | b |\n|--|--|\n| 1 | 2 |\n\n> so')
  expect(beginning(blocks, 400)).toEqual({ blocks, whole: true })
})

test.each([
  ['a list', Array.from({ length: 800 }, (_, i) => `- item ${i}`).join('\n')],
  ['a table', `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(800)}`],
  ['many bold words', '**a** '.repeat(1500)],
  ['marks in one another', '*_'.repeat(1500)],
])('of %s only the beginning is laid out', (_, text) => {
  const { blocks, whole } = beginning(blocksOf(text), 100)
  expect(whole).toBe(false)
  const inOne = (value: unknown): number =>
    Array.isArray(value)
      ? value.reduce<number>((n, member) => n + inOne(member), 0)
      : value !== null && typeof value === 'object'
        ? Object.values(value).reduce<number>(
            (n, member) => n + inOne(member),
            'kind' in value && value.kind !== 'text' ? 1 : 0,
          )
        : 0
  expect(inOne(blocks)).toBeLessThan(130)
})

test('more room shows no less', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('- a\n', '**b** ', '\n\n', '> ', '| a |\n|--|\n| b |\n'), { maxLength: 40 }),
      fc.nat(60),
      (parts, room) => {
        const blocks = blocksOf(parts.join(''))
        const size = (n: number) => JSON.stringify(beginning(blocks, n).blocks).length
        expect(size(room)).toBeLessThanOrEqual(size(room + 1))
        const all = beginning(blocks, 10_000)
        expect(all).toEqual({ blocks, whole: true })
      },
    ),
  )
})
