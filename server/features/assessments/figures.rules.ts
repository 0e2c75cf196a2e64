import type { AssessmentSummary, WeightedTotal } from '../../../shared/contract/assessment-figures.ts'
import type { Assessment } from '../../../shared/contract/assessments.ts'
import { hundredthsOf, sumOf } from '../../../shared/decimals.ts'
import { labelOf } from '../../../shared/labels.ts'
import { DEFAULT_TOTAL_MARKS } from '../../../shared/limits.ts'

/** The marks of an absent student in a file. */
export const ABSENT = labelOf('absent')

const STEPS = 10

/** A fraction of whole numbers, not below 0, with two decimals, half up: the only place where a figure is rounded. */
export function roundedQuotient(numerator: bigint, denominator: bigint): number {
  return Number((numerator * 200n + denominator) / (denominator * 2n)) / 100
}

const roundedRatio = (numerator: number, denominator: number) => roundedQuotient(BigInt(numerator), BigInt(denominator))

/**
 * Returns the step, of ten equal ones up to the total, that the marks are in. Both are in hundredths; the total itself
 * is in the last step.
 */
const stepOf = (marks: number, total: number) => (marks >= total ? STEPS - 1 : Math.floor((marks * STEPS) / total))

type Bounds = Pick<Assessment, 'total_marks' | 'passing_marks'>

interface Given extends Pick<AssessmentSummary, 'students' | 'absent'> {
  marks: number[]
}

/** Sums up these marks. `students` is the number of students who could have been given any, the absent ones included. */
export function summaryOf(
  { total_marks, passing_marks }: Bounds,
  { students, absent, marks: given }: Given,
): AssessmentSummary {
  const total = total_marks ?? DEFAULT_TOTAL_MARKS
  const marks = given.map(hundredthsOf).sort((a, b) => a - b)
  const marked = marks.length
  const sum = marks.reduce((all, one) => all + one, 0)
  const [low = 0, high = 0] = [marks[Math.floor((marked - 1) / 2)], marks[Math.floor(marked / 2)]]
  const passed = passing_marks === null ? null : given.filter((one) => one >= passing_marks).length
  const counts = new Array<number>(STEPS).fill(0)
  for (const one of marks) {
    const step = stepOf(one, hundredthsOf(total))
    counts[step] = (counts[step] ?? 0) + 1
  }
  const bound = (step: number) => (hundredthsOf(total) * step) / (100 * STEPS)
  const figures = {
    mean: roundedRatio(sum, 100 * marked || 1),
    median: roundedRatio(low + high, 200),
    lowest: (marks[0] ?? 0) / 100,
    highest: (marks.at(-1) ?? 0) / 100,
    pass_rate: passed === null ? null : roundedRatio(100 * passed, marked || 1),
  }
  const none = { mean: null, median: null, lowest: null, highest: null, pass_rate: null }
  return {
    students,
    marked,
    absent,
    total_marks: total,
    passing_marks,
    passed,
    ...(marked === 0 ? none : figures),
    steps: counts.map((count, step) => ({ from: bound(step), to: bound(step + 1), count })),
  }
}

/** An assessment with a weightage, and what a student was given in it. */
export interface WeightedMarks extends Pick<Assessment, 'id' | 'name' | 'type'> {
  total_marks: number
  weightage: number
  marks: number | null
  is_absent: boolean
}

/** The figures that a weighted total is made of. */
type Weighed = Pick<WeightedMarks, 'marks' | 'total_marks' | 'weightage'>

type Fraction = [numerator: bigint, denominator: bigint]

/** Returns the exact sum of fractions, so that it is rounded once. */
export const sumOfFractions = (fractions: readonly Fraction[]): Fraction =>
  fractions.reduce(([n, d], [m, e]): Fraction => (d === e ? [n + m, d] : [n * e + m * d, d * e]), [0n, 1n])

/** marks / total × weightage as a fraction of whole numbers, its three values taken in hundredths. */
const pointsOf = ({ marks, total_marks, weightage }: Weighed): Fraction => [
  BigInt(hundredthsOf(marks ?? 0)) * BigInt(hundredthsOf(weightage)),
  BigInt(hundredthsOf(total_marks)) * 100n,
]

/** The weighted total of a student: the sum is rounded once, never its parts before it. */
export function weightedTotal(weighted: readonly WeightedMarks[]): Omit<WeightedTotal, 'student'> {
  const [points, below] = sumOfFractions(weighted.map(pointsOf))
  const outOf = BigInt(hundredthsOf(sumOf(weighted.map(({ weightage }) => weightage))))
  return {
    rows: weighted.map((one) => ({
      assessment: { id: one.id, name: one.name, type: one.type },
      marks: one.marks,
      is_absent: one.is_absent,
      total_marks: one.total_marks,
      weightage: one.weightage,
      points: roundedQuotient(...pointsOf(one)),
    })),
    points: roundedQuotient(points, below),
    out_of: Number(outOf) / 100,
    percent: outOf === 0n ? null : roundedQuotient(points * 10_000n, below * outOf),
    missing: weighted.filter(({ marks, is_absent }) => marks === null && !is_absent).length,
    absent: weighted.filter(({ is_absent }) => is_absent).length,
  }
}
