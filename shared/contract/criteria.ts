import * as z from 'zod/mini'
import { criteriaTotal, type Fineness } from '../criteria.ts'
import { nullableDecimal, nullableWhole, positiveDecimal, positiveWhole } from '../decimal-field.ts'
import { folded } from '../folding.ts'
import { CRITERIA_MAX, MARKS_MAX } from '../limits.ts'
import { title } from '../names.ts'

/** A line of a rubric or of a checklist, with the greatest marks for it. */
export const Criterion = z.object({ name: z.string(), marks: z.number() })

/** Marks for each criterion, in their order; null where there are none yet. */
export const CriteriaMarks = z.array(z.nullable(z.number()))

/** Marks of assessments have two decimals, those of tasks none. */
export const MARKS = {
  hundredths: { greatest: positiveDecimal('Marks'), given: nullableDecimal('Marks') },
  whole: { greatest: positiveWhole('Marks'), given: nullableWhole('Marks') },
} as const

/** Refuses a name that an earlier criterion has: whoever reads the marks could not tell them apart. */
const namedOnce = z.check<z.infer<typeof Criterion>[]>(({ value, issues }) => {
  if (value.length > CRITERIA_MAX) return
  const names = value.map(({ name }) => folded(name))
  for (const [index, name] of names.entries()) {
    const first = names.indexOf(name)
    if (first < index)
      issues.push({
        code: 'custom',
        input: value,
        path: [index, 'name'],
        message: `Criterion ${first + 1} has this name already`,
      })
  }
})

/** The criteria of something that is marked: an ordered list, or null for none. */
export const optionalCriteria = (fine: Fineness) =>
  z.optional(
    z.nullable(
      z
        .array(
          z.object({ name: title('Criterion'), marks: MARKS[fine].greatest }, 'Each of criteria has a name and marks'),
          'Criteria must be a list',
        )
        .check(
          z.minLength(1, 'At least one criterion is required'),
          z.maxLength(CRITERIA_MAX, `At most ${CRITERIA_MAX} criteria`),
          z.refine<z.infer<typeof Criterion>[]>(
            (criteria) => criteriaTotal(criteria) <= MARKS_MAX,
            `The marks of all criteria must be at most ${MARKS_MAX}`,
          ),
          namedOnce,
        ),
    ),
  )

/** The marks given for criteria. */
export const optionalCriteriaMarks = (fine: Fineness) =>
  z.optional(
    z.nullable(
      z
        .array(MARKS[fine].given, 'Criteria marks must be a list')
        .check(z.maxLength(CRITERIA_MAX, `At most ${CRITERIA_MAX} criteria`)),
    ),
  )
