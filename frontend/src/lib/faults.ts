import { count, plural } from './format'

/** What the errors of a branch are, by kind. */
interface Faults {
  calls: number
  commands: number
  replies: number
  inherited: number
}

/** "3 failed calls", "1 failed $ command", "1 error reply": each kind there is, with its number. */
export function faultWords({ calls, commands, replies, inherited }: Faults): string[] {
  const parts: [number, string, string][] = [
    [calls, 'failed call', 'failed calls'],
    [commands, 'failed $ command', 'failed $ commands'],
    [replies, 'error reply', 'error replies'],
    [inherited, 'error carried over from an earlier run', 'errors carried over from an earlier run'],
  ]
  return parts.flatMap(([n, one, many]) => (n > 0 ? [plural(n, one, many)] : []))
}

/** What all errors of a branch are, in words, "" where that is not known; those that came since they were counted are new. */
export function errorsText(all: number, faults: Faults): string {
  const told = faults.calls + faults.commands + faults.replies + faults.inherited
  const parts = told > all ? [] : faultWords(faults)
  if (parts.length > 0 && told < all) parts.push(`${count(all - told)} new`)
  return parts.join(', ')
}
