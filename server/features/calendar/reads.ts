import { type SqlBool, sql } from 'kysely'
import type { calendar } from '../../../shared/contract/calendar.ts'
import type { Query } from '../../../shared/endpoint.ts'
import { folded } from '../../../shared/folding.ts'
import type { Caller } from '../../core/caller.ts'
import { studentOf } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { keptSessions, minutes } from '../attendance/reads.ts'
import { isRequirementOpen } from '../logbook/counting.reads.ts'
import { keptTasks } from '../tasks/reads.ts'
import type { Days } from './rules.ts'

/** Nobody has as many in seven months; a calendar program is not to be sent more. */
const MOST_EVENTS = 2000

export const findFeed = (db: Db, id: string) =>
  db.selectFrom('calendar_feeds').select(['id', 'user_id']).where('id', '=', id).executeTakeFirst()

export const findFeedOf = (db: Db, userId: number) =>
  db.selectFrom('calendar_feeds').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** The sessions that are the person's own: those of a student's groups of their days, those that a member of the staff holds. */
function ownSessions(db: Db, caller: Caller, days: Days) {
  if (studentOf(caller)) return keptSessions(db, caller, { ...days, onTheirDays: true })
  return caller.staff ? keptSessions(db, caller, { ...days, staff_id: caller.staff.id }) : undefined
}

/** Also those that are cancelled, of which a calendar program has to be told. */
export const readOwnSessions = (db: Db, caller: Caller, days: Days) => withNames(ownSessions(db, caller, days))

/** The subject of a week in the place of the own one. */
type WeekOf = Pick<Query<typeof calendar.days>, 'group_id' | 'staff_id' | 'ward'>

/** Reads the sessions of a group, those that a teacher holds, or those of the groups that are posted to a ward on their day, as far as they are shown. */
export function readSessionsOf(db: Db, caller: Caller, { from, to }: Days, { group_id, staff_id, ward }: WeekOf) {
  const sessions = keptSessions(db, caller, {
    from,
    to,
    group_id,
    staff_id,
    onTheirDays: studentOf(caller) !== undefined,
  })
  if (!ward) return withNames(sessions)
  const posted = sql<SqlBool>`exists (select from postings
    where postings.group_id = attendance_sessions.group_id and folded(postings.ward) = ${folded(ward)}
      and attendance_sessions.activity_date between postings.first_day and postings.last_day)`
  return withNames(sessions.where(posted))
}

async function withNames(sessions: ReturnType<typeof ownSessions>) {
  const rows = await sessions
    ?.innerJoin('departments', 'departments.id', 'attendance_sessions.department_id')
    .innerJoin('batches', 'batches.id', 'attendance_sessions.batch_id')
    .innerJoin('groups', 'groups.id', 'attendance_sessions.group_id')
    .innerJoin('staff', 'staff.id', 'attendance_sessions.staff_id')
    .innerJoin('users', 'users.id', 'staff.user_id')
    .select([
      'attendance_sessions.id',
      'attendance_sessions.activity_date',
      'attendance_sessions.start_time',
      'attendance_sessions.end_time',
      'attendance_sessions.status',
      'attendance_sessions.department_id',
      'attendance_sessions.batch_id',
      'attendance_sessions.group_id',
      'attendance_sessions.staff_id',
      'departments.name as department',
      'batches.name as batch',
      'groups.name as group',
      'users.name as staff',
      // A group that is called otherwise is another text too.
      sql<string>`greatest(attendance_sessions.updated_at, groups.updated_at, departments.updated_at)`.as('changed_at'),
    ])
    .orderBy('attendance_sessions.activity_date')
    .orderBy('attendance_sessions.start_time')
    .orderBy('attendance_sessions.id')
    .limit(MOST_EVENTS)
    .execute()
  return (rows ?? []).map((row) => ({
    ...row,
    start_time: minutes(row.start_time),
    end_time: minutes(row.end_time),
  }))
}

/**
 * A student's tasks that have a last day: active ones, and those handed in. Nobody else has any. One that asks for a
 * number of performances is handed in once they are counted.
 */
export async function readOwnTasks(db: Db, caller: Caller, { from, to }: Days) {
  const own = studentOf(caller)
  if (!own || !caller.may('submissions:submit')) return []
  return keptTasks(db, caller)
    .innerJoin('departments', 'departments.id', 'tasks.department_id')
    .where('tasks.end_date', '>=', from)
    .where('tasks.end_date', '<=', to)
    .select([
      'tasks.id',
      'tasks.name',
      'tasks.updated_at',
      sql<string>`tasks.end_date`.as('end_date'),
      'departments.name as department',
      sql<number | null>`case when tasks.required_count is not null then tasks.skill_id end`.as('skill_id'),
      // Not when it was last touched: that would tell of grading.
      sql<string | null>`case
        when tasks.required_count is null then (select done.date_time from task_submissions done
          where done.task_id = tasks.id and done.student_id = ${own.id} and done.status = 'submitted')
        when ${isRequirementOpen(own.id)} then null
        else (select coalesce(max(entry.signed_at), tasks.created_at) from log_entries entry
          where entry.student_id = ${own.id} and entry.department_id = tasks.department_id
            and entry.skill_id = tasks.skill_id and entry.status = 'signed') end`.as('handed_in_at'),
    ])
    .orderBy('tasks.end_date')
    .orderBy('tasks.id')
    .limit(MOST_EVENTS)
    .execute()
}

export type OwnSession = Awaited<ReturnType<typeof readOwnSessions>>[number]
export type OwnTask = Awaited<ReturnType<typeof readOwnTasks>>[number]
