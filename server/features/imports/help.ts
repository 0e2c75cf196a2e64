import type { ImportKind } from '../../../shared/contract/imports.ts'
import { labelOf, PERSON_GENDERS, STAFF_STATUSES, STUDENT_STATUSES } from '../../../shared/labels.ts'
import { mayAssign } from '../../../shared/permissions.ts'
import type { NamedRecord } from './kinds.ts'

/** The longest list, below the 32,767 characters that a spreadsheet's cell holds. */
const LIST_MAX = 30_000

const oneOf = (words: readonly string[]) => `One of: ${words.join(', ')}`.slice(0, LIST_MAX)
const namesOf = (named: readonly NamedRecord[]) =>
  named.length > 0 ? oneOf(named.map(({ name }) => name)) : 'There are none yet'
const DAY = 'A date, best as YYYY-MM-DD'

const common = (statuses: readonly string[]) => ({
  Phone: '0 and 10 digits, or + and the country',
  Gender: oneOf(PERSON_GENDERS.map(labelOf)),
  'Date of Birth': DAY,
  Status: `${oneOf(statuses.map(labelOf))}. Active when left empty`,
  Description: 'Any text',
})

/** The names that the columns of a template take, by heading; a column without an explanation takes a line of text. */
export interface TemplateNames {
  batches: readonly NamedRecord[]
  departments: readonly NamedRecord[]
  designations: readonly NamedRecord[]
  roles: readonly NamedRecord[]
}

const ABOUT: Record<ImportKind, (names: TemplateNames, actorRoles: readonly string[]) => Record<string, string>> = {
  students: ({ batches }) => ({
    'Roll Number': 'MBBS- and 5 digits (e.g., MBBS-22001). A student who has it already is updated',
    Name: 'Required for a new student',
    Email: 'Required for a new student, who signs in with it',
    Batch: namesOf(batches),
    ...common(STUDENT_STATUSES),
    'Date of Admission': DAY,
  }),
  staff: ({ departments, designations, roles }, actorRoles) => ({
    Name: 'Required for a new staff member',
    Email: 'Required. A staff member who has it already is updated',
    Department: namesOf(departments),
    Designation: namesOf(designations),
    Role: namesOf(roles.filter(({ name }) => name !== 'student' && mayAssign(actorRoles, name))),
    ...common(STAFF_STATUSES),
    'Date of Joining': DAY,
    'Date of Leaving': DAY,
    'Date of Retirement': DAY,
  }),
}

/** The rows of a template's second sheet: what each column takes. */
export function helpRows(
  kind: ImportKind,
  headings: readonly string[],
  names: TemplateNames,
  actorRoles: readonly string[],
): string[][] {
  const about = ABOUT[kind](names, actorRoles)
  return [
    ...headings.map((heading) => [heading, about[heading] ?? '']),
    ['Empty cells', 'Leave what is stored as it is'],
  ]
}
