/** Writes a line with the time before it. */
export function log(line: string): void {
  console.log(new Date().toISOString(), line)
}
