import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// Who may import whom. A part is a folder of src; a view is its own part.
const allowed: Record<string, string[]> = {
  lib: [],
  ui: ['lib'],
  api: ['wailsjs', 'lib'],
  state: ['api', 'lib'],
  views: ['state', 'ui', 'lib'],
  // What stands at the top puts the parts together.
  '': ['api', 'lib', 'state', 'ui', 'views', 'styles'],
}

const src = dirname(fileURLToPath(import.meta.url))

/** Says what is wrong with the imports of a file, one line each. */
function faults(file: string, text: string): string[] {
  const part = partOf(file)
  const out: string[] = []
  for (const [, target = ''] of text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)['"](\.[^'"]*)['"]/gu)) {
    const to = relative(src, resolve(src, dirname(file), target))
    const other = partOf(to)
    if (other.name === part.name && other.view === part.view) continue
    if (!(allowed[part.name] ?? []).includes(other.name)) {
      out.push(`${file} imports ${to}: ${part.name || 'the top'} may not import ${other.name || 'the top'}`)
    } else if (part.name === 'views' && other.name === 'views') {
      out.push(`${file} imports ${to}: a view may not import another`)
    }
  }
  return out
}

function partOf(path: string): { name: string; view: string } {
  const parts = path.split('/')
  if (parts[0] === '..') return { name: parts[1] ?? '', view: '' }
  if (parts.length === 1) return { name: '', view: '' }
  return { name: parts[0] ?? '', view: parts[0] === 'views' ? (parts[1] ?? '') : '' }
}

test('imports go one way', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(?:ts|svelte)$/u.test(file) && !file.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(50)
  expect(files.flatMap((file) => faults(file, readFileSync(join(src, file), 'utf8')))).toEqual([])
})

test.each([
  ['lib/a.ts', "import { x } from '../state/x'"],
  ['ui/A.svelte', "import type { X } from '../state/x'"],
  ['state/a.ts', "import A from '../views/graph/A.svelte'"],
  ['state/a.ts', "import * as App from '../../wailsjs/go/main/App'"],
  ['views/graph/A.svelte', "import B from '../timeline/B.svelte'"],
  ['views/graph/A.svelte', "import type { X } from '../../api/types'"],
  ['views/graph/A.svelte', "const x = await import('../../api/wails')"],
])('%s with %s is refused', (file, text) => {
  expect(faults(file, text)).toHaveLength(1)
})
