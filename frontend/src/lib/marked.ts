import { fold } from './match'

/** A piece of a text: one that was looked for, or what stands between. */
export interface Piece {
  text: string
  hit: boolean
}

/** The text in pieces, those that are one of the words marked. Case and accents do not count. */
export function marked(text: string, query: string): Piece[] {
  const words = fold(query).split(/\s+/u).filter(Boolean)
  if (words.length === 0) return [{ text, hit: false }]
  // Folding may change lengths: each folded character remembers where it came from.
  let folded = ''
  const from: number[] = []
  let at = 0
  for (const char of text) {
    const plain = fold(char)
    for (let i = 0; i < plain.length; i++) from.push(at)
    folded += plain
    at += char.length
  }
  from.push(text.length)
  const hits = new Uint8Array(text.length)
  for (const word of words) {
    for (let i = folded.indexOf(word); i >= 0; i = folded.indexOf(word, i + word.length))
      hits.fill(1, from[i], from[i + word.length])
  }
  return pieces(text, hits)
}

function pieces(text: string, hits: Uint8Array): Piece[] {
  const all: Piece[] = []
  for (let from = 0; from < text.length;) {
    const hit = hits[from] === 1
    let to = from
    while (to < text.length && (hits[to] === 1) === hit) to++
    all.push({ text: text.slice(from, to), hit })
    from = to
  }
  return all
}
