import { randomId } from '@mantine/hooks'
import { type Criterion, type Fineness, markText } from '../../shared/criteria.ts'
import { sumOf } from '../../shared/decimals.ts'
import { plainNumber } from '../ui/texts.ts'

/** A criterion in the form, with a key of its own while rows move. */
export interface CriterionRow {
  key: string
  name: string
  marks: string
}

export const newCriterion = (name = '', marks = ''): CriterionRow => ({ key: randomId('criterion-'), name, marks })

interface WithCriteria {
  criteria: readonly Criterion[] | null
}

/** Returns the rows of a record; none for a new one. */
export const criterionRows = (record: WithCriteria | undefined): CriterionRow[] =>
  (record?.criteria ?? []).map(({ name, marks }) => newCriterion(name, String(marks)))

/** Returns the rows of a copied list: names, and behind a tab their marks. A single line is none. */
export function pastedCriteria(text: string): CriterionRow[] {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  if (lines.length < 2 && !text.includes('\t')) return []
  return lines.map((line) => {
    const [name = '', marks = ''] = line.split('\t')
    return newCriterion(name.trim(), marks.trim())
  })
}

/** Returns the field of a total that is the sum of these rows, empty while one has no marks; nothing without rows. */
export function criteriaTotalProps(rows: readonly CriterionRow[] = [], fine: Fineness) {
  if (rows.length === 0) return {}
  const marks = rows.map((row) => Number(plainNumber(row.marks) || Number.NaN))
  const value = marks.every((one) => Number.isFinite(one)) ? markText[fine](sumOf(marks)) : ''
  return { value, readOnly: true }
}

/** Returns the criteria to send: none are sent where there were none, and a draft of before has no such rows. */
export function criteriaBody(rows: readonly CriterionRow[] = [], before: WithCriteria | undefined) {
  if (rows.length === 0) return before?.criteria ? { criteria: null } : {}
  return { criteria: rows.map(({ name, marks }) => ({ name, marks: plainNumber(marks) })) }
}
