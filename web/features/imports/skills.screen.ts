import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/skills/import',
  load: async () => ({ Page: (await import('./ImportPage.tsx')).ImportSkillsPage }),
}
