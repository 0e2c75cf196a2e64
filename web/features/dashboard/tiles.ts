import { createElement } from 'react'
import type { Screen } from '../../core/screens.ts'
import { DashboardPage, type Tile } from './DashboardPage.tsx'
import { looksOf } from './looks.ts'

export { needs } from './api.ts'

/** The tiles, in the order of the screens. */
export const tilesOf = (screens: readonly Screen[]): Tile[] =>
  looksOf(screens).flatMap(({ screen: { path, tile }, ...look }) => (tile ? [{ ...tile, ...look, to: path }] : []))

export const dashboardOf = (screens: readonly Screen[]) => {
  const tiles = tilesOf(screens)
  return () => createElement(DashboardPage, { tiles })
}
