import { sql } from 'kysely'
import { TODAY_LINES } from '../../../shared/contract/today.ts'
import { UNGRADED_DAYS } from '../../../shared/limits.ts'
import type { TasksOnly } from '../../../shared/only.ts'
import { hasAnyRole } from '../../../shared/permissions.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { addressOf } from '../../core/app-address.ts'
import type { Caller } from '../../core/caller.ts'
import { studentOf } from '../../core/scope.ts'
import { dayOf, FIRST_LINES, lineOf, type TodayKind, wordsOf } from '../../core/today.ts'
import type { Db } from '../../db/types.ts'
import { isOwnGroup } from '../groups/reads.ts'
import { listTasks, waits } from './reads.ts'
import { keptSubmissions } from './submissions.reads.ts'

const listOf = (only: TasksOnly, department_id?: number) => addressOf('/tasks', { department_id, only })

export const tasksDue: TodayKind = {
  kind: 'tasks-due',
  title: 'Tasks to hand in',
  isFor: (caller) => studentOf(caller) !== undefined && caller.may('submissions:submit'),
  mailed: wordsOf,
  read: async (db, caller, { today }) => {
    const { data, meta } = await listTasks(db, caller, { only: 'due' }, FIRST_LINES)
    return {
      total: meta.total,
      lines: data.map(({ id, name, department, department_id, group_id, end_date, skill, required_count }) => {
        const isOverdue = end_date !== null && end_date < today
        return lineOf({
          text: name,
          detail: `${department.name}, ${dueText(end_date, today)}`,
          since: isOverdue ? end_date : null,
          is_urgent: isOverdue,
          // A counted task is reached by performances, not by a file.
          to:
            required_count === null
              ? addressOf('/tasks', { department_id, group_id, modal: 'submit', id })
              : addressOf('/logbook', { modal: 'log', id: skill?.id }),
        })
      }),
      to: listOf('due'),
    }
  },
}

function dueText(end_date: string | null, today: string): string {
  if (end_date === null) return 'no last day'
  if (end_date === today) return 'due today'
  return end_date < today ? `was due on ${writtenDay(end_date)}` : `due on ${writtenDay(end_date)}`
}

/** Selects the work without marks on the tasks that the caller is shown. */
const ungraded = (db: Db, caller: Caller) => keptSubmissions(db, caller).where(waits('ungraded', 'task_submissions'))

/** The group with which a task's list is opened: of a student one of the own, as long as there is one. */
export function groupOf(caller: Caller) {
  const own = studentOf(caller)
  const ownFirst = own ? sql`(${isOwnGroup('given.group_id', own.id)}) desc, ` : sql``
  return sql<number | null>`(select given.group_id from task_groups given
    where given.task_id = tasks.id order by ${ownFirst}given.position limit 1)`.as('group_id')
}

/** Tells of work by task, the longest waiting first. */
export const grading: TodayKind = {
  kind: 'grading',
  title: 'Work to grade',
  isFor: ({ roles, may }) => may('submissions:grade') && hasAnyRole(roles, ['hod', 'faculty']),
  mailed: wordsOf,
  read: async (db, caller) => {
    const rows = await ungraded(db, caller)
      .innerJoin('departments', 'departments.id', 'tasks.department_id')
      .groupBy(['tasks.id', 'departments.name'])
      .select([
        'tasks.id',
        'tasks.name',
        'tasks.department_id',
        'departments.name as department_name',
        groupOf(caller),
        sql<number>`count(*)`.as('count'),
        sql<string>`min(task_submissions.date_time)`.as('since'),
        sql<number>`sum(count(*)) over ()::int`.as('total'),
      ])
      .orderBy('since')
      .orderBy('tasks.id')
      .limit(TODAY_LINES)
      .execute()
    return {
      total: rows[0]?.total ?? 0,
      lines: rows.map(({ id, name, department_id, department_name, group_id, count, since }) =>
        lineOf({
          text: name,
          detail: department_name,
          count,
          since: dayOf(since),
          to: addressOf('/tasks', { department_id, group_id, modal: 'submissions', show: 'not_graded', id }),
        }),
      ),
      to: listOf('ungraded'),
    }
  },
}

/** Tells people who oversee the college, by department, each leading to its tasks with such work. */
export const ungradedLong: TodayKind = {
  kind: 'ungraded-long',
  title: `Work ungraded for over ${UNGRADED_DAYS} days`,
  isFor: ({ roles, may }) => may('submissions:review') && hasAnyRole(roles, ['admin', 'principal']),
  mailed: wordsOf,
  read: async (db, caller) => {
    const rows = await keptSubmissions(db, caller)
      .innerJoin('departments', 'departments.id', 'tasks.department_id')
      .where(waits('ungraded-long', 'task_submissions'))
      .groupBy(['departments.id', 'departments.name'])
      .select([
        'departments.id',
        'departments.name',
        sql<number>`count(*)`.as('count'),
        sql<string>`min(task_submissions.date_time)`.as('since'),
        sql<number>`sum(count(*)) over ()::int`.as('total'),
      ])
      .orderBy('since')
      .orderBy('departments.id')
      .limit(TODAY_LINES)
      .execute()
    return {
      total: rows[0]?.total ?? 0,
      lines: rows.map(({ id, name, count, since }) =>
        lineOf({ text: name, count, since: dayOf(since), is_urgent: true, to: listOf('ungraded-long', id) }),
      ),
      to: listOf('ungraded-long'),
    }
  },
}

export const newMarks: TodayKind = {
  kind: 'new-marks',
  title: 'New marks',
  isFor: (caller) => studentOf(caller) !== undefined && caller.may('submissions:read'),
  mailed: wordsOf,
  read: async (db, caller, { seenAt }) => {
    const rows = await keptSubmissions(db, caller, {})
      .where(sql<boolean>`task_submissions.graded_at > ${seenAt['new-marks']}`)
      .select([
        'tasks.id',
        'tasks.name',
        'tasks.department_id',
        'tasks.total_marks',
        'task_submissions.marks',
        groupOf(caller),
        sql<number>`count(*) over ()::int`.as('total'),
      ])
      .orderBy('task_submissions.graded_at', 'desc')
      .orderBy('tasks.id')
      .limit(TODAY_LINES)
      .execute()
    return {
      total: rows[0]?.total ?? 0,
      lines: rows.map(({ id, name, department_id, group_id, marks, total_marks }) =>
        lineOf({
          text: name,
          detail: total_marks === null ? `${marks}` : `${marks} of ${total_marks}`,
          to: addressOf('/tasks', { department_id, group_id, modal: 'my-submission', id }),
        }),
      ),
    }
  },
}
