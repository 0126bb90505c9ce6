import { expect, test } from 'vitest'
import { states } from './states'
import { mainViews, visit } from './views'

// What the tests of each view do not pass by; what they do, they ask themselves.
const names = [
  ...['empty', 'loading', 'failed', 'new-below', 'legend', 'mode-raw', 'raw-record', 'menu-of-an-entry'],
  'large-text',
]

for (const view of [...mainViews, ...states].filter(({ name }) => names.includes(name))) {
  test(`bars nobody: ${view.name}`, () =>
    visit(view, async (app) => {
      for (const theme of ['dark', 'light'] as const) {
        await app.setTheme(theme)
        // A menu stands beside the landmarks, as dialogs do.
        const barriers = (await app.barriers()).filter((barrier) => !barrier.startsWith('region:'))
        expect(barriers, theme).toEqual([])
      }
    }))
}
