import { type SqlBool, sql } from 'kysely'
import type { Task, tasks } from '../../../shared/contract/tasks.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { listing } from '../../core/listing.ts'
import { studentOf, within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { isOwnGroup } from '../groups/reads.ts'

interface Wanted extends Query<typeof tasks.list> {
  /** Those alone that the calling student has still to hand in on this day: begun and active, the first to be due first. */
  dueOn?: string
}

/** The tasks that the caller is shown; a student's are those active in own groups, and those submitted. */
export function keptTasks(db: Db, caller: Caller, { department_id, group_id, status, dueOn }: Wanted = {}) {
  const shown = within(caller, {
    department: 'tasks.department_id',
    student: ({ id }) => sql<SqlBool>`((tasks.status = 'active' and exists (select from task_groups given
        where given.task_id = tasks.id and ${isOwnGroup('given.group_id', id)}))
      or exists (select from task_submissions done where done.task_id = tasks.id and done.student_id = ${id}))`,
  })
  let query = db.selectFrom('tasks').where(shown)
  if (department_id !== undefined) query = query.where('tasks.department_id', '=', department_id)
  if (status !== undefined) query = query.where('tasks.status', '=', status)
  if (dueOn !== undefined) query = query.where(isDue(caller, dueOn))
  return group_id === undefined ? query : query.where(isOfGroup(caller, group_id))
}

const isDue = (caller: Caller, day: string) => sql<SqlBool>`tasks.status = 'active'
  and coalesce(tasks.start_date <= ${day}::date, true)
  and not exists (select from task_submissions done
    where done.task_id = tasks.id and done.student_id = ${studentOf(caller)?.id ?? null})`

/** Keeps the tasks of a group; a student is shown those of own groups alone. */
function isOfGroup(caller: Caller, groupId: number) {
  const own = studentOf(caller)
  return sql<SqlBool>`tasks.id in (select given.task_id from task_groups given where given.group_id = ${groupId}
    and ${own ? isOwnGroup('given.group_id', own.id) : sql`true`})`
}

function withDetails(kept: ReturnType<typeof keptTasks>, caller: Caller) {
  const own = studentOf(caller)
  // Of other groups a student is not told.
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
    'tasks.id',
    'tasks.name',
    'tasks.type',
    'tasks.detail',
    'tasks.label',
    'tasks.total_marks',
    'tasks.passing_marks',
    'tasks.start_date',
    'tasks.end_date',
    'tasks.description',
    'tasks.department_id',
    'tasks.status',
    'tasks.task_type',
    'tasks.created_at',
    'tasks.updated_at',
    'departments.name as department_name',
    sql<Task['groups']>`(select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name,
          'batch', json_build_object('id', b.id, 'name', b.name)) order by tg.position), '[]')
        from task_groups tg join groups g on g.id = tg.group_id join batches b on b.id = g.batch_id
        where tg.task_id = tasks.id ${ownGroups})`.as('groups'),
    counts('').as('submission_count'),
    counts('and s.marks is not null').as('graded_count'),
    ownSubmission.as('submission'),
  ])
}

type TaskRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

const withRefs = ({ department_name, ...row }: TaskRow): Task => ({
  ...row,
  department: { id: row.department_id, name: department_name },
  group_ids: row.groups.map((group) => group.id),
  group_id: row.groups[0]?.id ?? null,
  group: row.groups[0] ?? null,
})

/** Tasks, newest first. A group that the caller does not see has none. */
export const {
  page: listTasks,
  find: findTask,
  byIds: readTasksByIds,
  lock: lockTask,
} = listing({
  table: 'tasks',
  kept: keptTasks,
  details: withDetails,
  order: (query, filter) =>
    (filter?.dueOn ? query.orderBy(sql`tasks.end_date asc nulls last`) : query).orderBy('tasks.id', 'desc'),
  row: withRefs,
})

/** How many submissions a task has, and the highest marks given. */
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
