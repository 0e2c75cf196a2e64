import type { Feature } from '../../feature.ts'
import { sweepKind } from '../../jobs/kinds.ts'
import { sweepImports } from './history.writes.ts'
import { importRoutes } from './routes.ts'

export const imports: Feature = {
  routes: importRoutes,
  tables: ['imports', 'import_rows'],
  sweeps: [sweepKind('imports', ({ db }) => sweepImports(db))],
}
