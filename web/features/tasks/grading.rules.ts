import * as z from 'zod/mini'
import { type RosterRow, type Submission, SubmissionChange } from '../../../shared/contract/submissions.ts'
import { type CriteriaMarks, criteriaSum, marksProblem } from '../../../shared/criteria.ts'
import { foundIn } from '../../../shared/folding.ts'
import { isReturned, waitsForMarks } from '../../../shared/policies/submissions.ts'
import { criteriaSaid, readCriteria, storedCriteria } from '../../parts/criteria-texts.ts'

/** The values of a grade's fields. */
export interface Grade {
  marks: string
  remarks: string
  /** The typed marks for criteria, as one text; drafts of before have none. */
  criteria?: string
}

export interface GradeProblem {
  text: string
  of: 'marks' | 'remarks' | 'call' | 'conflict'
}

export const storedGrade = ({ marks, criteria_marks, faculty_remarks }: Submission): Grade => ({
  marks: marks === null ? '' : String(marks),
  remarks: faculty_remarks ?? '',
  criteria: storedCriteria(criteria_marks),
})

export const isSameGrade = (one: Grade, other: Grade) =>
  one.marks.trim() === other.marks.trim() &&
  one.remarks.trim() === other.remarks.trim() &&
  criteriaSaid(one.criteria, 'whole') === criteriaSaid(other.criteria, 'whole')

/** Returns the typed marks, null for none, or the problem. Marks are whole and not negative. */
function typedMarks(typed: string, totalMarks: number | null): { marks: number | null } | { problem: string } {
  const trimmed = typed.trim()
  if (trimmed === '') return { marks: null }
  if (/^-/.test(trimmed)) return { problem: 'Marks must be at least 0' }
  if (!/^\d+$/.test(trimmed)) return { problem: 'Marks must be a whole number' }
  const problem = marksProblem(Number(trimmed), totalMarks)
  return problem ? { problem } : { marks: Number(trimmed) }
}

type ReadGrade = { marks: number | null; criteria_marks?: CriteriaMarks | null } | { problem: string }

/** Returns the marks to store: the sum of those for criteria, or the typed ones, which then stand by themselves. */
function readGrade({ marks, criteria = '' }: Grade, of: Submission['task']): ReadGrade {
  if (of.criteria === null) return typedMarks(marks, of.total_marks)
  if (criteria === '') {
    const typed = typedMarks(marks, of.total_marks)
    return 'problem' in typed ? typed : { ...typed, criteria_marks: null }
  }
  const read = readCriteria(criteria, of.criteria, 'whole')
  return read.marks ? { marks: criteriaSum(read.marks), criteria_marks: read.marks } : { problem: read.problem }
}

/** Returns the server's text for invalid remarks. */
function remarksProblem(typed: string): string | undefined {
  const checked = z.safeParse(SubmissionChange.shape.remarks, typed)
  return checked.success ? undefined : checked.error.issues[0]?.message
}

/** Returns the marks to store, or the first field that cannot be stored. */
export function checkedGrade(grade: Grade, of: Submission['task']) {
  const checked = readGrade(grade, of)
  if ('problem' in checked) return { problem: { text: checked.problem, of: 'marks' as const } }
  const text = remarksProblem(grade.remarks)
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
