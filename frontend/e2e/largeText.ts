import { sheetStates } from './sheetStates'
import { mainViews, type View } from './views'

/** A view where text is as large as it gets. */
const large = (name: string, size?: View['size']): View => {
  const view = [...mainViews, ...sheetStates].find((one) => one.name === name)
  if (view === undefined) throw new Error(`there is no view ${name}`)
  return {
    ...view,
    name: `${name}-150${size ? '-small' : ''}`,
    ...(size && { size }),
    async show(app, staged) {
      for (let step = 0; step < 5; step++) await app.keys('Control+=')
      await view.show(app, staged)
    },
  }
}

const small = [960, 600] as const

/** Views with text at 150 %, the largest that the settings have. */
export const largeText: readonly View[] = [
  large('reading'),
  large('outcome', small),
  large('outcome'),
  large('compare'),
  large('changes'),
  large('sheet-export-pi-session'),
  large('sheet-export-html-page', small),
  large('sheet-export-300-secrets'),
]
