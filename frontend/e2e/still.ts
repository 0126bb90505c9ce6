import type { Locator, Page } from 'playwright-core'

/** Where the first row in view stands, as it was in one frame. */
export interface Seen {
  row: string
  px: number
}

/**
 * Notes in every frame where the first row in view stands, until it is asked what was seen. It is
 * noted when the frame is laid out and what measures its rows has had its say: as it is painted.
 */
export async function watch(list: Locator): Promise<() => Promise<Seen[]>> {
  await list.evaluate((feed) => {
    const seen: { row: string; px: number }[] = []
    const note = () => {
      const { top } = feed.getBoundingClientRect()
      for (const row of feed.querySelectorAll<HTMLElement>('article[data-row]')) {
        const at = row.getBoundingClientRect()
        if (at.bottom <= top + 1) continue
        seen.push({ row: row.dataset['row'] ?? '', px: at.top - top })
        break
      }
    }
    const clock = document.body.appendChild(document.createElement('div'))
    clock.style.position = 'fixed'
    new ResizeObserver(note).observe(clock)
    const tick = () => {
      clock.style.width = clock.style.width === '1px' ? '2px' : '1px'
      if (window.seenEnough) clock.remove()
      else requestAnimationFrame(tick)
    }
    window.seenEnough = false
    window.seenRows = seen
    requestAnimationFrame(tick)
  })
  return () => read(list.page())
}

function read(page: Page): Promise<Seen[]> {
  return page.evaluate(() => {
    window.seenEnough = true
    return window.seenRows
  })
}

declare global {
  interface Window {
    seenEnough: boolean
    seenRows: { row: string; px: number }[]
    filledEnough: boolean
    filled: Filled[]
  }
}

/** What of it is not where it was at first, by more than a pixel. */
export function moved(seen: Seen[]): Seen[] {
  const first = seen[0]
  if (first === undefined) throw new Error('no frame was seen')
  return seen.filter(({ row, px }) => row !== first.row || Math.abs(px - first.px) > 1)
}

/** How much of the window of a list is covered by what stands in it, from 0 to 1, whether the outcome is in it, and where the selected row stands in it. */
export interface Filled {
  covered: number
  outcome: boolean
  chosenPx: number | undefined
}

/** Notes in every frame how the window of the timeline is filled as it is painted, until it is asked what was seen. */
export async function watchFilled(page: Page): Promise<() => Promise<Filled[]>> {
  await page.evaluate(() => {
    const seen: { covered: number; outcome: boolean; chosenPx: number | undefined }[] = []
    const note = () => {
      const feed = document.querySelector('[role="feed"]')
      const { top = 0, bottom = 1 } = feed?.getBoundingClientRect() ?? {}
      let covered = 0
      let outcome = false
      for (const item of feed?.querySelector(':scope > div')?.children ?? []) {
        const at = item.getBoundingClientRect()
        const px = Math.min(at.bottom, bottom) - Math.max(at.top, top)
        if (px <= 0 || item.querySelector('.skeleton') || getComputedStyle(item).visibility === 'hidden')
          continue
        covered += px
        outcome ||= item.querySelector('article[aria-label="Outcome"]') !== null
      }
      const chosen = feed?.querySelector('article[aria-current="true"]')?.getBoundingClientRect()
      seen.push({ covered: covered / (bottom - top), outcome, chosenPx: chosen && chosen.top - top })
    }
    const clock = document.body.appendChild(document.createElement('div'))
    clock.style.position = 'fixed'
    window.filledEnough = false
    window.filled = seen
    // The observer that is made last is asked last: what measures the rows has had its say.
    let observer = new ResizeObserver(note)
    const tick = () => {
      observer.disconnect()
      if (window.filledEnough) return clock.remove()
      observer = new ResizeObserver(note)
      observer.observe(clock)
      requestAnimationFrame(tick)
    }
    tick()
  })
  return () =>
    page.evaluate(() => {
      window.filledEnough = true
      return window.filled
    })
}
