import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/status',
  load: async () => {
    const { StatusPage: Page, needs } = await import('./StatusPage.tsx')
    return { Page, needs }
  },
  roles: ['admin'],
}
