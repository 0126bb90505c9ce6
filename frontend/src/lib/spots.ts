import { fold } from './match'

/** A piece of a text, by its first unit and the one behind its last. */
export type Spot = [from: number, to: number]

// eslint-disable-next-line no-control-regex
const simple = /^[\u0000-\u007f]*$/u

/** Where a text has what is looked for. Case and accents do not count; no spot splits an emoji or a letter with its accent. */
export function spotsOf(text: string, query: string): Spot[] {
  const wanted = fold(query)
  if (wanted === '') return []
  if (simple.test(text))
    return all(
      text.toLowerCase(),
      wanted,
      (at) => at,
      (at) => at,
    )
  // Folding changes lengths: each folded unit remembers the letter it came from.
  let folded = ''
  const from: number[] = []
  const to: number[] = []
  for (const { segment, index } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    const plain = fold(segment)
    for (let i = 0; i < plain.length; i++) {
      from.push(index)
      to.push(index + segment.length)
    }
    folded += plain
  }
  return all(
    folded,
    wanted,
    (at) => from[at] ?? text.length,
    (at) => to[at - 1] ?? text.length,
  )
}

function all(text: string, wanted: string, from: (at: number) => number, to: (at: number) => number): Spot[] {
  const spots: Spot[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
    spots.push([from(at), to(at + wanted.length)])
  return spots
}
