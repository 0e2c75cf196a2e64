import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/designations/import',
  load: async () => {
    const { ImportDesignationsPage: Page, needsOfImport } = await import('./ImportPage.tsx')
    return { Page, needs: needsOfImport('designations') }
  },
}
