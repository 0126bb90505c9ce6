import type { Gaps, Point, Size, View } from '../../lib/tree'
import type { GraphMap, GraphMapLine, GraphMapPlace } from '../../state/types'
import type { Ink } from './ink'

/** What a picture is drawn from. */
export interface Scene {
  map: GraphMap
  view: View
  /** How far apart things are in that view. */
  gaps: Gaps
  pane: Size
  /** The branch on screen, and the selected entry. */
  leaf: GraphMapPlace
  at: GraphMapPlace
  /** The line under the pointer, -1 for none. */
  over: number
  ink: Ink
  /** What the active leaf is called. */
  here: string
}

export function screenOf(scene: Scene, spot: { line: number; down: number }): Point {
  const { view, map, gaps } = scene
  return { x: view.x + (map.lines[spot.line]?.lane ?? 0) * gaps.lanePx, y: view.y + spot.down * gaps.downPx }
}

/** Whether some of a line is in the pane, as far as it goes down. */
export function inView({ pane, view, gaps }: Scene, line: GraphMapLine): boolean {
  const top = view.y + line.top * gaps.downPx
  const bottom = view.y + line.bottom * gaps.downPx
  return bottom >= -20 && top <= pane.height + 20
}

/** How large signs are drawn: they shrink where lanes come close, as far as they can be told apart. */
export function signScale({ gaps }: Scene): number {
  return Math.min(1, Math.max(0.6, gaps.lanePx / 16))
}

/** How large the ring around the selected entry is. */
export const selectionPx = 9
