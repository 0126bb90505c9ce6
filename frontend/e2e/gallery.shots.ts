import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { largeText } from './largeText'
import { screenshots } from './places'
import { sheetStates } from './sheetStates'
import { states } from './states'
import { mainViews, visit } from './views'

const folder = join(screenshots, 'gallery')
const themes = ['dark', 'light'] as const

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
})

const views = [...mainViews, ...states, ...sheetStates, ...largeText]

for (const view of views) {
  test(view.name, () =>
    visit(view, async (app) => {
      for (const theme of themes) {
        await app.setTheme(theme)
        writeFileSync(join(folder, `${view.name}-${theme}.png`), await app.picture())
      }
    }),
  )
}

afterAll(() => writeFileSync(join(screenshots, 'index.html'), index()))

/** A page with all that was photographed, here and in the window. */
function index(): string {
  const names = [...new Set(readdirSync(folder).map((file) => file.replace(/-(dark|light)\.png$/, '')))]
  const inOrder = views.map(({ name }) => name).filter((name) => names.includes(name))
  const inWindow = readdirSync(screenshots).filter((file) => /^(dark|light)-\d+x\d+\.png$/.test(file))
  const shot = (path: string) => `<a href="${path}"><img src="${path}" alt="${path}" loading="lazy"></a>`
  const section = (name: string, paths: string[]) =>
    `<h2 id="${name}">${name}</h2>\n<p>${paths.map(shot).join('\n')}</p>`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Branchline: every view and state</title>
<style>
  body { margin: 24px; background: #888; font: 14px/20px system-ui, sans-serif; }
  h2 { margin: 32px 0 8px; font-size: 16px; }
  p { display: flex; flex-wrap: wrap; gap: 8px; margin: 0; }
  img { width: 690px; max-width: 100%; }
</style>
<h1>Every view and state</h1>
<p>${inOrder.map((name) => `<a href="#${name}">${name}</a>`).join(' ')}</p>
${inOrder
  .map((name) =>
    section(
      name,
      themes.map((theme) => `gallery/${name}-${theme}.png`),
    ),
  )
  .join('\n')}
${section('the window', inWindow)}
</html>
`
}
