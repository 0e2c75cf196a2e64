import * as z from 'zod/mini'
import { type AssessmentResult, ResultChange, resultProblem } from '../../../shared/contract/assessment-results.ts'
import type { Assessment, AssessmentRosterRow } from '../../../shared/contract/assessments.ts'
import { decimalText, hundredthsOf } from '../../../shared/decimals.ts'
import { ASSESSMENT_TYPES, labelOf } from '../../../shared/labels.ts'
import { type Chosen, totalOf } from './rules.ts'

/** A line of the grid: a student of an assessment, or an assessment of a student. */
export interface MarkLine {
  /** The id of the student, or of the assessment. */
  key: number
  name: string
  /** The roll number, or what the marks are out of. */
  note: string
  isPerson: boolean
  totalMarks: number | null
  stored: AssessmentResult | null
  /** Who is no active student of the group now is only shown. */
  isMarked: boolean
  /** Why not: a status of the student's own, or having left. */
  out?: AssessmentRosterRow['student']['status']
}

export interface MarkSection {
  label: string | undefined
  lines: readonly MarkLine[]
}

/** What was typed for a line, with the version of the result that it was typed over; null where there was none. */
export interface Typed {
  marks: string
  remarks: string
  updated_at: string | null
}
export type TypedLines = Readonly<Record<number, Typed>>

/** What this device keeps until the server has it: ids, and no names. */
export interface MarksDraft {
  place: Chosen
  lines: TypedLines
}

export const studentLines = (rows: readonly AssessmentRosterRow[], { total_marks }: Assessment): MarkLine[] =>
  rows.map(({ student, is_marked, result }) => ({
    key: student.id,
    name: student.name,
    note: student.roll_no ?? '',
    isPerson: true,
    totalMarks: total_marks,
    stored: result,
    isMarked: is_marked,
    out: student.status,
  }))

/** The assessments of a group with what a student has in them, by type. */
export const assessmentSections = (
  assessments: readonly Assessment[],
  results: readonly AssessmentResult[],
): MarkSection[] =>
  ASSESSMENT_TYPES.map((type) => ({
    label: labelOf(type),
    lines: assessments
      .filter((assessment) => assessment.type === type)
      .map((assessment) => ({
        key: assessment.id,
        name: assessment.name,
        note: `out of ${decimalText(totalOf(assessment))}`,
        isPerson: false,
        totalMarks: assessment.total_marks,
        stored: results.find(({ assessment_id }) => assessment_id === assessment.id) ?? null,
        isMarked: true,
      })),
  })).filter(({ lines }) => lines.length > 0)

/** "12." and ".5" are numbers to people. */
const asNumber = (typed: string) => typed.trim().replace(/^\./, '0.').replace(/\.$/, '')

type Read = { marks: number | null; problem?: undefined } | { marks?: undefined; problem: string }

/** The marks that were typed, null where there are none, or what is wrong with them, as the server would say it. */
export function readMarks(typed: string, totalMarks: number | null): Read {
  const checked = z.safeParse(ResultChange.shape.marks, asNumber(typed))
  if (!checked.success) return { problem: checked.error.issues[0]?.message ?? 'Marks must be a number' }
  const marks = checked.data ?? null
  const problem = resultProblem(marks, totalMarks)
  return problem === undefined ? { marks } : { problem }
}

function remarksProblem(typed: string): string | undefined {
  const checked = z.safeParse(ResultChange.shape.remarks, typed)
  return checked.success ? undefined : checked.error.issues[0]?.message
}

/** What is wrong with a line, by field. */
export const problemsOf = ({ totalMarks }: MarkLine, { marks, remarks }: Pick<Typed, 'marks' | 'remarks'>) => ({
  marks: readMarks(marks, totalMarks).problem,
  remarks: remarksProblem(remarks),
})

export const storedTyped = (stored: AssessmentResult | null): Typed => ({
  marks: stored?.marks == null ? '' : String(stored.marks),
  remarks: stored?.remarks ?? '',
  updated_at: stored?.updated_at ?? null,
})

/** What a line shows: what was typed, else what is stored. */
export const shownOf = (line: MarkLine, typed: TypedLines): Typed => typed[line.key] ?? storedTyped(line.stored)

function isAsStored({ stored, totalMarks }: MarkLine, { marks, remarks }: Typed): boolean {
  const { marks: now, problem } = readMarks(marks, totalMarks)
  return problem === undefined && now === (stored?.marks ?? null) && remarks.trim() === (stored?.remarks ?? '')
}

