import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/students/import',
  load: async () => ({ Page: (await import('./ImportPage.tsx')).ImportStudentsPage }),
}
