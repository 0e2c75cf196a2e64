import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/feedback-results/:surveyId',
  load: async () => {
    const { SurveyResultsPage: Page, needs } = await import('./SurveyResultsPage.tsx')
    return { Page, needs }
  },
  roles: ['admin', 'principal', 'hod', 'faculty', 'student-affair'],
}
