import { isDeepStrictEqual } from 'node:util'
import { type Criterion, criteriaTotal, type Fineness, markText } from '../../shared/criteria.ts'
import { criteriaChange, criteriaStateOf } from '../../shared/policies/criteria.ts'
import { refuseUnless } from './errors.ts'

type Criteria = readonly Criterion[] | null

/** The columns of criteria, and of the total, which is their sum. */
export const criteriaColumns = (criteria: Criteria | undefined) =>
  criteria ? { criteria: JSON.stringify(criteria), total_marks: criteriaTotal(criteria) } : { criteria }

/** Criteria with marks of students keep their number, their order and their greatest marks. */
export function refuseOtherCriteria(
  record: { criteria: Criteria; criteria_count: number | null },
  criteria: Criteria,
): void {
  const greatest = (one: Criteria) => one?.map(({ marks }) => marks)
  if (!isDeepStrictEqual(greatest(record.criteria), greatest(criteria)))
    refuseUnless(criteriaChange, criteriaStateOf(record))
}

/** Returns criteria as the trail tells them: "Washes hands (0.50)". */
export const criteriaTold = (criteria: Criteria, fine: Fineness): string[] | null =>
  criteria?.map(({ name, marks }) => `${name} (${markText[fine](marks)})`) ?? null
