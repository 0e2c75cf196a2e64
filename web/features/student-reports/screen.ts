import type { Screen } from '../../core/screens.ts'

const OVERSEERS = ['admin', 'principal', 'hod'] as const

export const screen: Screen = {
  path: '/reports',
  load: async () => {
    const { StudentReportsPage: Page, needs } = await import('./StudentReportsPage.tsx')
    return { Page, needs }
  },
  roles: OVERSEERS,
  tile: { roles: OVERSEERS },
}
