import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/skills/import',
  load: async () => {
    const { ImportSkillsPage: Page, needsOfImport } = await import('./ImportPage.tsx')
    return { Page, needs: needsOfImport('skills') }
  },
}
