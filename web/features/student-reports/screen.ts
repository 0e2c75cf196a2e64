import type { Screen } from '../../core/screens.ts'

const OVERSEERS = ['admin', 'principal', 'hod'] as const

export const screen: Screen = {
  path: '/reports',
  load: async () => {
    const { StudentReportsPage: Page, needs } = await import('./StudentReportsPage.tsx')
    return { Page, needs }
  },
  roles: OVERSEERS,
  remembers: { names: { department: 'department_id', batch: 'batch_id' }, tab: true, fetchedWith: ['batch'] },
  tile: { roles: OVERSEERS },
}
