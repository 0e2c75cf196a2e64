import type { Screen } from '../../core/screens.ts'
import { dialogs } from './dialogs.ts'

const READERS = ['admin', 'principal', 'hod', 'student-affair', 'student'] as const

export const screen: Screen = {
  path: '/eligibility',
  load: async () => {
    const { EligibilityPage: Page, needs } = await import('./EligibilityPage.tsx')
    return { Page, needs }
  },
  dialogs,
  roles: READERS,
  remembers: { names: { department: 'department_id', batch: 'batch_id' }, sort: true },
  tile: { roles: READERS },
}
