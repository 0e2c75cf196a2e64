import type { Screen } from '../../core/screens.ts'
import { dialogs } from './dialogs.ts'

/** The roles that make surveys. */
const SURVEYORS = ['admin', 'principal', 'hod', 'faculty', 'student-affair'] as const

export const screen: Screen = {
  path: '/feedback',
  load: async () => {
    const { SurveysPage: Page, needs } = await import('./SurveysPage.tsx')
    return { Page, needs }
  },
  dialogs,
  roles: SURVEYORS,
  tile: { roles: SURVEYORS },
}
