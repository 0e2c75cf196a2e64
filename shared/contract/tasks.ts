import * as z from 'zod/mini'
import { criteriaTotal, totalProblem } from '../criteria.ts'
import { create, get, list, one, put, remove } from '../endpoint.ts'
import { choice, idField, idFilters, optionalDate, optionalLine, optionalText, readAt } from '../fields.ts'
import { SUBMISSION_STATUSES, TASK_STATUSES, TASK_TYPES } from '../labels.ts'
import { BULK_TASKS_MAX, DEFAULT_TOTAL_MARKS, MARKS_MAX, TASK_GROUPS_MAX } from '../limits.ts'
import { title } from '../names.ts'
import { TASKS_ONLY } from '../only.ts'
import { Criterion, optionalCriteria } from './criteria.ts'
import { NamedRef } from './groups.ts'

const TaskGroup = z.object({ id: z.int(), name: z.string(), batch: NamedRef })

export const Task = z.object({
  id: z.int(),
  name: z.string(),
  type: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  label: z.nullable(z.string()),
  /** A rubric or a checklist of a single task, with whole marks; null for none. A student reads it with the own marks. */
  criteria: z.nullable(z.array(Criterion)),
  /** With criteria it is their sum. */
  total_marks: z.nullable(z.int()),
  passing_marks: z.nullable(z.int()),
  start_date: z.nullable(z.string()),
  end_date: z.nullable(z.string()),
  description: z.nullable(z.string()),
  department_id: z.int(),
  department: NamedRef,
  /** The first of `group_ids`. */
  group_id: z.nullable(z.int()),
  group_ids: z.array(z.int()),
  group: z.nullable(TaskGroup),
  groups: z.array(TaskGroup),
  status: z.enum(TASK_STATUSES),
  task_type: z.enum(TASK_TYPES),
  /** The number of submissions, and of graded ones; null for a student. */
  submission_count: z.nullable(z.int()),
  graded_count: z.nullable(z.int()),
  /** The skill that a bulk task asks for, and how often; null for a frequency that is no number, and for single tasks. */
  skill: z.nullable(NamedRef),
  required_count: z.nullable(z.int()),
  /** For a student and a bulk task: the own performances that count towards it, and those that wait for a signature. */
  logbook: z.nullable(z.object({ counted: z.int(), logged: z.int() })),
  /** The number of submissions with marks for criteria, which keep the criteria as they are; null for a student. */
  criteria_count: z.nullable(z.int()),
  /** A student's own submission, if there is one. */
  submission: z.nullable(
    z.object({ id: z.int(), status: z.enum(SUBMISSION_STATUSES), marks: z.nullable(z.int()), is_late: z.boolean() }),
  ),
  /** In a list of tasks with work to grade: the number of ungraded submissions, and the day of the oldest. */
  waiting: z.optional(z.object({ count: z.int(), since: z.string() })),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Task = z.infer<typeof Task>

const groupId = idField('Group')
const groupIds = z
  .array(groupId, 'Groups must be a list')
  .check(z.maxLength(TASK_GROUPS_MAX, `At most ${TASK_GROUPS_MAX} groups`))

const marks = (name: string) =>
  z.optional(
    z.nullable(
      z
        .int(`${name} must be a whole number`)
        .check(
          z.minimum(0, `${name} must be at least 0`),
          z.maximum(MARKS_MAX, `${name} must be at most ${MARKS_MAX}`),
        ),
    ),
  )

/** The fields of a single task. `group_id` is an id or a list, as in the form; `group_ids` wins when present. */
const taskFields = {
  name: title('Task name'),
  type: optionalLine('Type'),
  detail: optionalText('Detail'),
  label: optionalLine('Label'),
  criteria: optionalCriteria('whole'),
  /** With criteria it may be left out: it is their sum. */
  total_marks: marks('Total marks'),
  passing_marks: marks('Passing marks'),
  start_date: optionalDate('Start date'),
  end_date: optionalDate('End date'),
  description: optionalText('Description'),
  department_id: idField('Department'),
  group_id: z.optional(z.nullable(z.union([groupId, groupIds], 'Groups must be a list of ids'))),
  group_ids: z.optional(groupIds),
  status: z.optional(choice('Status', TASK_STATUSES)),
}

interface Bounds {
  criteria?: readonly Pick<z.infer<typeof Criterion>, 'marks'>[] | null | undefined
  total_marks?: number | null | undefined
  passing_marks?: number | null | undefined
  start_date?: string | null | undefined
  end_date?: string | null | undefined
}

/** Returns the problems between the fields of a task, by field. */
export function taskProblems(task: Bounds): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  const total = (task.criteria ? criteriaTotal(task.criteria) : task.total_marks) ?? DEFAULT_TOTAL_MARKS
  const ofTotal = totalProblem(task.total_marks, task.criteria)
  if (ofTotal) problems.total_marks = [ofTotal]
  if (task.passing_marks != null && task.passing_marks > total)
    problems.passing_marks = [`Passing marks must be at most the total marks (${total})`]
  if (task.start_date && task.end_date && task.end_date < task.start_date)
    problems.end_date = ['End date must be on or after the start date']
  return problems
}

const boundsHold = z.check<Bounds>((context) => {
  for (const [field, messages] of Object.entries(taskProblems(context.value)))
    context.issues.push({ code: 'custom', input: context.value, path: [field], message: messages.join(' ') })
})

const TaskInput = z.object({ ...taskFields, task_type: z.literal('single') }).check(boundsHold)
export type TaskInput = z.output<typeof TaskInput>

/** Not checked between fields: a missing field keeps its stored value, so the writer checks the whole. */
export const TaskChange = z.object({
  ...z.partial(z.object(taskFields)).shape,
  /** Only a bulk task has one. */
  skill_id: z.optional(idField('Skill')),
  ...readAt,
})
export type TaskChange = z.output<typeof TaskChange>

/** A task for each name; its frequency has the same place in `detail`. */
const BulkTaskInput = z
  .object({
    department_id: idField('Department'),
    group_id: groupIds.check(z.minLength(1, 'At least one group is required')),
    name: z
      .array(title('Task name'), 'Names must be a list')
      .check(
        z.minLength(1, 'At least one task is required'),
        z.maxLength(BULK_TASKS_MAX, `At most ${BULK_TASKS_MAX} tasks at once`),
      ),
    detail: z
      .array(
        z.pipe(
          z.union([z.string(), z.int().check(z.nonnegative())], 'Frequency is required'),
          z.pipe(
            z.transform((value: string | number) => String(value).trim()),
            z
              .string()
              .check(
                z.minLength(1, { error: 'Frequency is required', abort: true }),
                z.regex(/^\d{1,6}$/, 'Frequency must be digits only'),
              ),
          ),
        ),
        'Frequencies must be a list',
      )
      .check(z.maxLength(BULK_TASKS_MAX, `At most ${BULK_TASKS_MAX} tasks at once`)),
    /** The skill of each task; if missing or null, the one of its name, which is made if it is not there. */
    skill_id: z.optional(
      z
        .array(z.nullable(idField('Skill')), 'Skills must be a list')
        .check(z.maxLength(BULK_TASKS_MAX, `At most ${BULK_TASKS_MAX} tasks at once`)),
    ),
    task_type: z.literal('bulk'),
  })
  .check(
    z.refine((bulk) => bulk.name.length === bulk.detail.length, {
      error: 'Each task needs a frequency',
      path: ['detail'],
    }),
  )
export type BulkTaskInput = z.output<typeof BulkTaskInput>

type CreateTaskBody = Omit<z.input<typeof TaskInput>, 'task_type'> | Omit<z.input<typeof BulkTaskInput>, 'task_type'>

/** A single task or a bulk payload: a list of names makes it bulk, whatever `task_type` says. */
export const CreateTaskInput = z.pipe(
  z.transform((body: CreateTaskBody) =>
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? { ...body, task_type: Array.isArray(body.name) ? 'bulk' : 'single' }
      : body,
  ),
  z.discriminatedUnion('task_type', [TaskInput, BulkTaskInput], 'A task is required'),
)

const listQuery = {
  ...idFilters('department_id', 'group_id'),
  status: z.optional(choice('Status', TASK_STATUSES)),
  only: z.optional(choice('only', TASKS_ONLY)),
}
const byGroup = { action: 'tasks:read', row: Task, failure: 'Failed to fetch filtered tasks' } as const

export const tasks = {
  list: list('/tasks', {
    summary: 'Tasks, newest first; with `only` those that wait longest come first',
    action: 'tasks:read',
    query: listQuery,
    row: Task,
    failure: 'Failed to fetch tasks',
  }),
  listByGroup: list('/tasks/group/:group_id', {
    ...byGroup,
    summary: 'The tasks of a group, newest first',
  }),
  listByGroupAndStatus: list('/tasks/group/:group_id/:status', {
    ...byGroup,
    summary: 'The tasks of a group in one status, newest first',
    params: { status: choice('Status', TASK_STATUSES) },
  }),
  read: get('/tasks/:id', {
    summary: 'One task',
    action: 'tasks:read',
    reply: one(Task),
    failure: 'Failed to fetch task',
  }),
  create: create('/tasks', {
    summary: 'Add a task, or one task for each name of a bulk payload',
    action: 'tasks:create',
    body: CreateTaskInput,
    reply: z.object({ data: z.union([Task, z.array(Task)]) }),
    failure: 'Failed to create task',
  }),
  update: put('/tasks/:id', {
    summary: 'Change a task',
    action: 'tasks:update',
    body: TaskChange,
    reply: one(Task),
    failure: 'Failed to update task',
  }),
  remove: remove('/tasks/:id', {
    summary: 'Delete a task that has no submissions',
    action: 'tasks:delete',
    failure: 'Failed to delete task',
  }),
}
