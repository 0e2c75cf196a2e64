import type { Screen } from '../../core/screens.ts'

/** The roles that make surveys. */
export const SURVEYORS = ['admin', 'principal', 'hod', 'faculty', 'student-affair'] as const

export const screen: Screen = {
  path: '/feedback',
  load: async () => {
    const { SurveysPage: Page, needs } = await import('./SurveysPage.tsx')
    return { Page, needs }
  },
  roles: SURVEYORS,
  tile: { roles: SURVEYORS },
}
