import { type SqlBool, sql } from 'kysely'
import { TODAY_LINES } from '../../../shared/contract/today.ts'
import { SIGN_IN_STATUSES } from '../../../shared/labels.ts'
import { hasAnyRole } from '../../../shared/permissions.ts'
import { addressOf } from '../../core/app-address.ts'
import type { Caller } from '../../core/caller.ts'
import { dayOf, lineOf, type TodayKind } from '../../core/today.ts'
import type { Db } from '../../db/types.ts'
import { keptStudents } from './reads.ts'

/** Students at work, counted by their batch; without one come first. */
const byBatch = (db: Db, caller: Caller) =>
  keptStudents(db, caller)
    .leftJoin('student_batches as link', (join) =>
      join.onRef('link.student_id', '=', 'students.id').on('link.status', '=', 'active'),
    )
    .leftJoin('batches', 'batches.id', 'link.batch_id')
    .where(sql<SqlBool>`students.status = any(${[...SIGN_IN_STATUSES]})`)
    .groupBy(['batches.id', 'batches.name'])
    .select([
      'batches.id',
      'batches.name',
      sql<number>`count(*)`.as('count'),
      sql<number>`sum(count(*)) over ()::int`.as('total'),
    ])
    .orderBy(sql`batches.id nulls first`)
    .limit(TODAY_LINES)

const WITHOUT_BATCH = addressOf('/students', { batch: 'none' })

export const studentsUnplaced: TodayKind = {
  kind: 'students-unplaced',
  title: 'Students without batch or group',
  isFor: ({ roles, may }) => may('students:read') && hasAnyRole(roles, ['clerk', 'student-affair']),
  read: async (db, caller) => {
    const rows = await byBatch(db, caller)
      .where(
        sql<SqlBool>`(link.id is null or not exists (select from student_groups member
          where member.student_id = students.id and member.status = 'active'))`,
      )
      .execute()
    return {
      total: rows[0]?.total ?? 0,
      lines: rows.map(({ id, name, count }) =>
        id === null
          ? lineOf({ text: 'Without a batch', count, to: WITHOUT_BATCH })
          : lineOf({ text: name ?? '', detail: 'without a group', count, to: addressOf('/groups', { batch: id }) }),
      ),
    }
  },
}

/** Only who may change students is told who has never signed in. */
export const studentsNeverSignedIn: TodayKind = {
  kind: 'never-signed-in',
  title: 'Students who never signed in',
  isFor: ({ roles, may }) => may('students:write') && hasAnyRole(roles, ['student-affair']),
  read: async (db, caller) => {
    const rows = await byBatch(db, caller)
      .innerJoin('users', 'users.id', 'students.user_id')
      .where('users.signed_in_at', 'is', null)
      .select(sql<string>`min(students.created_at)`.as('since'))
      .execute()
    return {
      total: rows[0]?.total ?? 0,
      lines: rows.map(({ id, name, count, since }) =>
        lineOf({
          text: name ?? 'Without a batch',
          count,
          since: dayOf(since),
          to: id === null ? WITHOUT_BATCH : addressOf('/students', { batch: id }),
        }),
      ),
    }
  },
}
