import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/student-attendance',
  load: async () => {
    const { StudentAttendancePage: Page, needs } = await import('./StudentAttendancePage.tsx')
    return { Page, needs }
  },
  remembers: { names: { batch: 'batch_id' }, tab: true },
  tile: { roles: ['student'] },
}
