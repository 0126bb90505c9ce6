/** What a link of a session may open: an address with its scheme checked, and the host it leads to. */
export interface Link {
  /** The address exactly as the author wrote it. */
  href: string
  /** The host (for mailto the address) the link leads to, in its ASCII form. */
  host: string
}

// eslint-disable-next-line no-control-regex
const unfit = /[\u0000-\u0020\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

const schemes = new Set(['http:', 'https:', 'mailto:'])

/** Answers the link of an address, null unless it is http, https or mailto and free of control characters. */
export function linkOf(address: string): Link | null {
  // An address parser drops tabs and line ends silently; what is shown must be what is opened.
  if (address.length > 4000 || unfit.test(address)) return null
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return null
  }
  if (!schemes.has(url.protocol)) return null
  if (url.protocol === 'mailto:') return url.pathname ? { href: address, host: url.pathname } : null
  return url.host ? { href: address, host: url.host } : null
}

/** Tells whether a link's words already say where it leads, so that no host needs to be added. */
export function saysTarget(words: string, link: Link): boolean {
  const bare = (s: string) =>
    s
      .trim()
      .replace(/^(https?:\/\/|mailto:)/i, '')
      .replace(/\/$/, '')
  return bare(words) === bare(link.href)
}
