import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/assessment/import',
  load: async () => {
    const { ImportResultsPage: Page, needsOfImport } = await import('./ImportPage.tsx')
    return { Page, needs: needsOfImport('results') }
  },
}
