import { sweepLogins } from './core/login.ts'
import { JobFailure } from './core/reasons.ts'
import { sweepSecurityLog } from './core/security-log-store.ts'
import { sweepTroubles } from './core/troubles.ts'
import { noteConcerns } from './features/concerns/writes.ts'
import { packJobOf, partsOf } from './features/inspection-packs/making.ts'
import { restoreTest } from './features/settings/restore-test.ts'
import { features } from './features.ts'
import type { FileCare } from './files/care.ts'
import { sweepAmounts } from './http/amounts.ts'
import { sweepCostly } from './http/costly.ts'
import { sweepKeys } from './http/idempotency.ts'
import { type JobKind, type JobServices, sweepKind } from './jobs/kinds.ts'
import { sweepJobs } from './jobs/sweeping.ts'

const over = features.flatMap(({ jobsOver }) => jobsOver?.(features) ?? [])

/** The mails and notices that wait in the queue until a server takes them. */
export const MAILS = [...features, ...over].flatMap(({ mails = [] }) => mails)

/** The work that administrators ask for. */
export const ASKED_FOR: readonly JobKind[] = [restoreTest, packJobOf(partsOf(features)) as JobKind]

/** The work of each process of once a minute. */
export const everyMinute = (services: JobServices) => Promise.all(over.map((one) => one.everyMinute(services)))

/** The hourly work of one of the processes, each a job of its own: one that fails keeps no other from being done. */
export const sweepsOf = (fileCare: Pick<FileCare, 'sweep'>): readonly JobKind[] => [
  ...[...features, ...over].flatMap(({ sweeps = [] }) => sweeps),
  sweepKind('logins', ({ db }) => sweepLogins(db)),
  sweepKind('idempotency-keys', ({ db }) => sweepKeys(db)),
  sweepKind('costly-calls', ({ db }) => sweepCostly(db)),
  sweepKind('day-amounts', ({ db }) => sweepAmounts(db)),
  sweepKind('security-log', ({ db, settings }) => sweepSecurityLog(db, settings.SECURITY_LOG_KEEP)),
  sweepKind('files', async ({ db }) => {
    const trouble = await fileCare.sweep()
    await noteConcerns(db, 'files', trouble === undefined ? [] : [{ kind: 'files-unswept', detail: trouble }])
    if (trouble !== undefined) throw new JobFailure(trouble)
  }),
  sweepKind('troubles', ({ db }) => sweepTroubles(db)),
  sweepKind('finished-jobs', ({ db }) => sweepJobs(db)),
]
