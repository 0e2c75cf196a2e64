import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/department/import',
  load: async () => {
    const { ImportDepartmentsPage: Page, needsOfImport } = await import('./ImportPage.tsx')
    return { Page, needs: needsOfImport('departments') }
  },
}
