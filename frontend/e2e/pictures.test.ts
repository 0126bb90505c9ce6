import { expect, test } from 'vitest'
import { difference } from './compared'
import { mainViews, visit } from './views'

const sizes = [
  [1920, 1080],
  [1400, 900],
  [960, 600],
] as const

for (const view of mainViews) {
  test(`looks as it did: ${view.name}`, () =>
    visit(view, async (app) => {
      const wrong: string[] = []
      for (const [width, height] of sizes) {
        await app.resize(width, height)
        for (const theme of ['dark', 'light'] as const) {
          await app.setTheme(theme)
          wrong.push(await difference(`${view.name}-${theme}-${width}`, () => app.picture()))
        }
      }
      expect(wrong.filter((said) => said !== '')).toEqual([])
    }))
}
