import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/my-results',
  load: async () => {
    const { MyResultsPage: Page, needs } = await import('./MyResultsPage.tsx')
    return { Page, needs }
  },
  roles: ['student'],
  tile: { roles: ['student'] },
}
