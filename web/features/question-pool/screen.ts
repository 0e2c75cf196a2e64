import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/feedback-questions',
  load: async () => {
    const { QuestionPoolPage: Page, needs } = await import('./QuestionPoolPage.tsx')
    return { Page, needs }
  },
  roles: ['admin', 'principal', 'hod', 'faculty', 'student-affair'],
}
