/** Does a thing one time after the other: whoever wishes it while it is being done has it done once more, not each time. */
export function oneAtATime(act: () => Promise<void>): () => Promise<void> {
  let wished = false
  let doing: Promise<void> | undefined
  const all = async () => {
    try {
      while (wished) {
        wished = false
        await act()
      }
    } finally {
      doing = undefined // at once: what is wished from now on begins anew
    }
  }
  return () => {
    wished = true
    doing ??= all()
    return doing
  }
}
