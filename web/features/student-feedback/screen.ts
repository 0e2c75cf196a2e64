import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/student-feedback',
  load: async () => {
    const { StudentFeedbackPage: Page, needs } = await import('./StudentFeedbackPage.tsx')
    return { Page, needs }
  },
  tile: { roles: ['student'] },
}
