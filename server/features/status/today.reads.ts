import { JOB_NAMES } from '../../../shared/jobs.ts'
import { hasAnyRole } from '../../../shared/permissions.ts'
import { dayOf, FIRST_LINES, lineOf, type TodayKind, wordsOf } from '../../core/today.ts'
import { listFailed } from './jobs.reads.ts'

/** Tells administrators of jobs that were given up. A job that has succeeded since is left out. */
export const failedJobs: TodayKind = {
  kind: 'jobs',
  title: 'Failed jobs',
  isFor: ({ roles }) => hasAnyRole(roles, ['admin']),
  mailed: wordsOf,
  read: async (db) => {
    const failed = (await listFailed(db)).filter(({ done_at, last_at }) => done_at === null || done_at < last_at)
    const lines = failed.map(({ kind, count, reason, first_at }) =>
      lineOf({
        text: JOB_NAMES[kind],
        detail: reason,
        count,
        since: dayOf(first_at),
        is_urgent: true,
        to: '/status',
      }),
    )
    const total = failed.reduce((sum, { count }) => sum + count, 0)
    return { total, lines: lines.slice(0, FIRST_LINES.perPage), to: '/status' }
  },
}
