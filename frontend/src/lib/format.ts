// Numbers, times and sizes as the page writes them. Times are Unix milliseconds, 0 when unknown.

const integers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** 20114 → "20,114" */
export function count(n: number): string {
  return integers.format(n)
}

/** (3, "unreadable line") → "3 unreadable lines" */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`
}

/** 1234 → "1.2k", 180000 → "180k", 2100000 → "2.1M", 1100000000000 → "1.1T" */
export function tokens(n: number): string {
  if (n < 0) return `−${tokens(-n)}`
  for (const [unit, size] of [
    ['T', 1e12],
    ['B', 1e9],
    ['M', 1e6],
    ['k', 1e3],
  ] as const) {
    // 999,950 is "1M", not "1000k".
    if (n >= size * 0.9995 && n >= 1000) {
      const value = n / size
      return (value < 9.95 ? trimZero(value.toFixed(1)) : value.toFixed(0)) + unit
    }
  }
  return n.toFixed(0)
}

function trimZero(text: string): string {
  return text.endsWith('.0') ? text.slice(0, -2) : text
}

/** Dollars: "" for nothing, "<$0.01", "$0.21", "$1,204", "−$5.00" for what was given back. */
export function cost(usd: number): string {
  if (usd < 0) return `−${cost(-usd)}`
  if (!(usd > 0)) return ''
  if (usd < 0.005) return '<$0.01'
  if (usd < 999.5) return `$${usd.toFixed(2)}`
  return `$${count(usd)}`
}

/** How long: "420 ms", "1.2 s", "38 s", "4 min 12 s", "38 min", "2 h 10 min", "3 d 4 h"; "" for none. */
export function duration(ms: number): string {
  if (!(ms > 0)) return ''
  if (ms < 1000) return `${Math.max(1, Math.round(ms))} ms`
  if (ms < 9_950) return `${trimZero((ms / 1000).toFixed(1))} s`
  const s = Math.round(ms / 1000)
  if (s < 60) return `${s} s`
  if (s < 600) return two(Math.floor(s / 60), 'min', s % 60, 's')
  const min = Math.round(ms / minuteMs)
  if (min < 60) return `${min} min`
  if (min < 24 * 60) return two(Math.floor(min / 60), 'h', min % 60, 'min')
  const h = Math.round(ms / hourMs)
  return two(Math.floor(h / 24), 'd', h % 24, 'h')
}

function two(a: number, unitA: string, b: number, unitB: string): string {
  return b === 0 ? `${a} ${unitA}` : `${a} ${unitA} ${b} ${unitB}`
}

/** How long ago, short: "now", "4 min", "3 h", "2 d", "12 Mar", "Mar 2025"; "" when unknown. */
export function age(atMs: number, nowMs: number): string {
  if (atMs <= 0) return ''
  const ago = nowMs - atMs
  if (ago < minuteMs) return ago < -minuteMs ? day(atMs, nowMs) : 'now'
  if (ago < hourMs) return `${Math.floor(ago / minuteMs)} min`
  if (ago < dayMs) return `${Math.floor(ago / hourMs)} h`
  if (ago < 7 * dayMs) return `${Math.floor(ago / dayMs)} d`
  return day(atMs, nowMs)
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The day without its year where that is this one: "12 Mar", "12 Mar 2025". */
export function day(atMs: number, nowMs: number): string {
  const at = new Date(atMs)
  const text = `${at.getDate()} ${months[at.getMonth()]}`
  return at.getFullYear() === new Date(nowMs).getFullYear() ? text : `${text} ${at.getFullYear()}`
}

/** The time of day: "14:02". */
export function clock(atMs: number): string {
  if (atMs <= 0) return ''
  const at = new Date(atMs)
  return `${pad(at.getHours())}:${pad(at.getMinutes())}`
}

/** The time of day, with its day where that is another than the one of the time it stands beside. */
export function clockBeside(atMs: number, besideMs: number): string {
  const time = clock(atMs)
  if (time === '' || besideMs <= 0 || day(atMs, 0) === day(besideMs, 0)) return time
  return `${day(atMs, besideMs)}, ${time}`
}

/** Day and time in full: "12 Mar 2026, 14:02:07". */
export function moment(atMs: number): string {
  if (atMs <= 0) return 'at an unknown time'
  const at = new Date(atMs)
  const date = `${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}`
  return `${date}, ${clock(atMs)}:${pad(at.getSeconds())}`
}

function pad(n: number): string {
  return String(n).padStart(2, '0')
}

/** 1536 → "1.5 KB"; decimal units, as file managers show. */
export function bytes(n: number): string {
  if (n < 1000) return `${n} B`
  let value = n
  for (const unit of ['KB', 'MB', 'GB']) {
    value /= 1000
    if (value < 999.5 || unit === 'GB') {
      return `${value < 9.95 ? trimZero(value.toFixed(1)) : count(value)} ${unit}`
    }
  }
  return ''
}
