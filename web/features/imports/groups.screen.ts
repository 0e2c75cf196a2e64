import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/groups/import',
  load: async () => {
    const { ImportGroupsPage: Page, needsOfImport } = await import('./ImportPage.tsx')
    return { Page, needs: needsOfImport('groups') }
  },
}
