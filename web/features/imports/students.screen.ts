import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/students/import',
  load: async () => {
    const { ImportStudentsPage: Page, needsOfImport } = await import('./ImportPage.tsx')
    return { Page, needs: needsOfImport('students') }
  },
}
