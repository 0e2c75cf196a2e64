import type { Feature } from '../../feature.ts'
import { sweepKind } from '../../jobs/kinds.ts'
import { caseMail } from './mailing.ts'
import { reportingRoutes } from './routes.ts'
import { caseHits } from './search.reads.ts'
import { sweepReportings, sweepWithdrawn } from './sweeping.ts'
import { cases, casesOverdue } from './today.reads.ts'

export const reportings: Feature = {
  routes: reportingRoutes,
  tables: ['reporting_numbers', 'reportings', 'reporting_assignees', 'reporting_entries', 'reporting_files'],
  holdsFiles: ['reporting_files'],
  hits: caseHits,
  today: [cases, casesOverdue],
  sweeps: [sweepKind('cases', sweepReportings), sweepKind('withdrawn-cases', ({ db }) => sweepWithdrawn(db))],
  mails: [caseMail],
}
