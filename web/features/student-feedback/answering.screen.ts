import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/student-feedback-questions/:surveyId',
  load: async () => {
    const { AnsweringPage: Page, needs } = await import('./AnsweringPage.tsx')
    return { Page, needs }
  },
}
