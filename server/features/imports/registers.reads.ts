import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/types.ts'

// Reads what a file with registers is planned with, each in one statement however many rows the file has.

const among = (column: string, values: readonly number[]) => sql<SqlBool>`${sql.ref(column)} = any(${[...values]})`

/** The sessions of these groups on these days. */
export const findSessionsOf = (db: Db, groupIds: readonly number[], days: readonly string[]) =>
  db
    .selectFrom('attendance_sessions')
    .select([
      'id',
      'group_id',
      'activity_date',
      sql<string>`to_char(start_time, 'HH24:MI')`.as('start_time'),
      'status',
      'updated_at',
    ])
    .where(among('group_id', groupIds))
    .where(sql<SqlBool>`activity_date = any(${[...days]}::date[])`)
    .orderBy('id')
    .execute()
export type PastSession = Awaited<ReturnType<typeof findSessionsOf>>[number]

/** The entries of these sessions. */
export const findEntriesOf = (db: Db, sessionIds: readonly number[]) =>
  db
    .selectFrom('attendance_submissions')
    .select(['attendance_session_id', 'student_id', 'status', 'remarks'])
    .where(among('attendance_session_id', sessionIds))
    .execute()
export type PastEntry = Awaited<ReturnType<typeof findEntriesOf>>[number]

/** All memberships of these groups, those that have ended too. */
export const findMembershipsOf = (db: Db, groupIds: readonly number[]) =>
  db
    .selectFrom('student_groups as link')
    .innerJoin('students', 'students.id', 'link.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .select([
      'link.student_id',
      'link.group_id',
      'link.status',
      'link.first_day',
      'link.left_on',
      'users.name',
      'students.status as student_status',
    ])
    .where(among('link.group_id', groupIds))
    .execute()
export type Membership = Awaited<ReturnType<typeof findMembershipsOf>>[number]

/** The staff of these departments. */
export const findStaffOf = (db: Db, departmentIds: readonly number[]) =>
  db
    .selectFrom('staff')
    .innerJoin('users', 'users.id', 'staff.user_id')
    .select(['staff.id', 'staff.department_id', 'staff.staff_no', 'staff.user_id', 'users.name', 'users.email'])
    .where(among('staff.department_id', departmentIds))
    .execute()
export type PastStaff = Awaited<ReturnType<typeof findStaffOf>>[number]