/** What a draft becomes when something is typed into a line; over the version that is kept, if there is one. */
export function typedOver(typed: TypedLines, line: MarkLine, change: Partial<Typed>): TypedLines {
  const next = { ...shownOf(line, typed), ...change }
  const { [line.key]: _, ...others } = typed
  const stored = storedTyped(line.stored)
  // To the letter: "8." on the way to "8.5" is the same number as a stored 8.
  const isAsRead = next.marks === stored.marks && next.remarks === stored.remarks
  return isAsRead ? others : { ...others, [line.key]: next }
}

export interface Difference {
  line: MarkLine
  mine: Typed
}

/** The lines that would be stored with other values. */
export const differing = (lines: readonly MarkLine[], typed: TypedLines): Difference[] =>
  lines.flatMap((line) => {
    const mine = typed[line.key]
    return mine && line.isMarked && !isAsStored(line, mine) ? [{ line, mine }] : []
  })

/** Those that somebody else has stored since they were typed over. */
export const overtaken = (differences: readonly Difference[]): Difference[] =>
  differences.filter(({ line, mine }) => mine.updated_at !== (line.stored?.updated_at ?? null))

/** The draft once it is decided whose values these lines get. */
export function decided(typed: TypedLines, lines: readonly Difference[], whose: 'mine' | 'theirs'): TypedLines {
  const next = new Map(Object.entries(typed))
  for (const { line, mine } of lines)
    if (whose === 'theirs') next.delete(String(line.key))
    else next.set(String(line.key), { ...mine, updated_at: line.stored?.updated_at ?? null })
  return Object.fromEntries(next)
}

/** What was typed for those who can't be marked any more. */
export function strays(lines: readonly MarkLine[], typed: TypedLines): number[] {
  const marked = new Set(lines.filter(({ isMarked }) => isMarked).map(({ key }) => key))
  return Object.keys(typed)
    .map(Number)
    .filter((key) => !marked.has(key))
}

/** What has been typed since these lines were sent. */
export const typedSince = (sent: TypedLines, typed: TypedLines): TypedLines =>
  Object.fromEntries(
    Object.entries(typed).filter(([key, { marks, remarks }]) => {
      const before = sent[Number(key)]
      return before?.marks !== marks || before.remarks !== remarks
    }),
  )

export const withoutLines = (typed: TypedLines, keys: readonly number[]): TypedLines =>
  Object.fromEntries(Object.entries(typed).filter(([key]) => !keys.includes(Number(key))))

/** What is posted of the lines that differ. */
export const postedLines = (differences: readonly Difference[]) =>
  differences.map(({ line, mine }) => ({
    key: line.key,
    given: {
      marks: readMarks(mine.marks, line.totalMarks).marks ?? null,
      remarks: mine.remarks.trim() || null,
      status: 'submitted' as const,
      updated_at: mine.updated_at,
    },
  }))

export interface Totals {
  entered: number
  left: number
  wrong: number
  /** The mean of the marks, exact to the hundredth. */
  mean: number | undefined
  /** The mean of the shares of the totals above 0, in percent: marks out of different totals have no other. */
  share: number | undefined
}

export function totalsOf(lines: readonly MarkLine[], typed: TypedLines): Totals {
  let [entered, left, wrong, sum] = [0, 0, 0, 0]
  const shares: number[] = []
  for (const line of lines) {
    if (!line.isMarked) continue
    const { marks, problem } = readMarks(shownOf(line, typed).marks, line.totalMarks)
    if (problem !== undefined) wrong += 1
    else if (marks === null) left += 1
    else {
      entered += 1
      sum += hundredthsOf(marks)
      const total = totalOf({ total_marks: line.totalMarks })
      if (total > 0) shares.push((100 * marks) / total)
    }
  }
  const mean = entered > 0 ? Math.round(sum / entered) / 100 : undefined
  const share = shares.length > 0 ? shares.reduce((all, one) => all + one) / shares.length : undefined
  return { entered, left, wrong, mean, share }
}

/** The lines of a list whose name or note holds the words. */
export function linesFound(lines: readonly MarkLine[], words: string): readonly MarkLine[] {
  const wanted = words.trim().toLowerCase()
  return wanted === '' ? lines : lines.filter(({ name, note }) => `${name} ${note}`.toLowerCase().includes(wanted))
}
