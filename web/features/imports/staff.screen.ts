import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/staff/import',
  load: async () => {
    const { ImportStaffPage: Page, needsOfImport } = await import('./ImportPage.tsx')
    return { Page, needs: needsOfImport('staff') }
  },
}
