import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/eligibility/lists',
  load: async () => {
    const { FrozenListsPage: Page, needs } = await import('./FrozenListsPage.tsx')
    return { Page, needs }
  },
  roles: ['admin', 'principal', 'hod', 'student-affair'],
}
