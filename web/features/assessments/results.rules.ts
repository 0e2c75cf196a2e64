import * as z from 'zod/mini'
import { type AssessmentResult, ResultChange } from '../../../shared/contract/assessment-results.ts'
import { marksProblem } from '../../../shared/criteria.ts'
import { hundredthsOf } from '../../../shared/decimals.ts'
import { criteriaSaid, readCriteria, storedCriteria } from '../../parts/criteria-texts.ts'
import { plainNumber } from '../../ui/texts.ts'
import { ABSENT, isAbsent } from './absent.rules.ts'
import type { MarkLine } from './lines.rules.ts'
import { type AssessmentChoices, totalOf } from './rules.ts'

const FIELDS = ['marks', 'remarks'] as const
type Field = (typeof FIELDS)[number]
/** Marks come from the criteria where there are marks for these; drafts of before have no such text. */
type Values = Readonly<Record<Field, string> & { criteria?: string }>

/** The fields of a line after something was typed in it. */
export interface LineDraft extends Values {
  /** The version of the result that it was typed over; null if there was none. */
  updated_at: string | null
  /** The stored values at that time. A field that still equals them was not changed by the person. */
  over: Values
}
export type TypedLines = Readonly<Record<number, LineDraft>>

/** The draft that this device keeps until the server has the marks: ids, no names. */
export interface MarksDraft {
  place: AssessmentChoices
  lines: TypedLines
}

const checkedMarks = (typed: string) => z.safeParse(ResultChange.shape.marks, plainNumber(typed))

interface Given extends Pick<AssessmentResult, 'marks' | 'status'> {
  problem?: undefined
}
type Read = Given | { marks?: undefined; status?: undefined; problem: string }

/** Returns the typed marks, null for none, or the problem in the server's words. */
export function readMarks(typed: string, totalMarks: number | null): Read {
  if (isAbsent(typed)) return { marks: null, status: 'absent' }
  const checked = checkedMarks(typed)
  if (!checked.success) return { problem: checked.error.issues[0]?.message ?? 'Marks must be a number' }
  const marks = checked.data ?? null
  const problem = marksProblem(marks, totalMarks)
  return problem === undefined ? { marks, status: 'submitted' } : { problem }
}

function remarksProblem(typed: string): string | undefined {
  const checked = z.safeParse(ResultChange.shape.remarks, typed)
  return checked.success ? undefined : checked.error.issues[0]?.message
}

/** Returns the errors of a line by field. */
export const problemsOf = ({ totalMarks, criteria }: MarkLine, { marks, remarks, criteria: typed = '' }: Values) => ({
  marks:
    readMarks(marks, totalMarks).problem ??
    (criteria && !isAbsent(marks) ? readCriteria(typed, criteria, 'hundredths').problem : undefined),
  remarks: remarksProblem(remarks),
})

function storedMarks(stored: AssessmentResult | null): string {
  if (stored?.status === 'absent') return ABSENT
  return stored?.marks == null ? '' : String(stored.marks)
}

export const storedValues = (stored: AssessmentResult | null): Values => ({
  marks: storedMarks(stored),
  remarks: stored?.remarks ?? '',
  criteria: storedCriteria(stored?.criteria_marks ?? null),
})

const storedTyped = (stored: AssessmentResult | null): LineDraft => ({
  ...storedValues(stored),
  updated_at: stored?.updated_at ?? null,
  over: storedValues(stored),
})

/** Compares values: "8.50" equals "8.5". */
function saysTheSame(field: Field, one: Values, other: Values): boolean {
  const said = (values: Values) => {
    if (field === 'remarks') return values.remarks.trim()
    if (isAbsent(values.marks)) return ABSENT
    const { success, data } = checkedMarks(values.marks)
    return `${success ? (data ?? '') : values.marks} ${criteriaSaid(values.criteria, 'hundredths')}`
  }
  return said(one) === said(other)
}

/**
 * Merges a typed line with the stored result. A field that the person did not change takes the stored value. If both
 * changed the same field differently, the line keeps its old version, so that the conflict is seen.
 */
function merged({ stored }: MarkLine, mine: LineDraft): LineDraft {
  const now = storedTyped(stored)
  if (now.updated_at === mine.updated_at) return mine
  const isMine = (field: Field) => !saysTheSame(field, mine, mine.over)
  const isTheirs = (field: Field) => !saysTheSame(field, now, mine.over)
  const ofMarks = isMine('marks') ? mine : now
  const values = {
    marks: ofMarks.marks,
    criteria: ofMarks.criteria ?? '',
    remarks: (isMine('remarks') ? mine : now).remarks,
  }
  const isConflict = FIELDS.some((one) => isMine(one) && isTheirs(one) && !saysTheSame(one, mine, now))
  return isConflict ? { ...mine, ...values } : { ...now, ...values }
}

/** Merges all typed lines. */
export function mergedLines(lines: readonly MarkLine[], typed: TypedLines): TypedLines {
  const byKey = new Map(lines.map((line) => [String(line.key), line]))
  return Object.fromEntries(
    Object.entries(typed).map(([key, mine]) => {
      const line = byKey.get(key)
      return [key, line ? merged(line, mine) : mine]
    }),
  )
}

