import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/security-log',
  load: async () => {
    const { SecurityLogPage: Page, needs } = await import('./SecurityLogPage.tsx')
    return { Page, needs }
  },
  roles: ['admin'],
}
