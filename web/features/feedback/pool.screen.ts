import type { Screen } from '../../core/screens.ts'
import { SURVEYORS } from './screen.ts'

export const screen: Screen = {
  path: '/feedback-questions',
  load: async () => {
    const { QuestionPoolPage: Page, needs } = await import('./QuestionPoolPage.tsx')
    return { Page, needs }
  },
  roles: SURVEYORS,
}
