import { type ExpressionBuilder, sql } from 'kysely'
import type { Task } from '../../../shared/contract/tasks.ts'
import type { Scope } from '../../core/login.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import type { Db, Tables, Tx } from '../../db/types.ts'

type InTasks = ExpressionBuilder<Tables, 'tasks'>

/** The tasks that a scope shows; a student's are those active in own groups, and those submitted. */
export function visibleTasks(eb: InTasks, scope: Scope) {
  switch (scope.kind) {
    case 'college':
      return eb.and([])
    case 'department':
      return eb.and([eb('tasks.department_id', '=', scope.departmentId)])
    case 'student': {
      const assigned = eb
        .selectFrom('task_groups as tg')
        .innerJoin('student_groups as own', 'own.group_id', 'tg.group_id')
        .select('tg.task_id')
        .whereRef('tg.task_id', '=', 'tasks.id')
        .where('own.student_id', '=', scope.studentId)
        .where('own.status', '=', 'active')
      const submitted = eb
        .selectFrom('task_submissions as done')
        .select('done.id')
        .whereRef('done.task_id', '=', 'tasks.id')
        .where('done.student_id', '=', scope.studentId)
      return eb.or([eb.and([eb('tasks.status', '=', 'active'), eb.exists(assigned)]), eb.exists(submitted)])
    }
    case 'nothing':
      return eb.or([])
  }
}

function selectTasks(db: Db, scope: Scope) {
  // Of other groups a student is not told.
  const ownGroups =
    scope.kind === 'student'
      ? sql`and exists (select from student_groups own where own.group_id = g.id
          and own.student_id = ${scope.studentId} and own.status = 'active')`
      : sql``
  const ownSubmission =
    scope.kind === 'student'
      ? sql<Task['submission']>`(select json_build_object('id', s.id, 'status', s.status, 'marks', s.marks,
          'is_late', s.is_late) from task_submissions s where s.task_id = tasks.id and s.student_id = ${scope.studentId})`
      : sql<Task['submission']>`null::json`
  const counts = (condition: string) =>
    scope.kind === 'student'
      ? sql<number | null>`null::int`
      : sql<number | null>`(select count(*) from task_submissions s where s.task_id = tasks.id ${sql.raw(condition)})`
  return db
    .selectFrom('tasks')
    .innerJoin('departments', 'departments.id', 'tasks.department_id')
    .select([
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
      sql<Task['department']>`json_build_object('id', departments.id, 'name', departments.name)`.as('department'),
      sql<Task['groups']>`(select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name,
          'batch', json_build_object('id', b.id, 'name', b.name)) order by tg.position), '[]')
        from task_groups tg join groups g on g.id = tg.group_id join batches b on b.id = g.batch_id
        where tg.task_id = tasks.id ${ownGroups})`.as('groups'),
      counts('').as('submission_count'),
      counts('and s.marks is not null').as('graded_count'),
      ownSubmission.as('submission'),
    ])
    .where((eb) => visibleTasks(eb as unknown as InTasks, scope))
}

type TaskRow = Omit<Task, 'group_id' | 'group_ids' | 'group'>

const withGroupIds = (row: TaskRow): Task => ({
  ...row,
  group_ids: row.groups.map((group) => group.id),
  group_id: row.groups[0]?.id ?? null,
  group: row.groups[0] ?? null,
})

export interface TaskFilter {
  department_id?: number | undefined
  group_id?: number | undefined
  status?: Task['status'] | undefined
}

/** Tasks, newest first. A group that the scope does not show has none. */
export async function listTasks(db: Db, scope: Scope, filter: TaskFilter, page: Paging): Promise<Listed<Task>> {
  let query = selectTasks(db, scope).orderBy('tasks.id', 'desc')
  const { department_id, group_id, status } = filter
  if (department_id !== undefined) query = query.where('tasks.department_id', '=', department_id)
  if (status !== undefined) query = query.where('tasks.status', '=', status)
  if (group_id !== undefined)
    query = query.where('tasks.id', 'in', (eb) => {
      const ofGroup = eb.selectFrom('task_groups as tg').select('tg.task_id').where('tg.group_id', '=', group_id)
      if (scope.kind !== 'student') return ofGroup
      return ofGroup
        .innerJoin('student_groups as own', 'own.group_id', 'tg.group_id')
        .where('own.student_id', '=', scope.studentId)
        .where('own.status', '=', 'active')
    })
  const listed = await readPage(query, page)
  return { ...listed, data: listed.data.map(withGroupIds) }
}

export async function findTask(db: Db, scope: Scope, id: number): Promise<Task | undefined> {
  const row = await selectTasks(db, scope).where('tasks.id', '=', id).executeTakeFirst()
  return row && withGroupIds(row)
}

/** The task, locked until the transaction ends: what a change of it starts with. */
export async function lockTask(tx: Tx, scope: Scope, id: number): Promise<Task | undefined> {
  await tx.selectFrom('tasks').select('id').where('id', '=', id).forUpdate().execute()
  return findTask(tx, scope, id)
}

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
