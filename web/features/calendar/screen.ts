import type { Screen } from '../../core/screens.ts'

const ROLES = ['admin', 'principal', 'hod', 'faculty', 'student'] as const

export const screen: Screen = {
  path: '/timetable',
  load: async () => {
    const { TimetablePage: Page, needs } = await import('./TimetablePage.tsx')
    return { Page, needs }
  },
  roles: ROLES,
  tile: { roles: ROLES },
  remembers: { names: { department: 'department_id' } },
}
