import type { ShapeName } from '../../lib/shapes'

/** The colours and the type a picture is drawn with. */
export interface Ink {
  ground: string
  dim: string
  lit: string
  over: string
  quiet: string
  strong: string
  text: string
  error: string
  selection: string
  border: string
  /** The colour of a sign that is lit. */
  of(name: ShapeName): string
  textPx: number
  font: string
}

const colours: Partial<Record<ShapeName, string>> = {
  prompt: '--user',
  label: '--label',
  compaction: '--compaction',
  branchSummary: '--branch-summary',
  error: '--error',
  active: '--lane-path',
}

/** Reads the theme where an element stands; under forced colours shapes alone tell signs apart. */
export function inkOf(element: Element): Ink {
  const style = getComputedStyle(element)
  const forced = matchMedia('(forced-colors: active)').matches
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    ground: read('--bg1'),
    dim: read('--lane-dim'),
    lit: read('--lane-path'),
    over: read('--lane'),
    quiet: read('--lane'),
    strong: read('--lane-active'),
    text: read('--text-dim'),
    error: forced ? read('--lane-active') : read('--error'),
    selection: read('--selection-edge'),
    border: read('--border'),
    of: (name) => read((forced ? undefined : colours[name]) ?? '--lane-active'),
    textPx: Math.round(parseFloat(style.fontSize)),
    font: style.fontFamily,
  }
}