/** Returns the typed line, or the stored one when nothing was typed. */
export const shownOf = (line: MarkLine, typed: TypedLines): LineDraft => typed[line.key] ?? storedTyped(line.stored)

function isAsStored(
  { stored, totalMarks, criteria }: MarkLine,
  { marks, remarks, criteria: typed }: LineDraft,
): boolean {
  const { marks: now, status, problem } = readMarks(marks, totalMarks)
  const isSameList = criteriaSaid(typed, 'hundredths') === storedCriteria(stored?.criteria_marks ?? null)
  if (criteria && status !== 'absent' && !isSameList) return false
  if (problem !== undefined || remarks.trim() !== (stored?.remarks ?? '')) return false
  return now === (stored?.marks ?? null) && status === (stored?.status ?? 'submitted')
}

/** Returns the draft after a change to a line. A line that is in the draft already keeps its version. */
export function typedOver(typed: TypedLines, line: MarkLine, change: Partial<Values>): TypedLines {
  const next = { ...shownOf(line, typed), ...change }
  const { [line.key]: _, ...others } = typed
  const stored = storedTyped(line.stored)
  // Compares letters: "8." on the way to "8.5" is the same number as a stored 8.
  const isAsRead = [...FIELDS, 'criteria' as const].every((one) => (next[one] ?? '') === stored[one])
  return isAsRead ? others : { ...others, [line.key]: next }
}

export interface Difference {
  line: MarkLine
  mine: LineDraft
}

/** Returns the lines that a save would change. */
export const differing = (lines: readonly MarkLine[], typed: TypedLines): Difference[] =>
  lines.flatMap((line) => {
    const mine = typed[line.key]
    return mine && line.isMarked && !isAsStored(line, mine) ? [{ line, mine }] : []
  })

/** Returns the lines in which somebody else has changed the same field since. The lines have been merged before. */
export const overtaken = (differences: readonly Difference[]): Difference[] =>
  differences.filter(({ line, mine }) => mine.updated_at !== (line.stored?.updated_at ?? null))

/** Returns the draft after a decision about these lines. */
export function decided(typed: TypedLines, lines: readonly Difference[], whose: 'mine' | 'theirs'): TypedLines {
  const next = new Map(Object.entries(typed))
  for (const { line, mine } of lines)
    if (whose === 'theirs') next.delete(String(line.key))
    else
      next.set(String(line.key), {
        ...mine,
        updated_at: line.stored?.updated_at ?? null,
        over: storedValues(line.stored),
      })
  return Object.fromEntries(next)
}

/** Returns the keys of typed lines that can no longer be marked. */
export function strays(lines: readonly MarkLine[], typed: TypedLines): number[] {
  const marked = new Set(lines.filter(({ isMarked }) => isMarked).map(({ key }) => key))
  return Object.keys(typed)
    .map(Number)
    .filter((key) => !marked.has(key))
}

/** Returns the lines whose text has changed since `sent`. */
export const typedSince = (sent: TypedLines, typed: TypedLines): TypedLines =>
  Object.fromEntries(
    Object.entries(typed).filter(([key, { marks, remarks, criteria }]) => {
      const before = sent[Number(key)]
      return before?.marks !== marks || before.remarks !== remarks || before.criteria !== criteria
    }),
  )

export const withoutLines = (typed: TypedLines, keys: readonly number[]): TypedLines =>
  Object.fromEntries(Object.entries(typed).filter(([key]) => !keys.includes(Number(key))))

/** Returns the marks to send for criteria; nothing for an assessment without any. */
function postedCriteria({ criteria }: MarkLine, { marks, criteria: typed = '' }: LineDraft) {
  if (criteria === null) return {}
  const none = isAbsent(marks) || typed === ''
  return { criteria_marks: none ? null : (readCriteria(typed, criteria, 'hundredths').marks ?? null) }
}

/** Returns the request's lines. */
export const postedLines = (differences: readonly Difference[]) =>
  differences.map(({ line, mine }) => {
    const { marks = null, status = 'submitted' } = readMarks(mine.marks, line.totalMarks)
    const remarks = mine.remarks.trim() || null
    return {
      key: line.key,
      given: { marks, ...postedCriteria(line, mine), remarks, status, updated_at: mine.updated_at },
    }
  })

export interface Totals {
  /** The number of lines with marks. */
  entered: number
  absent: number
  left: number
  wrong: number
  /** The mean of the marks, exact to the hundredth. */
  mean: number | undefined
  /** The mean of the shares, in percent, of totals above 0: the only mean of marks with different totals. */
  share: number | undefined
}

export function totalsOf(lines: readonly MarkLine[], typed: TypedLines): Totals {
  let [entered, absent, left, wrong, sum] = [0, 0, 0, 0, 0]
  const shares: number[] = []
  for (const line of lines) {
    if (!line.isMarked) continue
    const { marks, status, problem } = readMarks(shownOf(line, typed).marks, line.totalMarks)
    if (problem !== undefined) wrong += 1
    else if (status === 'absent') absent += 1
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
  return { entered, absent, left, wrong, mean, share }
}
