import type { Feature } from '../../feature.ts'
import { settingsRoutes } from './routes.ts'

export const settings: Feature = {
  routes: settingsRoutes,
  tables: ['college_settings', 'college_logos', 'setting_tests'],
  holdsFiles: ['college_logos'],
}
