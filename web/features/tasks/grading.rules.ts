import * as z from 'zod/mini'
import { marksProblem, type RosterRow, SubmissionChange } from '../../../shared/contract/submissions.ts'
import { foundIn } from '../../../shared/folding.ts'

/** Returns the typed marks, null for none, or the problem. Marks are whole and not negative. */
export function typedMarks(typed: string, totalMarks: number | null): { marks: number | null } | { problem: string } {
  const trimmed = typed.trim()
  if (trimmed === '') return { marks: null }
  if (/^-/.test(trimmed)) return { problem: 'Marks must be at least 0' }
  if (!/^\d+$/.test(trimmed)) return { problem: 'Marks must be a whole number' }
  const problem = marksProblem(Number(trimmed), totalMarks)
  return problem ? { problem } : { marks: Number(trimmed) }
}

/** Returns the server's text for invalid remarks. */
export function remarksProblem(typed: string): string | undefined {
  const checked = z.safeParse(SubmissionChange.shape.remarks, typed)
  return checked.success ? undefined : checked.error.issues[0]?.message
}

export const SHOWN = ['all', 'submitted', 'not_graded', 'not_submitted'] as const
export type RosterFilter = (typeof SHOWN)[number]

const isUngraded = ({ submission }: RosterRow) => submission !== null && submission.marks === null

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
    return shown !== 'not_submitted' || submission === null
  })
  return [...matching.filter((row) => row.submission), ...matching.filter((row) => !row.submission)]
}

export const rosterCounts = (rows: readonly RosterRow[]) => ({
  total: rows.length,
  submitted: rows.filter((row) => row.submission !== null).length,
  graded: rows.filter((row) => row.submission !== null && row.submission.marks !== null).length,
})
