import { hasAnyRole } from '../../../shared/permissions.ts'
import { dayOf, lineOf, type TodayKind, wordsOf } from '../../core/today.ts'
import { readLastBackups } from './reads.ts'

/** Tells administrators what is wrong with the backups. */
export const backupTrouble: TodayKind = {
  kind: 'backups',
  title: 'Backups',
  isFor: ({ roles }) => hasAnyRole(roles, ['admin']),
  mailed: wordsOf,
  read: async (db, _caller, { isBackedUp }) => {
    if (!isBackedUp) return { total: 0, lines: [] }
    const { over, whole } = await readLastBackups(db)
    const lines = []
    if (over?.failure)
      lines.push(
        lineOf({
          text: 'The last backup failed',
          detail: over.failure,
          since: dayOf(over.started_at),
          is_urgent: true,
          to: '/status',
        }),
      )
    if (whole?.isOverdue)
      lines.push(
        lineOf({ text: 'There is no newer backup', since: dayOf(whole.started_at), is_urgent: true, to: '/status' }),
      )
    if (whole?.missing_files)
      lines.push(
        lineOf({
          text: 'Files that were missing or damaged when they were backed up',
          count: whole.missing_files,
          since: dayOf(whole.started_at),
          is_urgent: true,
          to: '/status',
        }),
      )
    return { total: lines.length, lines }
  },
}
