import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/department',
  load: async () => {
    const { DepartmentsPage: Page, needs } = await import('./DepartmentsPage.tsx')
    return { Page, needs }
  },
  tile: { roles: ['admin', 'student-affair'] },
}
