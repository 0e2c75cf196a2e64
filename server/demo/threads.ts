import type { SubmissionComment } from '../../shared/contract/submission-comments.ts'
import type { Db } from '../db/types.ts'
import { insertRows } from './insert.ts'
import { type Random, randomFrom } from './random.ts'
import { SENTENCES } from './sentences.ts'
import type { StaffMember } from './staff.ts'
import type { Submission } from './work.ts'

interface Line {
  author_id: number
  kind: SubmissionComment['kind']
  text: string | null
  created_at: string
}

/** The place, among Medicine's tasks, of the demo student's work that came back. */
const RETURNED_PLACE = 7

const isDemoReturn = ({ student, task }: Submission) =>
  student.isDemo && task.department === 'Medicine' && task.place === RETURNED_PLACE

/** Returns whether work was returned and waits for its student: now and then some that has no marks. */
const isReturned = (submission: Submission, at: number) =>
  submission.grade === null &&
  (isDemoReturn(submission) ||
    (!submission.student.isDemo && ['recent', 'current'].includes(submission.task.phase) && at % 11 === 0))

/** Some minutes later, so that nothing lies in the future. */
const after = (instant: string, minutes: number) => new Date(Date.parse(instant) + minutes * 60_000).toISOString()

/** Returns what was written on a piece of work, oldest first. */
function linesOf(submission: Submission, at: number, graders: StaffMember[], random: Random): Line[] {
  const { student, grade } = submission
  const asked = { author_id: student.userId, kind: 'comment', text: random.pick(SENTENCES.threads.questions) } as const
  const said = (author_id: number, kind: 'comment' | 'returned') => {
    const text = random.pick(kind === 'returned' ? SENTENCES.threads.returns : SENTENCES.threads.answers)
    return { author_id, kind, text }
  }
  const inTurn = (begun: string, lines: Omit<Line, 'created_at'>[]) =>
    lines.map((line, step) => ({ ...line, created_at: after(begun, 6 + step * 5) }))
  if (isReturned(submission, at)) {
    const { userId } = random.pick(graders)
    const returned = said(userId, 'returned')
    return inTurn(submission.at, isDemoReturn(submission) ? [returned, asked, said(userId, 'comment')] : [returned])
  }
  if (!grade || at % 25 !== 0) return []
  return inTurn(grade.at, [asked, said(grade.by.userId, 'comment')])
}

/** Fills the threads of handed-in work, some of which came back for correction. */
export async function fillThreads(tx: Db, all: Submission[], ids: number[], staff: StaffMember[]) {
  const random = randomFrom(2024)
  const threads = all.map((submission, at) => {
    const graders = staff.filter((member) => member.department === submission.task.department && member.grades)
    return { id: ids[at] as number, lines: linesOf(submission, at, graders, random) }
  })
  const lines = threads.flatMap(({ id, lines }) => lines.map((line) => ({ submission_id: id, ...line })))
  await insertRows(tx, 'submission_comments', lines)
  const returned = lines.filter(({ kind }) => kind === 'returned').map(({ submission_id }) => submission_id)
  await tx.updateTable('task_submissions').set({ status: 'returned' }).where('id', 'in', returned).execute()
}
