import type { Screen } from '../../core/screens.ts'

export const screen: Screen = {
  path: '/staff/import',
  load: async () => ({ Page: (await import('./ImportPage.tsx')).ImportStaffPage }),
}
