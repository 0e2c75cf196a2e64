import {
  type BulkTaskInput,
  type Task,
  type TaskChange,
  type TaskInput,
  taskProblems,
} from '../../../shared/contract/tasks.ts'
import { criteriaTotal } from '../../../shared/criteria.ts'
import { counted } from '../../../shared/labels.ts'
import { DEFAULT_TOTAL_MARKS } from '../../../shared/limits.ts'
import type { Caller } from '../../core/caller.ts'
import { criteriaColumns, criteriaTold, refuseOtherCriteria } from '../../core/criteria.ts'
import { refuseInUse } from '../../core/dependants.ts'
import { conflict, invalid, refuseStale } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { departmentProblem } from '../departments/reads.ts'
import { inactiveText } from '../groups/rules.ts'
import { readGroupFacts, readTask, readTasksByIds, submissionFacts } from './reads.ts'
import { changedSkill, skillsOf } from './skills.writes.ts'

const trail = trailOf(
  'task',
  [
    'name',
    'skill',
    'status',
    'department_id',
    'group_ids',
    'criteria',
    'total_marks',
    'passing_marks',
    'start_date',
    'end_date',
  ],
  (task: Task) => ({
    ...task,
    skill: task.skill?.name ?? null,
    criteria: criteriaTold(task.criteria, 'whole'),
  }),
)

async function checkDepartment(tx: Tx, caller: Caller, departmentId: number): Promise<void> {
  const problem = await departmentProblem(tx, caller, departmentId, 'tasks')
  if (problem) throw invalid({ department_id: [problem] })
}

/** Groups are of the task's department, and active when they are chosen. */
async function checkGroups(tx: Tx, departmentId: number, groupIds: number[], chosenBefore: number[]): Promise<void> {
  const known = await readGroupFacts(tx, groupIds)
  const problems = groupIds.flatMap((id) => {
    const group = known.find((one) => one.id === id)
    if (!group || group.department_id !== departmentId) return ['Group does not exist in this department']
    return group.status === 'active' || chosenBefore.includes(id) ? [] : [inactiveText(group.name)]
  })
  if (problems.length > 0) throw invalid({ group_id: [...new Set(problems)] })
}

async function linkGroups(tx: Tx, taskIds: number[], departmentId: number, groupIds: number[]): Promise<void> {
  const links = taskIds.flatMap((task_id) =>
    groupIds.map((group_id, position) => ({ task_id, group_id, department_id: departmentId, position })),
  )
  if (links.length > 0) await tx.insertInto('task_groups').values(links).execute()
}

/** `group_ids` is read when present, else `group_id`, one or a list. */
function groupIdsOf(input: Pick<TaskChange, 'group_id' | 'group_ids'>): number[] | undefined {
  if (input.group_ids) return [...new Set(input.group_ids)]
  if (input.group_id === undefined) return undefined
  return [...new Set([input.group_id ?? []].flat())]
}

export async function createTask(tx: Tx, caller: Caller, input: TaskInput): Promise<Task> {
  const { group_id, group_ids, ...fields } = input
  const groupIds = groupIdsOf({ group_id, group_ids }) ?? []
  await checkDepartment(tx, caller, fields.department_id)
  await checkGroups(tx, fields.department_id, groupIds, [])
  const { id } = await tx
    .insertInto('tasks')
    .values({ ...fields, ...criteriaColumns(fields.criteria), created_by: caller.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await linkGroups(tx, [id], fields.department_id, groupIds)
  const task = await readTask(tx, caller, id)
  await trail.created(tx, caller, task)
  return task
}

/** Creates a task for each name, all or none. */
export async function createBulkTasks(tx: Tx, caller: Caller, input: BulkTaskInput): Promise<Task[]> {
  const { department_id } = input
  const groupIds = [...new Set(input.group_id)]
  await checkDepartment(tx, caller, department_id)
  await checkGroups(tx, department_id, groupIds, [])
  const skillIds = await skillsOf(tx, caller, department_id, input.name, input.skill_id)
  const created = await tx
    .insertInto('tasks')
    .values(
      input.name.map((name, at) => ({
        name,
        detail: input.detail[at] ?? null,
        skill_id: skillIds[at] ?? null,
        department_id,
        task_type: 'bulk' as const,
        created_by: caller.id,
      })),
    )
    .returning('id')
    .execute()
  const ids = created.map(({ id }) => id)
  await linkGroups(tx, ids, department_id, groupIds)
  const tasks = await readTasksByIds(tx, caller, ids)
  await trail.createdAll(tx, caller, tasks)
  return tasks
}

/** Refuses a changed task whose marks or dates contradict each other, or that work handed in does not allow. */
async function checkChanged(tx: Tx, task: Task, changed: Task, groupIds: number[] | undefined): Promise<void> {
  const problems = taskProblems(changed)
  if (changed.criteria && task.task_type === 'bulk') problems.criteria = ['Only a single task has criteria']
  const { count, highest } = await submissionFacts(tx, task.id)
  if (count > 0 && changed.department_id !== task.department_id)
    throw conflict(`Task has ${counted(count, 'submission')}. Its department can no longer change.`)
  if (highest !== null && (changed.total_marks ?? DEFAULT_TOTAL_MARKS) < highest)
    problems.total_marks = [`Total marks must be at least the marks already given (${highest})`]
  if (count > 0 && groupIds?.length === 0)
    problems.group_id = ['At least one group is required: students have submitted work']
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

/**
 * Changes a task; fields left out stay. Submissions keep the task in its department and its total above the marks
 * given.
 */
export async function updateTask(tx: Tx, caller: Caller, task: Task, change: TaskChange): Promise<Task> {
  const { updated_at, group_id, group_ids, skill_id, ...fields } = change
  refuseStale(task, { updated_at })
  const departmentId = fields.department_id ?? task.department_id
  const moves = departmentId !== task.department_id
  const groupIds = groupIdsOf({ group_id, group_ids })
  if (moves) await checkDepartment(tx, caller, departmentId)
  await checkGroups(tx, departmentId, groupIds ?? task.group_ids, moves ? [] : task.group_ids)
  const changed = { ...task, ...fields }
  // New criteria make a new total, unless one is sent.
  if (changed.criteria) changed.total_marks = fields.total_marks ?? criteriaTotal(changed.criteria)
  refuseOtherCriteria(task, changed.criteria ?? null)
  await checkChanged(tx, task, changed, groupIds)
  const skill = await changedSkill(tx, caller, task, { ...fields, skill_id, department_id: departmentId })
  if (moves || groupIds) await tx.deleteFrom('task_groups').where('task_id', '=', task.id).execute()
  await tx
    .updateTable('tasks')
    .set({ ...fields, ...criteriaColumns(changed.criteria), ...skill, updated_at: new Date() })
    .where('id', '=', task.id)
    .execute()
  if (moves || groupIds) await linkGroups(tx, [task.id], departmentId, groupIds ?? task.group_ids)
  const updated = await readTask(tx, caller, task.id)
  await trail.changed(tx, caller, task, updated)
  return updated
}

export async function deleteTask(tx: Tx, caller: Caller, task: Task): Promise<void> {
  await refuseInUse(tx, 'Task', { tasks: task.id }, 'Set it inactive instead.')
  await tx.deleteFrom('tasks').where('id', '=', task.id).execute()
  await trail.deleted(tx, caller, task)
}
