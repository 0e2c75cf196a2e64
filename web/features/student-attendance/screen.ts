import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/student-attendance',
  load: async () => {
    const { StudentAttendancePage: Page, needs } = await import('./StudentAttendancePage.tsx')
    return { Page, needs }
  },
  tile: { roles: ['student'] },
}
