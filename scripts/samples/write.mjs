// Writes samples/*.jsonl. The same every time; the texts are in the files beside this one.
import { writeFileSync } from 'node:fs'
import { runs } from './runs.mjs'
import { behindAFlag, thumbnails } from './thumbnails.mjs'

const session = thumbnails()
const files = {
  'faster-thumbnails.jsonl': session.lines(),
  'faster-thumbnails-behind-a-flag.jsonl': behindAFlag(session).lines(),
  ...runs(),
}
for (const [name, text] of Object.entries(files)) {
  writeFileSync(new URL(`../../samples/${name}`, import.meta.url), text)
}
