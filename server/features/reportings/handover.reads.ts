import { type SqlBool, sql } from 'kysely'
import { REPORT_LEVELS, SIGN_IN_STATUSES } from '../../../shared/labels.ts'
import { UNRESOLVED_STATUSES } from '../../../shared/policies/reportings.ts'
import type { Db, Tx } from '../../db/types.ts'
import { holdsAny, selectAssignees } from './assignees.reads.ts'

const rankOf = (level: string) => sql<number>`array_position(${[...REPORT_LEVELS]}::text[], ${sql.ref(level)})`

/** Cases whose assignee has left, may be given none, or has lost the role of the level that they are at. */
const selectForsaken = (db: Db) =>
  db
    .selectFrom('reportings')
    .leftJoin(selectAssignees(db, SIGN_IN_STATUSES).as('able'), 'able.id', 'reportings.assigned_to')
    .where('reportings.withdrawn_at', 'is', null)
    .where(sql<SqlBool>`reportings.status = any(${[...UNRESOLVED_STATUSES]})`)
    .where(sql<SqlBool>`(able.id is null or ${rankOf('able.level')} < ${rankOf('reportings.current_level')})`)

/** The cases that somebody can't go on with, locked. */
export const lockForsaken = (tx: Tx, staffId: number) =>
  selectForsaken(tx)
    .innerJoin('students', 'students.id', 'reportings.student_id')
    .select(['reportings.id', 'reportings.current_level', 'students.user_id as student_user_id'])
    .where('reportings.assigned_to', '=', staffId)
    .orderBy('reportings.id')
    .forNoKeyUpdate('reportings')
    .execute()

/** Lists the people with cases that they can't go on with. */
export async function listForsaking(db: Db): Promise<number[]> {
  const rows = await selectForsaken(db)
    .select('reportings.assigned_to')
    .distinct()
    .orderBy('reportings.assigned_to')
    .execute()
  return rows.map(({ assigned_to }) => assigned_to)
}

export const readLeaver = (db: Db, staffId: number) =>
  db
    .selectFrom('staff')
    .innerJoin('users', 'users.id', 'staff.user_id')
    .select(['staff.id', 'users.name', 'staff.department_id', 'staff.status'])
    .where('staff.id', '=', staffId)
    .executeTakeFirstOrThrow()

/**
 * Lists the people whom the cases of a member of that department go to: its heads, then principals, then
 * administrators.
 */
export const listSuccessors = (db: Db, departmentId: number) =>
  selectAssignees(db)
    .select(['staff.user_id', holdsAny(['admin']).as('is_administrator')])
    .where((eb) =>
      eb.or([
        eb.and([eb('staff.department_id', '=', departmentId), holdsAny(['hod'])]),
        holdsAny(['principal', 'admin']),
      ]),
    )
    .orderBy(
      sql`case when staff.department_id = ${departmentId} and ${holdsAny(['hod'])} then 0
        when ${holdsAny(['principal'])} then 1 else 2 end`,
    )
    .orderBy('staff.id')
    .execute()

const maySignIn = (status: string) => sql<SqlBool>`${sql.ref(status)} = any(${[...SIGN_IN_STATUSES]})`

/** A student is asked about the own case, unless it is hidden and somebody else has filed it. */
const isStudentAsked = sql<boolean>`(not reportings.is_confidential or reportings.reported_by = students.user_id)`

const isReporterGone = sql<SqlBool>`(
  exists (select from staff where staff.user_id = reportings.reported_by and not ${maySignIn('staff.status')})
  or exists (select from students own where own.user_id = reportings.reported_by and not ${maySignIn('own.status')}))`

/** Cases that wait for a reply which can't come: the student who was asked has left, or the reporter where nobody else was. */
const selectVain = (tx: Tx) =>
  tx
    .selectFrom('reportings')
    .innerJoin('students', 'students.id', 'reportings.student_id')
    .select(['reportings.id', isStudentAsked.as('is_student_asked')])
    .where('reportings.withdrawn_at', 'is', null)
    .where('reportings.status', '=', 'pending_response')
    .where(
      sql<SqlBool>`case when ${isStudentAsked} then not ${maySignIn('students.status')} else ${isReporterGone} end`,
    )
    .orderBy('reportings.id')
    .forNoKeyUpdate('reportings')

/** The cases whose reply is waited for: one case, those of students, of a reporter, or all. */
type WaitingCases = { reportingId: number } | { studentIds: readonly number[] } | { reporterId: number } | 'all'

/** Locks the cases that wait in vain. */
export function lockVain(tx: Tx, of: WaitingCases) {
  const query = selectVain(tx)
  if (of === 'all') return query.execute()
  if ('reportingId' in of) return query.where('reportings.id', '=', of.reportingId).execute()
  if ('reporterId' in of) return query.where('reportings.reported_by', '=', of.reporterId).execute()
  return query.where(sql<SqlBool>`reportings.student_id = any(${[...of.studentIds]})`).execute()
}
