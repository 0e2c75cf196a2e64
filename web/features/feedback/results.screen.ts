import type { Screen } from '../../core/screens.ts'
import { SURVEYORS } from './screen.ts'

export const screen: Screen = {
  path: '/feedback-results/:surveyId',
  load: async () => {
    const { SurveyResultsPage: Page, needs } = await import('./SurveyResultsPage.tsx')
    return { Page, needs }
  },
  roles: SURVEYORS,
}
