import * as z from 'zod/mini'
import {
  marksProblem,
  type RosterRow,
  type Submission,
  SubmissionChange,
} from '../../../shared/contract/submissions.ts'
import { foundIn } from '../../../shared/folding.ts'
import { isReturned, waitsForMarks } from '../../../shared/policies/submissions.ts'

/** The values of a grade's fields. */
export interface Grade {
  marks: string
  remarks: string
}

export interface GradeProblem {
  text: string
  of: 'marks' | 'remarks' | 'call' | 'conflict'
}

export const storedGrade = ({ marks, faculty_remarks }: Submission): Grade => ({
  marks: marks === null ? '' : String(marks),
  remarks: faculty_remarks ?? '',
})

export const isSameGrade = (one: Grade, other: Grade) =>
  one.marks.trim() === other.marks.trim() && one.remarks.trim() === other.remarks.trim()

/** Returns the typed marks, null for none, or the problem. Marks are whole and not negative. */
function typedMarks(typed: string, totalMarks: number | null): { marks: number | null } | { problem: string } {
  const trimmed = typed.trim()
  if (trimmed === '') return { marks: null }
  if (/^-/.test(trimmed)) return { problem: 'Marks must be at least 0' }
  if (!/^\d+$/.test(trimmed)) return { problem: 'Marks must be a whole number' }
  const problem = marksProblem(Number(trimmed), totalMarks)
  return problem ? { problem } : { marks: Number(trimmed) }
}

/** Returns the server's text for invalid remarks. */
function remarksProblem(typed: string): string | undefined {
  const checked = z.safeParse(SubmissionChange.shape.remarks, typed)
  return checked.success ? undefined : checked.error.issues[0]?.message
}

/** Returns the marks to store, or the first field that cannot be stored. */
export function checkedGrade({ marks, remarks }: Grade, totalMarks: number | null) {
  const checked = typedMarks(marks, totalMarks)
  if ('problem' in checked) return { problem: { text: checked.problem, of: 'marks' as const } }
  const text = remarksProblem(remarks)
  return text === undefined ? checked : { problem: { text, of: 'remarks' as const } }
}

export const SHOWN = ['all', 'submitted', 'not_graded', 'returned', 'not_submitted'] as const
export type RosterFilter = (typeof SHOWN)[number]

const isUngraded = ({ submission }: RosterRow) => submission !== null && waitsForMarks(submission)

/** Returns the ids of the students whose work has no marks now. */
export const ungradedOf = (rows: readonly RosterRow[]): ReadonlySet<number> =>
  new Set(rows.filter(isUngraded).map(({ student }) => student.id))

/**
 * Returns the students whose name or roll number holds the words, first those who have submitted. `ungraded` holds the
 * students without marks at the time of the choice, so that a row stays after its marks are typed.
 */
export function rosterShown(
  rows: readonly RosterRow[],
  shown: RosterFilter,
  search: string,
  ungraded: ReadonlySet<number> = ungradedOf(rows),
): RosterRow[] {
  const named = foundIn(rows, search, ({ student: { name, roll_no } }) => [name, roll_no])
  const matching = named.filter(({ student, submission }) => {
    if (shown === 'not_graded' && !ungraded.has(student.id)) return false
    if (shown === 'submitted') return submission !== null
    if (shown === 'returned') return submission !== null && isReturned(submission)
    return shown !== 'not_submitted' || submission === null
  })
  return [...matching.filter((row) => row.submission), ...matching.filter((row) => !row.submission)]
}

export const rosterCounts = (rows: readonly RosterRow[]) => ({
  total: rows.length,
  submitted: rows.filter((row) => row.submission !== null).length,
  graded: rows.filter((row) => row.submission !== null && row.submission.marks !== null).length,
  returned: rows.filter((row) => row.submission !== null && isReturned(row.submission)).length,
})
