import { folded } from '../../../shared/folding.ts'
import { ASSESSMENT_TYPES, labelOf } from '../../../shared/labels.ts'
import { DEFAULT_TOTAL_MARKS } from '../../../shared/limits.ts'
import { isDay, writtenDay } from '../../../shared/written-day.ts'
import { type FileRow, told } from './file-row.ts'
import { decimalOf } from './marks.ts'
import type { PastAssessment } from './past.reads.ts'
import type { PlacedStudent } from './past.ts'

/** The facts of an assessment as a file says them. */
export interface SaidOfAssessment {
  type: (typeof ASSESSMENT_TYPES)[number] | null
  total_marks: number | null
  weightage: number | null
  held_on: string | null
}

/** Reads what a row says of its assessments. */
export function saidOf(
  { cells }: FileRow,
  today: string,
  row: Pick<PlacedStudent, 'errors' | 'values'>,
): SaidOfAssessment {
  const { errors, values } = row
  const number = (field: 'total_marks' | 'weightage', name: string) => {
    const text = cells[field]
    if (text === undefined) return null
    const read = decimalOf(text, name)
    if ('value' in read) return read.value
    errors[field] ??= [read.problem]
    return null
  }
  const type = ASSESSMENT_TYPES.find((one) => one === folded(cells.type ?? '')) ?? null
  if (cells.type !== undefined && !type) errors.type ??= [`Type must be one of: ${ASSESSMENT_TYPES.join(', ')}`]
  if (type) values.type = labelOf(type)
  const held_on = isDay(cells.held_on ?? '') ? (cells.held_on ?? null) : null
  if (cells.held_on !== undefined && held_on === null) errors.held_on ??= ['Day must be a valid date (YYYY-MM-DD)']
  if (held_on !== null) values.held_on = writtenDay(held_on)
  if (held_on !== null && held_on > today) errors.held_on ??= ['Day cannot be in the future']
  return {
    type,
    total_marks: number('total_marks', 'Maximum marks'),
    weightage: number('weightage', 'Weight'),
    held_on,
  }
}

/** Says what a file and a stored assessment say otherwise: results change no assessment. */
export function differences(said: SaidOfAssessment, stored: PastAssessment): [keyof SaidOfAssessment, string][] {
  const total = stored.total_marks ?? DEFAULT_TOTAL_MARKS
  return [
    ...(said.total_marks !== null && said.total_marks !== total
      ? [
          [
            'total_marks',
            `"${told(stored.name)}" has ${total} marks at most, the file says ${said.total_marks}`,
          ] as const,
        ]
      : []),
    ...(said.weightage !== null && said.weightage !== stored.weightage
      ? [['weightage', `"${told(stored.name)}" has the weight ${stored.weightage ?? 'none'}`] as const]
      : []),
    ...(said.type !== null && said.type !== stored.type
      ? [['type', `"${told(stored.name)}" is ${stored.type}`] as const]
      : []),
  ].map(([field, text]) => [field, text])
}

/** These are the same in all rows of an assessment that is made. */
export const SAID = [
  ['type', 'type'],
  ['total_marks', 'maximum'],
  ['weightage', 'weight'],
  ['held_on', 'day'],
] as const
