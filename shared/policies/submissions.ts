import { collegeToday } from '../college-clock.ts'
import type { Submission } from '../contract/submissions.ts'
import type { Task } from '../contract/tasks.ts'
import type { Policy } from './policy.ts'

/** The state of a student's work for a task. Graded work stays graded when the task closes. */
export type WorkState = 'awaited' | 'handed-in' | 'graded' | 'closed'

export function workStateOf(submission: Pick<Submission, 'marks'> | null, task: Pick<Task, 'status'>): WorkState {
  if (submission && submission.marks !== null) return 'graded'
  if (task.status !== 'active') return 'closed'
  return submission ? 'handed-in' : 'awaited'
}

/** Returns true when work is awaited and its last day is past. */
export const isOverdue = (
  task: Pick<Task, 'end_date' | 'status'> & { submission: Pick<Submission, 'marks'> | null },
  today = collegeToday(),
): boolean => workStateOf(task.submission, task) === 'awaited' && task.end_date !== null && task.end_date < today

const SUBMITTED = 'You have already submitted this task.'
const CLOSED = 'This task is no longer active.'

/** The student's actions by the state of the work. */
export const studentMay = {
  submit: { awaited: true, 'handed-in': SUBMITTED, graded: SUBMITTED, closed: CLOSED },
  change: {
    awaited: 'Nothing has been submitted yet.',
    'handed-in': true,
    graded: 'A graded submission can no longer be changed.',
    closed: CLOSED,
  },
} satisfies Record<string, Policy<WorkState>>
