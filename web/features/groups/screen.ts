import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/groups',
  load: async () => {
    const { GroupsPage: Page, needs } = await import('./GroupsPage.tsx')
    return { Page, needs }
  },
  remembers: { names: { batch: 'batch' } },
  tile: { roles: ['admin', 'principal', 'hod', 'faculty', 'student-affair'] },
}
