import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/dashboard',
  load: async (screens) => {
    const { dashboardOf, needs } = await import('./tiles.ts')
    return { Page: dashboardOf(screens), needs }
  },
}
