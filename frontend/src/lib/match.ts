/** Text made comparable: case, accents and characters that are not seen do not count. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
}

/** A filter of words: all of them must be in the text, in any order. */
export function wordsMatch(query: string): (text: string) => boolean {
  const words = fold(query).split(/\s+/u).filter(Boolean)
  return (text) => {
    const folded = fold(text)
    return words.every((word) => folded.includes(word))
  }
}

/**
 * How well a query fits a text, 0 for not at all: its letters in order, better
 * where they stand together and at the beginnings of words.
 */
export function fuzzyScore(query: string, text: string): number {
  const q = fold(query).replace(/\s+/gu, '')
  if (q === '') return 1
  const t = fold(text)
  const whole = t.indexOf(fold(query).trim())
  if (whole >= 0) return 1000 - Math.min(whole, 500) + (whole === 0 || t[whole - 1] === ' ' ? 200 : 0)
  let score = 0
  let at = 0
  let run = 0
  for (const char of q) {
    const found = t.indexOf(char, at)
    if (found < 0) return 0
    run = found === at ? run + 1 : 0
    const starts = found === 0 || /[\s/_.-]/u.test(t[found - 1] ?? '')
    score += 1 + run * 2 + (starts ? 4 : 0) - Math.min(found - at, 10) * 0.1
    at = found + 1
  }
  return Math.max(score, 0.1)
}
