import type { Page } from 'playwright-core'

/** SLOW=seed lets answers come late, each by its own while of up to SLOW_MS milliseconds; 0 is not at all. */
const seed = Number(process.env['SLOW'] ?? 0)
const mostMs = Number(process.env['SLOW_MS'] ?? 200)

/** Lets the answers to a page come late by the seed, so that they overtake each other. */
export async function lateBySeed(page: Page) {
  if (seed !== 0) await page.addInitScript(late, { seed, mostMs })
}

/** Runs in the page, before its own scripts. */
function late({ seed, mostMs }: { seed: number; mostMs: number }) {
  let state = seed
  // The generator mulberry32.
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const fetchNow = window.fetch.bind(window)
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
  // Some of the while passes on the way there, so that Go is asked in another order as well.
  window.fetch = async (...request) => {
    const ms = mostMs * random()
    const thereMs = ms * random()
    await wait(thereMs)
    try {
      return await fetchNow(...request)
    } finally {
      await wait(ms - thereMs)
    }
  }
}
