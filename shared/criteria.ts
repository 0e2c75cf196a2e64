import { decimalText, sumOf } from './decimals.ts'
import { counted } from './labels.ts'
import { DEFAULT_TOTAL_MARKS } from './limits.ts'

// The arithmetic of criteria, apart from the schemas: screens show marks before a form is opened.

/** A line of a rubric or of a checklist, with the greatest marks for it. */
export interface Criterion {
  name: string
  marks: number
}

/** Marks for each criterion, in their order; null where there are none yet. */
export type CriteriaMarks = (number | null)[]

/** Marks of assessments have two decimals, those of tasks none. */
export type Fineness = 'hundredths' | 'whole'

/** Marks as people read them. */
export const markText: Record<Fineness, (marks: number) => string> = { hundredths: decimalText, whole: String }

/** Returns the sum of the greatest marks, which is the total of what has these criteria. */
export const criteriaTotal = (criteria: readonly Pick<Criterion, 'marks'>[]): number =>
  sumOf(criteria.map(({ marks }) => marks))

/** Returns the sum of marks for criteria; null while there are none for one of them. */
export const criteriaSum = (marks: CriteriaMarks): number | null => {
  const given = marks.filter((one) => one !== null)
  return given.length === marks.length ? sumOf(given) : null
}

/** Returns true when no criterion has marks. */
export const isUnmarked = (marks: CriteriaMarks): boolean => marks.every((one) => one === null)

/** Returns the problem of marks for these criteria, or nothing when each fits its own. */
export function criteriaProblem(
  marks: CriteriaMarks,
  criteria: readonly Criterion[] | null,
  fine: Fineness,
): string | undefined {
  if (criteria === null) return isUnmarked(marks) ? undefined : 'There are no criteria here'
  if (marks.length !== criteria.length)
    return `There are ${counted(criteria.length, 'criterion', 'criteria')}: each needs its marks, or null`
  const over = criteria.find((one, index) => (marks[index] ?? 0) > one.marks)
  return over && `Marks for “${over.name}” must be at most ${markText[fine](over.marks)}`
}

/** Returns "Marks must be at most 20", or nothing when the marks fit the total. */
export const marksProblem = (marks: number | null | undefined, totalMarks: number | null): string | undefined =>
  marks != null && marks > (totalMarks ?? DEFAULT_TOTAL_MARKS)
    ? `Marks must be at most ${totalMarks ?? DEFAULT_TOTAL_MARKS}`
    : undefined

/** Returns the problem of a total beside criteria, of which it is the sum. */
export function totalProblem(
  total_marks: number | null | undefined,
  criteria: readonly Pick<Criterion, 'marks'>[] | null | undefined,
): string | undefined {
  if (!criteria || total_marks == null) return undefined
  const sum = criteriaTotal(criteria)
  return total_marks === sum ? undefined : `Total marks must be the sum of the criteria (${sum})`
}

/** Returns the problem of marks beside marks for criteria, of which they are the sum. */
function sumProblem(marks: number | null | undefined, criteriaMarks: CriteriaMarks): string | undefined {
  if (marks == null || isUnmarked(criteriaMarks)) return undefined
  const sum = criteriaSum(criteriaMarks)
  if (sum === null) return 'Marks are the sum of the criteria, and not all of these have marks yet'
  return marks === sum ? undefined : `Marks must be the sum of the criteria (${sum})`
}

/** Marks, and marks for criteria, as somebody sends them; what is left out stays as it is stored. */
export interface GivenMarks {
  marks?: number | null | undefined
  criteria_marks?: CriteriaMarks | null | undefined
}

/** Returns the problems of marks that are given for something with this total and these criteria. */
export function givenProblems(
  { marks, criteria_marks = null }: GivenMarks,
  { total_marks, criteria }: { total_marks: number | null; criteria: readonly Criterion[] | null },
  fine: Fineness,
): Record<'marks' | 'criteria_marks', string | undefined> {
  const ofCriteria = criteria_marks === null ? undefined : criteriaProblem(criteria_marks, criteria, fine)
  const ofSum = criteria_marks === null || ofCriteria ? undefined : sumProblem(marks, criteria_marks)
  return { marks: ofSum ?? marksProblem(marks, total_marks), criteria_marks: ofCriteria }
}

/** Returns the marks after the given ones: the sum of the criteria, or by themselves, and then no stored criteria. */
export function mergedMarks(
  given: GivenMarks,
  stored: { marks: number | null; criteria_marks: CriteriaMarks | null },
): typeof stored {
  const criteria_marks = given.criteria_marks === undefined ? stored.criteria_marks : given.criteria_marks
  const marks = given.marks === undefined ? stored.marks : given.marks
  if (criteria_marks === null || isUnmarked(criteria_marks)) return { marks, criteria_marks: null }
  const sum = criteriaSum(criteria_marks)
  if (given.criteria_marks) return { marks: sum, criteria_marks }
  return { marks, criteria_marks: marks === sum ? criteria_marks : null }
}
