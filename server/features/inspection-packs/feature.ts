import type { Feature } from '../../feature.ts'
import { sweepKind } from '../../jobs/kinds.ts'
import { packJobOf, partsOf } from './making.ts'
import { packRoutes } from './routes.ts'
import { sweepPacks } from './sweeping.ts'

export const inspectionPacks: Feature = {
  routesOver: (features) => packRoutes(packJobOf(partsOf(features))),
  tables: ['inspection_packs', 'inspection_pack_files'],
  holdsFiles: ['inspection_pack_files'],
  sweeps: [sweepKind('packs', sweepPacks)],
}
