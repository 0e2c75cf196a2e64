import { collegeToday } from '../../../shared/college-clock.ts'
import type { AssessmentResult } from '../../../shared/contract/assessment-results.ts'
import type { StudentTask } from '../../../shared/contract/student-tasks.ts'
import { ATTENDANCE_STATUSES } from '../../../shared/labels.ts'
import { isOverdue } from '../../../shared/policies/submissions.ts'

/** Returns the status whose sessions a dialog of the address shows; undefined for all. */
export const statusOf = (modal: string | undefined) => ATTENDANCE_STATUSES.find((one) => one === modal)

/** The kinds of tasks that can be listed by themselves, in the order of the figures. */
export const TASK_KINDS = ['given', 'handed_in', 'late', 'graded', 'overdue'] as const
export type TaskKind = (typeof TASK_KINDS)[number]

export const KIND_WORDS: Record<TaskKind, string> = {
  given: 'Given',
  handed_in: 'Handed In',
  late: 'Late',
  graded: 'Graded',
  overdue: 'Overdue',
}

/** The rule behind each figure, for people. */
export const KIND_RULES: Record<TaskKind, string> = {
  given: 'The active tasks of the groups that the student is in now, and every task handed in.',
  handed_in: 'Work has been handed in, graded or not.',
  late: 'Handed in after the last day of the task.',
  graded: 'Handed in, and marks have been given.',
  overdue: 'The last day is past, the task is still active, and nothing has been handed in, or too little counted.',
}

const IS: Record<TaskKind, (task: StudentTask, today: string) => boolean> = {
  given: () => true,
  handed_in: ({ submission }) => Boolean(submission),
  late: ({ submission }) => submission?.is_late === true,
  graded: ({ submission }) => typeof submission?.marks === 'number',
  overdue: ({ submission = null, ...task }, today) => isOverdue({ submission, ...task }, today),
}

export const tasksThat = (kind: TaskKind, tasks: readonly StudentTask[], today = collegeToday()) =>
  tasks.filter((task) => IS[kind](task, today))

/** Returns false when the person may not read submissions: the server then leaves them all out. */
export const tellsWork = (tasks: readonly StudentTask[]) => tasks.every(({ submission }) => submission !== undefined)

/** Returns true when the marks reach the passing marks, and undefined when there is nothing to compare. */
const hasPassed = ({ marks, assessment: { passing_marks } }: AssessmentResult) =>
  marks === null || passing_marks === null ? undefined : marks >= passing_marks

/** Counts the results that have marks and passing marks, and the passed ones among them. */
export function passedOf(results: readonly AssessmentResult[]) {
  const compared = results.map(hasPassed).filter((passed) => passed !== undefined)
  return { passed: compared.filter(Boolean).length, of: compared.length }
}
