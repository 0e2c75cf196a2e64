import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/leaves',
  load: async () => {
    const { LeavesPage: Page, needs } = await import('./LeavesPage.tsx')
    return { Page, needs }
  },
  roles: ['admin', 'principal', 'hod', 'student'],
}
