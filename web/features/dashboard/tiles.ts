import { createElement } from 'react'
import type { Screen, TileLook } from '../../core/screens.ts'
import { DashboardPage, type Tile } from './DashboardPage.tsx'

export { needs } from './api.ts'

/** The looks of all tiles. They come with the dashboard: the sign-in page, which knows every screen, does without. */
const LOOKS = Object.values(import.meta.glob<TileLook>('../*/{tile,*.tile}.ts', { eager: true, import: 'tile' }))

/** The tiles, in the order of the screens. */
export const tilesOf = (screens: readonly Screen[]): Tile[] =>
  screens.flatMap((one) => {
    const look = LOOKS.find(({ screen }) => screen === one)
    return one.tile && look ? [{ ...one.tile, ...look, to: one.path }] : []
  })

export const dashboardOf = (screens: readonly Screen[]) => {
  const tiles = tilesOf(screens)
  return () => createElement(DashboardPage, { tiles })
}
