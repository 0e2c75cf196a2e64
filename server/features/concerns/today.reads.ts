import { CONCERNS, type ConcernWord } from '../../../shared/concerns.ts'
import { hasAnyRole } from '../../../shared/permissions.ts'
import { dayOf, FIRST_LINES, lineOf, type TodayKind, wordsOf } from '../../core/today.ts'
import { listConcerns } from './reads.ts'

/** Told by lines of their own: `backups`, `jobs`. */
const ELSEWHERE: readonly ConcernWord[] = ['backup-failed', 'backup-late', 'backup-incomplete', 'jobs-failed']

/** Told beside what makes it degraded, as nothing urgent. */
const ALSO: readonly ConcernWord[] = ['new-version']

/** Tells administrators what else is wrong with the installation, and makes it degraded. */
export const installation: TodayKind = {
  kind: 'installation',
  title: 'Installation',
  isFor: ({ roles }) => hasAnyRole(roles, ['admin']),
  mailed: wordsOf,
  read: async (db) => {
    const all = (await listConcerns(db)).filter(
      ({ kind }) => (CONCERNS[kind].degrades || ALSO.includes(kind)) && !ELSEWHERE.includes(kind),
    )
    const lines = all.map(({ kind, source, detail, since }) =>
      lineOf({
        text: CONCERNS[kind].title,
        detail: [detail, source === 'files' ? '' : source].filter((told) => told !== '').join(' ') || null,
        since: dayOf(since),
        is_urgent: CONCERNS[kind].degrades,
        to: '/status',
      }),
    )
    return { total: lines.length, lines: lines.slice(0, FIRST_LINES.perPage), to: '/status' }
  },
}
