import { sql } from 'kysely'
import { TODAY_LINES } from '../../../shared/contract/today.ts'
import { counted } from '../../../shared/labels.ts'
import { addressOf } from '../../core/app-address.ts'
import { studentOf } from '../../core/scope.ts'
import { dayOf, lineOf, type TodayKind } from '../../core/today.ts'
import { keptSubmissions } from './submissions.reads.ts'
import { groupOf } from './today.reads.ts'

/** The characters of a return that its line tells; the dialog tells all. */
const LINE_TEXT = 120

/** Tells a student of work that came back, that which has waited longest first. */
export const workReturned: TodayKind = {
  kind: 'work-returned',
  title: 'Returned for correction',
  isFor: (caller) => studentOf(caller) !== undefined && caller.may('submissions:submit'),
  read: async (db, caller) => {
    const rows = await keptSubmissions(db, caller, { status: 'returned' })
      .where('tasks.status', '=', 'active')
      .innerJoin('departments', 'departments.id', 'tasks.department_id')
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('submission_comments as line')
            .select([sql<string>`left(line.text, ${LINE_TEXT})`.as('text'), 'line.created_at'])
            .whereRef('line.submission_id', '=', 'task_submissions.id')
            .where('line.kind', '=', 'returned')
            .orderBy('line.id', 'desc')
            .limit(1)
            .as('last'),
        (join) => join.onTrue(),
      )
      .select([
        'tasks.id',
        'tasks.name',
        'tasks.department_id',
        'departments.name as department_name',
        'last.text',
        'last.created_at',
        groupOf(caller),
        sql<number>`count(*) over ()::int`.as('total'),
      ])
      .orderBy('last.created_at')
      .orderBy('tasks.id')
      .limit(TODAY_LINES)
      .execute()
    return {
      total: rows[0]?.total ?? 0,
      lines: rows.map(({ id, name, department_id, department_name, group_id, text, created_at }) =>
        lineOf({
          text: name,
          detail: `${department_name}: ${text}`,
          since: dayOf(created_at),
          to: addressOf('/tasks', { department_id, group_id, modal: 'my-submission', id }),
        }),
      ),
    }
  },
}

/**
 * Tells of comments by others: a student of those on the own work, a teacher of those in threads in which the teacher
 * has written.
 */
export const newComments: TodayKind = {
  kind: 'new-comments',
  title: 'New comments',
  isFor: ({ may }) => may('submissions:comment'),
  read: async (db, caller, { seenAt }) => {
    const own = studentOf(caller)
    const takesPart = own
      ? sql<boolean>`true`
      : sql<boolean>`task_submissions.id in (select mine.submission_id from submission_comments mine
          where mine.author_id = ${caller.id})`
    const rows = await keptSubmissions(db, caller)
      .innerJoin('submission_comments as line', 'line.submission_id', 'task_submissions.id')
      .where('line.kind', '=', 'comment')
      .where('line.author_id', '<>', caller.id)
      .where(sql<boolean>`line.created_at > ${seenAt['new-comments']}`)
      .where(takesPart)
      .groupBy('tasks.id')
      .select([
        'tasks.id',
        'tasks.name',
        'tasks.department_id',
        groupOf(caller),
        sql<number>`count(*)::int`.as('count'),
        sql<number>`sum(count(*)) over ()::int`.as('total'),
      ])
      .orderBy(sql`max(line.id)`, 'desc')
      .limit(TODAY_LINES)
      .execute()
    return {
      total: rows[0]?.total ?? 0,
      lines: rows.map(({ id, name, department_id, group_id, count }) =>
        lineOf({
          text: name,
          detail: counted(count, 'new comment'),
          to: addressOf('/tasks', { department_id, group_id, modal: own ? 'my-submission' : 'submissions', id }),
        }),
      ),
    }
  },
}
