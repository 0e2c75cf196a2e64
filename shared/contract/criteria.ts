import * as z from 'zod/mini'
import { nullableDecimal, positiveDecimal } from '../decimal-field.ts'
import { decimalText, sumOf } from '../decimals.ts'
import { counted } from '../labels.ts'
import { CRITERIA_MAX, MARKS_MAX } from '../limits.ts'
import { title } from '../names.ts'

/** A line of a rubric or of a checklist, with the greatest marks for it. */
export const Criterion = z.object({ name: z.string(), marks: z.number() })
export type Criterion = z.infer<typeof Criterion>

/** Marks for each criterion, in their order; null where there are none yet. */
export const CriteriaMarks = z.array(z.nullable(z.number()))
export type CriteriaMarks = z.infer<typeof CriteriaMarks>

const criterion = z.object(
  { name: title('Criterion'), marks: positiveDecimal('Marks') },
  'Each of criteria has a name and marks',
)

/** Returns the sum of the greatest marks, which is the total of what has these criteria. */
export const criteriaTotal = (criteria: readonly Pick<Criterion, 'marks'>[]): number =>
  sumOf(criteria.map(({ marks }) => marks))

/** The criteria of something that is marked: an ordered list, or null for none. */
export const optionalCriteria = z.optional(
  z.nullable(
    z.array(criterion, 'Criteria must be a list').check(
      z.minLength(1, 'At least one criterion is required'),
      z.maxLength(CRITERIA_MAX, `At most ${CRITERIA_MAX} criteria`),
      z.refine<Criterion[]>(
        (criteria) => criteriaTotal(criteria) <= MARKS_MAX,
        `The marks of all criteria must be at most ${MARKS_MAX}`,
      ),
    ),
  ),
)

/** The marks given for criteria. */
export const optionalCriteriaMarks = z.optional(
  z.nullable(
    z
      .array(nullableDecimal('Marks'), 'Criteria marks must be a list')
      .check(z.maxLength(CRITERIA_MAX, `At most ${CRITERIA_MAX} criteria`)),
  ),
)

/** Returns the sum of marks for criteria; null while there are none for one of them. */
export const criteriaSum = (marks: CriteriaMarks): number | null => {
  const given = marks.filter((one) => one !== null)
  return given.length === marks.length ? sumOf(given) : null
}

/** Returns true when no criterion has marks. */
export const isUnmarked = (marks: CriteriaMarks): boolean => marks.every((one) => one === null)

/** Returns the problem of marks for these criteria, or nothing when each fits its own. */
export function criteriaProblem(marks: CriteriaMarks, criteria: readonly Criterion[] | null): string | undefined {
  if (criteria === null) return isUnmarked(marks) ? undefined : 'There are no criteria here'
  if (marks.length !== criteria.length)
    return `There are ${counted(criteria.length, 'criterion', 'criteria')}: each needs its marks, or null`
  const over = criteria.find((one, index) => (marks[index] ?? 0) > one.marks)
  return over && `Marks for “${over.name}” must be at most ${decimalText(over.marks)}`
}
