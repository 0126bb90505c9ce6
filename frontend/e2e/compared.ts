import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { project, screenshots } from './places'

const references = join(project, 'frontend/e2e/pictures')
const accepting = process.env['UPDATE'] !== undefined

/** How far apart two colours may be, as pixelmatch weighs them, and how much of a picture may be further. */
const tolerance = { colour: 0.1, share: 0.0001 }

/** The command that takes the pictures as they are now for references. */
export const accept = 'UPDATE=1 npm run e2e -- pictures (in frontend/)'

/**
 * Compares what is on screen with the reference of its name, once it has come to rest; answers what is wrong with it,
 * "" for nothing. What it looks like and where it differs is then in build/screenshots. With UPDATE=1 it becomes the
 * reference, where it differs.
 */
export async function difference(name: string, take: () => Promise<Buffer>): Promise<string> {
  const path = join(references, `${name}.png`)
  const reference = existsSync(path) ? PNG.sync.read(readFileSync(path)) : undefined
  let taken: Buffer = Buffer.alloc(0)
  for (let n = 0; n < 20; n++) {
    const now = await take()
    const small = half(PNG.sync.read(now))
    const { wrong, marked } = unlike(small, reference)
    if (wrong === '') return ''
    // It may still be on its way there.
    if (!now.equals(taken)) {
      taken = now
      continue
    }
    if (accepting) {
      mkdirSync(references, { recursive: true })
      writeFileSync(path, compact(small))
      return ''
    }
    write(`${name}.actual`, now)
    if (marked !== undefined) write(`${name}.diff`, PNG.sync.write(marked))
    return `${name}: ${wrong}; see build/screenshots/${name}.actual.png. To accept it: ${accept}`
  }
  return `${name}: it does not come to rest`
}

function unlike(now: PNG, reference: PNG | undefined): { wrong: string; marked?: PNG } {
  if (reference === undefined) return { wrong: 'there is no reference of it' }
  const { width, height } = now
  if (width !== reference.width || height !== reference.height)
    return {
      wrong: `its half is ${width} × ${height}, the reference ${reference.width} × ${reference.height}`,
    }
  const marked = new PNG({ width, height })
  const { colour: threshold, share } = tolerance
  const pixels = pixelmatch(reference.data, now.data, marked.data, width, height, {
    threshold,
    includeAA: true,
  })
  if (pixels <= share * width * height) return { wrong: '' }
  return { wrong: `${pixels} of ${width * height} pixels of its half differ`, marked }
}

/** Half as wide and high, in 16 shades a channel: every line and word is told apart, in an eighth of the bytes. */
function half(of: PNG): PNG {
  const [width, height] = [of.width >> 1, of.height >> 1]
  const small = new PNG({ width, height })
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 4; channel++) {
        const at = (2 * y * of.width + 2 * x) * 4 + channel
        const below = at + of.width * 4
        const sum = [at, at + 4, below, below + 4].reduce((sum, from) => sum + (of.data[from] ?? 0), 0)
        small.data[(y * width + x) * 4 + channel] = Math.round(sum / 68) * 17
      }
  return small
}

/** The same pixels with a palette, which pngjs does not write. */
function compact(picture: PNG): Buffer {
  const input = PNG.sync.write(picture, { colorType: 2 })
  return execFileSync('convert', ['png:-', '-strip', '+dither', '-colors', '256', 'png8:-'], { input })
}

function write(name: string, png: Buffer) {
  mkdirSync(screenshots, { recursive: true })
  writeFileSync(join(screenshots, `${name}.png`), png)
}
