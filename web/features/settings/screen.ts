import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/settings',
  load: async () => {
    const { SettingsPage: Page, needs } = await import('./SettingsPage.tsx')
    return { Page, needs }
  },
  roles: ['admin'],
}
