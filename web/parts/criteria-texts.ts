import * as z from 'zod/mini'
import { MARKS } from '../../shared/contract/criteria.ts'
import {
  type CriteriaMarks,
  type Criterion,
  criteriaProblem,
  criteriaSum,
  type Fineness,
} from '../../shared/criteria.ts'
import { sumOf } from '../../shared/decimals.ts'
import { plainNumber } from '../ui/texts.ts'

/** Stands between the typed marks of the criteria, which a draft keeps as one text. */
const BETWEEN = '|'

/** Returns the texts of the criteria's fields. */
export function textsIn(typed: string, criteria: readonly Criterion[]): string[] {
  const texts = typed.split(BETWEEN)
  return criteria.map((_, index) => texts[index] ?? '')
}

/** Returns the one text of the fields; an empty one when nothing is typed. */
export const textFrom = (texts: readonly string[]): string =>
  texts.every((text) => text.trim() === '') ? '' : texts.map((text) => text.replaceAll(BETWEEN, '')).join(BETWEEN)

/** Returns " 2 of 3" while some criteria have marks and others have none, else nothing. */
export function progressText(typed: string, criteria: readonly Criterion[]): string {
  const given = textsIn(typed, criteria).filter((text) => text.trim() !== '').length
  return given === 0 || given === criteria.length ? '' : ` ${given} of ${criteria.length}`
}

/** Returns the text of stored marks for criteria. */
export const storedCriteria = (marks: CriteriaMarks | null): string =>
  marks === null ? '' : textFrom(marks.map((one) => (one === null ? '' : String(one))))

type ReadCriteria = { marks: CriteriaMarks; problem?: undefined } | { marks?: undefined; problem: string }

const checked = (text: string, fine: Fineness) => z.safeParse(MARKS[fine].given, plainNumber(text))

/** Returns the problem of one criterion's text, in the server's words. */
export function criterionProblem(text: string, criterion: Criterion, fine: Fineness): string | undefined {
  const { success, data, error } = checked(text, fine)
  return success ? criteriaProblem([data], [criterion], fine) : (error.issues[0]?.message ?? 'Marks must be a number')
}

/** Returns the typed marks, null where there are none yet, or the first problem. */
export function readCriteria(typed: string, criteria: readonly Criterion[], fine: Fineness): ReadCriteria {
  const texts = textsIn(typed, criteria)
  for (const [index, criterion] of criteria.entries()) {
    const problem = criterionProblem(texts[index] ?? '', criterion, fine)
    if (problem) return { problem }
  }
  return { marks: texts.map((text) => checked(text, fine).data ?? null) }
}

/** Returns the marks that the criteria come to, as the text of their field; an empty one while any has none. */
export function sumText(typed: string, criteria: readonly Criterion[], fine: Fineness): string {
  const { marks } = readCriteria(typed, criteria, fine)
  const sum = marks && typed !== '' ? criteriaSum(marks) : null
  return sum === null ? '' : String(sum)
}

/** Returns the sum of what is given so far, and how many criteria that is. */
export function soFar(typed: string, criteria: readonly Criterion[], fine: Fineness) {
  const fits = textsIn(typed, criteria).flatMap((text, index) => {
    const criterion = criteria[index]
    const marks = checked(text, fine).data
    return criterion && marks != null && !criterionProblem(text, criterion, fine) ? [marks] : []
  })
  return { count: fits.length, sum: sumOf(fits) }
}

/** Compares typed marks by their values: "1.50" equals "1.5". */
export const criteriaSaid = (typed = '', fine: Fineness): string =>
  textFrom(typed.split(BETWEEN).map((text) => String(checked(text, fine).data ?? text.trim())))
