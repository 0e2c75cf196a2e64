import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Task, type tasks } from '../../../shared/contract/tasks.ts'
import type { Query } from '../../../shared/endpoint.ts'
import { UNGRADED_DAYS } from '../../../shared/limits.ts'
import type { TasksOnly } from '../../../shared/only.ts'
import type { Caller } from '../../core/caller.ts'
import { dayIn } from '../../core/clock.ts'
import { columnsOf } from '../../core/columns.ts'
import { listing } from '../../core/listing.ts'
import { studentOf, within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { isOwnGroup } from '../groups/reads.ts'
import { countedForTask, isRequirementOpen } from '../logbook/counting.reads.ts'

type TaskFilter = Query<typeof tasks.list>

/**
 * The tasks that the caller is shown; a student's are those active in own groups, and those submitted. Both are named
 * before the tasks are looked at: those of former years are never read for one student.
 */
function visible(db: Db, caller: Caller, { department_id, group_id, status, only }: TaskFilter = {}) {
  const shown = within(caller, {
    department: 'tasks.department_id',
    student: ({ id }) => sql<SqlBool>`(tasks.id = any(array(
        select given.task_id from task_groups given where ${isOwnGroup('given.group_id', id)}
        union select done.task_id from task_submissions done where done.student_id = ${id}))
      and (tasks.status = 'active' or exists (
        select from task_submissions done where done.task_id = tasks.id and done.student_id = ${id})))`,
  })
  let query = db.selectFrom('tasks').where(shown)
  if (department_id !== undefined) query = query.where('tasks.department_id', '=', department_id)
  if (status !== undefined) query = query.where('tasks.status', '=', status)
  if (only !== undefined) query = query.where(isOnly(caller, only))
  return group_id === undefined ? query : query.where(isOfGroup(caller, group_id))
}

/**
 * True when handed-in work has no marks and is not returned; with `ungraded-long` only work that has waited for so long.
 * `work` names the table.
 */
export function waits(only: TasksOnly, work = 'work'): RawBuilder<SqlBool> {
  const ungraded = sql<SqlBool>`${sql.ref(`${work}.marks`)} is null and ${sql.ref(`${work}.status`)} = 'submitted'`
  if (only !== 'ungraded-long') return ungraded
  return sql`${ungraded} and ${sql.ref(`${work}.date_time`)} < now() - make_interval(days => ${UNGRADED_DAYS})`
}

/** To who has nothing to hand in, or may not look at what was, no task is one of these. */
function isOnly(caller: Caller, only: TasksOnly): RawBuilder<SqlBool> {
  const own = studentOf(caller)
  if (only !== 'due')
    return caller.may('submissions:review')
      ? sql<SqlBool>`tasks.id in (select work.task_id from task_submissions work where ${waits(only)})`
      : sql<SqlBool>`false`
  if (!own) return sql<SqlBool>`false`
  return sql<SqlBool>`tasks.status = 'active' and coalesce(tasks.start_date <= ${dayIn(caller.zone)}::date, true)
    and case when tasks.required_count is null
      then not exists (select from task_submissions done where done.task_id = tasks.id and done.student_id = ${own.id})
      else ${isRequirementOpen(own.id)} end`
}

/** The number of pieces of work that wait on each task of such a list, and the college's day since when. */
const waitingOf = ({ zone }: Caller, only: TasksOnly | undefined) =>
  only === undefined || only === 'due'
    ? sql<Task['waiting'] | null>`null::json`
    : sql<Task['waiting'] | null>`(select json_build_object('count', count(*),
        'since', (min(work.date_time) at time zone ${zone})::date)
      from task_submissions work where work.task_id = tasks.id and ${waits(only)})`

/** Keeps the tasks of a group; a student is shown those of own groups alone. */
function isOfGroup(caller: Caller, groupId: number) {
  const own = studentOf(caller)
  return sql<SqlBool>`tasks.id in (select given.task_id from task_groups given where given.group_id = ${groupId}
    and ${own ? isOwnGroup('given.group_id', own.id) : sql`true`})`
}

function withDetails(kept: ReturnType<typeof visible>, caller: Caller, { only }: TaskFilter = {}) {
  const own = studentOf(caller)
  // A student is not told of other groups.
  const ownGroups = own ? sql`and ${isOwnGroup('g.id', own.id)}` : sql``
  const ownSubmission = own
    ? sql<Task['submission']>`(select json_build_object('id', s.id, 'status', s.status, 'marks', s.marks,
        'is_late', s.is_late) from task_submissions s where s.task_id = tasks.id and s.student_id = ${own.id})`
    : sql<Task['submission']>`null::json`
  const counts = (condition: string) =>
    own
      ? sql<number | null>`null::int`
      : sql<number | null>`(select count(*) from task_submissions s where s.task_id = tasks.id ${sql.raw(condition)})`
  return kept.innerJoin('departments', 'departments.id', 'tasks.department_id').select([
    ...columnsOf(
      'tasks',
      Task,
      'department',
      'skill',
      'logbook',
      'group_id',
      'group_ids',
      'group',
      'groups',
      'submission_count',
      'graded_count',
      'criteria_count',
      'submission',
      'waiting',
    ),
    'departments.name as department_name',
    sql<Task['skill']>`(select json_build_object('id', skills.id, 'name', skills.name)
      from skills where skills.id = tasks.skill_id)`.as('skill'),
    (own ? countedForTask(own.id) : sql<Task['logbook']>`null::json`).as('logbook'),
    sql<Task['groups']>`(select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name,
          'batch', json_build_object('id', b.id, 'name', b.name)) order by tg.position), '[]')
        from task_groups tg join groups g on g.id = tg.group_id join batches b on b.id = g.batch_id
        where tg.task_id = tasks.id ${ownGroups})`.as('groups'),
    counts('').as('submission_count'),
    counts('and s.marks is not null').as('graded_count'),
    counts('and s.criteria_marks is not null').as('criteria_count'),
    ownSubmission.as('submission'),
    waitingOf(caller, only).as('waiting'),
  ])
}

type TaskRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

/** A student is told by what the own work was marked once it is. */
const withRefs = ({ department_name, waiting, ...row }: TaskRow, caller: Caller): Task => ({
  ...row,
  criteria: studentOf(caller) && row.submission?.marks == null ? null : row.criteria,
  ...(waiting && { waiting }),
  department: { id: row.department_id, name: department_name },
  group_ids: row.groups.map((group) => group.id),
  group_id: row.groups[0]?.id ?? null,
  group: row.groups[0] ?? null,
})

/** The order of a list of what waits: due first, or waiting longest. */
const orderOf = (only: TasksOnly) =>
  only === 'due'
    ? sql`tasks.end_date asc nulls last`
    : sql`(select min(work.date_time) from task_submissions work where work.task_id = tasks.id and ${waits(only)})`

/** Tasks, newest first. A group that the caller does not see has none. */
export const {
  kept: keptTasks,
  page: listTasks,
  find: findTask,
  read: readTask,
  byIds: readTasksByIds,
  lock: lockTask,
} = listing({
  table: 'tasks',
  noun: 'Task',
  kept: visible,
  details: withDetails,
  order: (query, filter) => (filter?.only ? query.orderBy(orderOf(filter.only)) : query).orderBy('tasks.id', 'desc'),
  row: withRefs,
})

/** True when a student has work still to hand in whose last day this is. */
export async function isWorkDueOn(db: Db, caller: Caller, day: string): Promise<boolean> {
  const due = keptTasks(db, caller, { only: 'due' }).where('tasks.end_date', '=', day).select('tasks.id')
  return (await due.executeTakeFirst()) !== undefined
}

/** Returns the number of a task's submissions and the highest marks given. */
export const submissionFacts = (db: Db, taskId: number) =>
  db
    .selectFrom('task_submissions')
    .select([sql<number>`count(*)`.as('count'), (eb) => eb.fn.max('marks').as('highest')])
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow()

/** The facts of groups that decide whether a task may be for them. */
export const readGroupFacts = (db: Db, groupIds: number[]) =>
  db
    .selectFrom('groups')
    .select(['id', 'name', 'department_id', 'status'])
    .where(sql<boolean>`id = any(${groupIds})`)
    .execute()
