import { collegeToday } from '../college-clock.ts'
import type { Submission } from '../contract/submissions.ts'
import type { Task } from '../contract/tasks.ts'
import type { Policy } from './policy.ts'

/** The state of a student's work for a task. Graded work stays graded when the task closes. */
export type WorkState = 'awaited' | 'handed-in' | 'returned' | 'graded' | 'closed'

export function workStateOf(
  submission: Pick<Submission, 'marks' | 'status'> | null,
  task: Pick<Task, 'status'>,
): WorkState {
  if (submission && submission.marks !== null) return 'graded'
  if (task.status !== 'active') return 'closed'
  if (submission === null) return 'awaited'
  return submission.status === 'returned' ? 'returned' : 'handed-in'
}

/** Returns true when work waits for its student to correct it. */
export const isReturned = ({ status }: Pick<Submission, 'status'>): boolean => status === 'returned'

/** Returns true when work waits for marks. */
export const waitsForMarks = (submission: Pick<Submission, 'marks' | 'status'>): boolean =>
  submission.marks === null && !isReturned(submission)

/** A task with what one student has done of it. */
interface Given extends Pick<Task, 'end_date' | 'status'> {
  submission: Pick<Submission, 'marks' | 'status'> | null
  required_count?: number | null
  /** The performances that count; without them work alone is looked at. */
  counted?: number | null | undefined
}

/** Returns true while a task waits for its student: for performances where it asks for a number, else for work. */
function isAwaited({ submission, required_count, counted, ...task }: Given): boolean {
  if (required_count == null || counted == null) return workStateOf(submission, task) === 'awaited'
  return task.status === 'active' && counted < required_count
}

/** Returns true when a task waits for its student and its last day is past. */
export const isOverdue = (task: Given, today = collegeToday()): boolean =>
  task.end_date !== null && task.end_date < today && isAwaited(task)

const SUBMITTED = 'You have already submitted this task.'
const CLOSED = 'This task is no longer active.'

/** The student's actions by the state of the work. */
export const studentMay = {
  submit: { awaited: true, 'handed-in': SUBMITTED, returned: SUBMITTED, graded: SUBMITTED, closed: CLOSED },
  change: {
    awaited: 'Nothing has been submitted yet.',
    'handed-in': true,
    returned: true,
    graded: 'A graded submission can no longer be changed.',
    closed: CLOSED,
  },
} satisfies Record<string, Policy<WorkState>>

/** The grader's actions by the state of the work. */
export const graderMay = {
  giveBack: {
    awaited: 'Nothing has been submitted yet.',
    'handed-in': true,
    returned: 'This work has been returned already.',
    graded: 'Graded work can’t be returned. Take its marks back first.',
    closed: 'This task is no longer active, so the work could not be sent again.',
  },
} satisfies Record<string, Policy<WorkState>>
