import type { Feature } from '../../feature.ts'
import { sweepKind } from '../../jobs/kinds.ts'
import { libraryRoutes } from './routes.ts'
import { libraryHits } from './search.reads.ts'
import { sweepLibrary } from './sweeping.ts'

export const library: Feature = {
  routes: libraryRoutes,
  tables: ['library_entries', 'library_uploads', 'library_downloads'],
  holdsFiles: ['library_entries', 'library_uploads'],
  hits: libraryHits,
  sweeps: [sweepKind('library', ({ db, files, log }) => sweepLibrary(db, files, log))],
}
