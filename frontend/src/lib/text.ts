// Names, titles and paths come from files that others wrote. Characters that act
// (controls, marks that turn the direction of text) are shown instead of obeyed.

// eslint-disable-next-line no-control-regex
const acting = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** A character that acts, as its number: ⟨U+202E⟩. */
export function signOf(char: string): string {
  const code = char.codePointAt(0) ?? 0
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/** The text with every acting character made visible as its number. */
export function visible(text: string): string {
  return text.replace(acting, (char) => {
    const code = char.codePointAt(0) ?? 0
    // Joiners build ordinary emoji and words of many scripts.
    if (code === 0x200c || code === 0x200d) return char
    if (code === 0x0a || code === 0x0d || code === 0x09) return ' '
    return signOf(char)
  })
}

/** One line of at most `max` characters, cut at the end with an ellipsis. */
export function oneLine(text: string, max: number): string {
  const line = visible(text.slice(0, max * 4))
    .replace(/\s+/gu, ' ')
    .trim()
  const chars = [...line]
  return chars.length <= max ? line : chars.slice(0, max - 1).join('') + '…'
}

/** Cuts a path in the middle: its beginning matters less than its end. */
export function shortPath(path: string, max: number): string {
  const shown = visible(path)
  if (shown.length <= max) return shown
  const tail = shown.slice(-(max - 1))
  const cut = tail.search(/[/\\]/u)
  return '…' + (cut > 0 && cut < tail.length / 2 ? tail.slice(cut) : tail)
}

/** One line of Markdown without the marks that would be set in type: bold, code, headings. */
export function plainWords(line: string): string {
  return (
    line
      .replace(/^#{1,6}\s+(?=\S)/u, '')
      .replace(/\*\*(?=\S)(.+?)(?<=\S)\*\*/gu, '$1')
      // The line was cut inside bold words.
      .replace(/(^|\s)\*\*(?=\S)([^*]*)$/u, '$1$2')
      .replace(/`([^`]+)`/gu, '$1')
  )
}

/** An error as a service reports it, with its record around it: its number and what it says. */
export function errorWords(text: string): string {
  const record = /^(?:(?<code>\d{3})\s+)?\{.*"message"\s*:\s*"(?<said>(?:[^"\\]|\\.)*)/su.exec(text)?.groups
  const said = record?.['said']?.replace(/\\(?<char>["\\/])/gu, '$<char>')
  return said === undefined || said === '' ? text : [record?.['code'], said].filter(Boolean).join(' ')
}

/** The name of a session file as a reader calls it: without its folder and its ending. */
export function stem(path: string): string {
  return path.replace(/^.*[\\/]/u, '').replace(/\.(?:jsonl|pisession)$/u, '')
}

/** That with the folder it lies in, which tells it from another of the same name. */
export function stemInFolder(path: string): string {
  const folder = path.split(/[/\\]/u).at(-2) ?? ''
  return folder === '' ? stem(path) : `${folder}/${stem(path)}`
}
