import { sql } from 'kysely'
import { TODAY_LINES } from '../../../shared/contract/today.ts'
import type { StudentsOnly } from '../../../shared/only.ts'
import { hasAnyRole } from '../../../shared/permissions.ts'
import { addressOf } from '../../core/app-address.ts'
import type { Caller } from '../../core/caller.ts'
import { departmentOf } from '../../core/scope.ts'
import { dayOf, lineOf, type TodayKind, wordsOf } from '../../core/today.ts'
import type { Db } from '../../db/types.ts'
import { keptStudents } from './reads.ts'

/** The students of such a list, counted by their batch; without one come first. */
const byBatch = (db: Db, caller: Caller, only: StudentsOnly) =>
  keptStudents(db, caller, { only })
    .innerJoin('users as account', 'account.id', 'students.user_id')
    .leftJoin('student_batches as link', (join) =>
      join.onRef('link.student_id', '=', 'students.id').on('link.status', '=', 'active'),
    )
    .leftJoin('batches', 'batches.id', 'link.batch_id')
    .groupBy(['batches.id', 'batches.name'])
    .select([
      'batches.id',
      'batches.name',
      sql<number>`count(*)`.as('count'),
      sql<string>`min(account.created_at)`.as('since'),
      sql<number>`sum(count(*)) over ()::int`.as('total'),
    ])
    .orderBy(sql`batches.id nulls first`)
    .limit(TODAY_LINES)

const listOf = (only: StudentsOnly, batch?: number | null) =>
  addressOf('/students', { batch: batch === null ? 'none' : batch, only })

/** For who sees the groups of every department: to others most students would be without one. */
export const studentsUnplaced: TodayKind = {
  kind: 'students-unplaced',
  title: 'Students without batch or group',
  isFor: (caller) =>
    caller.may('students:read') &&
    hasAnyRole(caller.roles, ['admin', 'clerk', 'student-affair']) &&
    departmentOf(caller) === undefined,
  mailed: wordsOf,
  read: async (db, caller) => {
    const rows = await byBatch(db, caller, 'unplaced').execute()
    return {
      total: rows[0]?.total ?? 0,
      lines: rows.map(({ id, name, count }) =>
        lineOf({
          text: name ?? 'Without a batch',
          detail: id === null ? null : 'without a group',
          count,
          to: listOf('unplaced', id),
        }),
      ),
      to: listOf('unplaced'),
    }
  },
}

/** Only who may change students is told who has never signed in. */
export const studentsNeverSignedIn: TodayKind = {
  kind: 'never-signed-in',
  title: 'Students who never signed in',
  isFor: ({ may }) => may('students:write'),
  mailed: wordsOf,
  read: async (db, caller) => {
    const rows = await byBatch(db, caller, 'never-signed-in').execute()
    return {
      total: rows[0]?.total ?? 0,
      lines: rows.map(({ id, name, count, since }) =>
        lineOf({
          text: name ?? 'Without a batch',
          count,
          since: dayOf(since),
          to: listOf('never-signed-in', id),
        }),
      ),
      to: listOf('never-signed-in'),
    }
  },
}
