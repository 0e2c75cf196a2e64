import type { Feature } from '../../feature.ts'
import { sweepKind } from '../../jobs/kinds.ts'
import { sweepCodes } from './codes.writes.ts'
import { logbookPack } from './pack.ts'
import { logbookPaper } from './paper.ts'
import { logbookRoutes } from './routes.ts'
import { entriesReturned, toSign, unsignedLong } from './today.reads.ts'

export const logbook: Feature = {
  routes: logbookRoutes,
  tables: ['log_entries', 'log_entry_counts', 'log_codes', 'log_code_entries', 'wrong_log_codes'],
  papers: [logbookPaper],
  today: [toSign, entriesReturned, unsignedLong],
  sweeps: [sweepKind('log-codes', ({ db }) => sweepCodes(db))],
  packPart: logbookPack,
}
