/** A text a tool read, and what the tool says below it of what it left out. */
export interface Noted {
  text: string
  note: string
}

/** Tells the words of a tool at the end of what it gave back, as in "[12 more lines in file. …]", from the rest. */
export function noted(result: string): Noted {
  const m = /^([\s\S]*?)(?:^|\n\n|\n)\[([^\n]*)\]\s*$/u.exec(result)
  return m?.[2] !== undefined && /limit|more|showing|truncated|use /iu.test(m[2])
    ? { text: m[1] ?? '', note: m[2] }
    : { text: result, note: '' }
}

/** A line that a search found, or one that stands beside it. */
export interface Match {
  no: number
  text: string
  /** It stands beside a match. */
  beside: boolean
}

/** The matches of a search in one file. */
export interface MatchedFile {
  path: string
  matches: Match[]
}

/** Reads matches as "path:12: text", and lines beside them as "path-11- text"; null when the text is of another form. */
export function matchesOf(text: string): MatchedFile[] | null {
  const files: MatchedFile[] = []
  for (const line of text.split('\n')) {
    if (line === '' || line === '--') continue
    const hit = /^(.+?):(\d+):\s?(.*)$/su.exec(line)
    const beside = hit ? null : /^(.+?)-(\d+)-\s?(.*)$/su.exec(line)
    const [, path = '', no = '', words = ''] = hit ?? beside ?? []
    if (path === '') return null
    let file = files.at(-1)
    if (file?.path !== path) files.push((file = { path, matches: [] }))
    file.matches.push({ no: Number(no), text: words, beside: !hit })
  }
  return files.length > 0 ? files : null
}

/** The names a tool listed, one a line. */
export function namesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
