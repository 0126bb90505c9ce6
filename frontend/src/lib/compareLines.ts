/** The bits Go marks a row of a comparison with. */
export const mark = { other: 1, onlyA: 2, onlyB: 4, differs: 8, errorA: 16, errorB: 32, prompt: 64 } as const

/** Whether a row is a difference. */
export const isDifference = (marks: number) => (marks & (mark.other | mark.differs)) !== 0

/** Bytes out of base64. */
export function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}

/** The rows that are differences. */
export function differences(marks: Uint8Array): number[] {
  const all: number[] = []
  marks.forEach((m, row) => {
    if (isDifference(m)) all.push(row)
  })
  return all
}

/** A line of the list: a row, or rows in a row that are the same, folded into one. */
export interface Line {
  row: number
  /** How many rows the line stands for; 1 is the row itself. */
  rows: number
}

/** The lines of so many rows: all of them, or the differences with what lies between folded. */
export function linesOf(total: number, marks: Uint8Array, only: boolean): Line[] {
  if (!only || marks.length < total) return Array.from({ length: total }, (_, row) => ({ row, rows: 1 }))
  const lines: Line[] = []
  for (let row = 0; row < total;) {
    let to = row
    while (to < total && !isDifference(marks[to] ?? 0)) to++
    if (to > row) lines.push({ row, rows: to - row })
    for (; to < total && isDifference(marks[to] ?? 0); to++) lines.push({ row: to, rows: 1 })
    row = to
  }
  return lines
}

/** The place of the line that holds a row. */
export function lineAt(lines: readonly Line[], row: number): number {
  let low = 0
  let high = lines.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lines[middle]?.row ?? 0) <= row) low = middle
    else high = middle - 1
  }
  return low
}
