import type { ImportKind, ImportPreview } from '../../../shared/contract/imports.ts'
import {
  ASSESSMENT_TYPES,
  ATTENDANCE_STATUSES,
  DEPARTMENT_STATUSES,
  DEPARTMENT_TYPES,
  GROUP_STATUSES,
  LEVEL_WORDS,
  labelOf,
  PERSON_GENDERS,
  SKILL_STATUSES,
  STAFF_STATUSES,
  STUDENT_STATUSES,
} from '../../../shared/labels.ts'
import { YEARS } from '../../../shared/limits.ts'
import type { Column } from './column.ts'
import type { NamesByField } from './names.ts'

const STATUSES: Record<ImportKind, readonly string[]> = {
  students: STUDENT_STATUSES,
  staff: STAFF_STATUSES,
  skills: SKILL_STATUSES,
  departments: DEPARTMENT_STATUSES,
  designations: [],
  groups: GROUP_STATUSES,
  results: [],
  attendance: ATTENDANCE_STATUSES,
}

/** A longer list is no help while one types. */
const CHOICES_MOST = 300

/** Returns the words of a column that takes one of a few. */
function choicesOf(kind: ImportKind, { field, kind: of, own }: Column, names: NamesByField): string[] | undefined {
  if (own) return own.kind === 'choice' ? [...own.options] : undefined
  if (of === 'name') return (names[field] ?? []).map(({ name }) => name)
  if (of === 'gender') return PERSON_GENDERS.map(labelOf)
  if (of === 'entry') return ATTENDANCE_STATUSES.map(labelOf)
  if (of === 'status') return STATUSES[kind].map(labelOf)
  if (of === 'department-type') return DEPARTMENT_TYPES.map(labelOf)
  if (of === 'type') return ASSESSMENT_TYPES.map(labelOf)
  if (of === 'level') return Object.values(LEVEL_WORDS)
  return of === 'year' ? [...YEARS] : undefined
}

/** Returns the fields that columns can be used as, with the words that one of a few takes. */
export const fieldsOf = (kind: ImportKind, columns: readonly Column[], names: NamesByField): ImportPreview['fields'] =>
  columns.map((column) => {
    const choices = choicesOf(kind, column, names)
    const { field, heading } = column
    return choices ? { field, heading, choices: choices.slice(0, CHOICES_MOST) } : { field, heading }
  })
