import type { Feature } from '../../feature.ts'
import { sweepKind } from '../../jobs/kinds.ts'
import { sweepChecks } from './checks.writes.ts'
import { documentsPack } from './pack.ts'
import { verifiedDocumentRoutes } from './routes.ts'

export const verifiedDocuments: Feature = {
  routesOver: (features) => verifiedDocumentRoutes(features.flatMap(({ papers = [] }) => papers)),
  tables: ['verified_documents', 'document_numbers', 'document_checks'],
  holdsFiles: ['verified_documents'],
  sweeps: [sweepKind('document-checks', ({ db }) => sweepChecks(db))],
  packPart: documentsPack,
}
