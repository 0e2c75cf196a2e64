import type { Screen } from '../../core/screens.ts'
import { ruleDialogs } from './dialogs.ts'

export const screen: Screen = {
  path: '/eligibility/rules',
  load: async () => {
    const { RuleSetsPage: Page, needs } = await import('./RuleSetsPage.tsx')
    return { Page, needs }
  },
  dialogs: ruleDialogs,
  roles: ['admin', 'principal', 'hod', 'student-affair'],
}
