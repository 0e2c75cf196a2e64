import * as z from 'zod/mini'
import { list } from '../endpoint.ts'
import { SUBMISSION_STATUSES } from '../labels.ts'
import { NamedRef } from './groups.ts'
import { Task } from './tasks.ts'

/** A task with one student's work. */
export const StudentTask = z.object({
  ...z.pick(Task, {
    id: true,
    name: true,
    detail: true,
    label: true,
    total_marks: true,
    passing_marks: true,
    end_date: true,
    department_id: true,
    department: true,
    status: true,
    task_type: true,
    required_count: true,
  }).shape,
  /** The student's performances that count towards the number; null for a task without one. */
  counted: z.nullable(z.int()),
  /** The student's group that the task is for; with several, the present one. */
  group: z.nullable(NamedRef),
  /** The student's submission; null for none, and left out for a caller who may not read submissions. */
  submission: z.optional(
    z.nullable(
      z.object({
        id: z.int(),
        status: z.enum(SUBMISSION_STATUSES),
        marks: z.nullable(z.int()),
        is_late: z.boolean(),
        date_time: z.string(),
        faculty_remarks: z.nullable(z.string()),
      }),
    ),
  ),
})
export type StudentTask = z.infer<typeof StudentTask>

export const studentTasks = {
  list: list('/tasks/student/:student_id', {
    summary: 'The tasks given to a student with the work handed in, newest first; a student’s own only',
    action: 'tasks:read',
    row: StudentTask,
    failure: 'Failed to fetch tasks',
  }),
}
