import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/batches',
  load: async () => {
    const { BatchesPage: Page, needs } = await import('./BatchesPage.tsx')
    return { Page, needs }
  },
  tile: { roles: ['admin', 'student-affair'] },
}
