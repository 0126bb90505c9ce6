/** Does a thing one time after the other: whoever wishes it while it is being done has it done once more, not each time. */
export function oneAtATime(act: () => Promise<void>): () => Promise<void> {
  let wished = false
  let doing: Promise<void> | undefined
  const all = async () => {
    while (wished) {
      wished = false
      await act()
    }
  }
  return () => {
    wished = true
    doing ??= all().finally(() => (doing = undefined))
    return doing
  }
}
