import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/attendance/import',
  load: async () => {
    const { ImportAttendancePage: Page, needsOfImport } = await import('./ImportPage.tsx')
    return { Page, needs: needsOfImport('attendance') }
  },
}
