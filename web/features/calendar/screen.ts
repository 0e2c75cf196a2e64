import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/timetable',
  load: async () => {
    const { TimetablePage: Page, needs } = await import('./TimetablePage.tsx')
    return { Page, needs }
  },
  roles: ['hod', 'faculty', 'student'],
  tile: { roles: ['hod', 'faculty', 'student'] },
}
