import type { ImportKind } from '../../../shared/contract/imports.ts'
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
import { DEFAULT_TOTAL_MARKS, SKILL_A_DAY_MAX, SKILL_COUNT_MAX, YEARS } from '../../../shared/limits.ts'
import type { Caller } from '../../core/caller.ts'
import { departmentOf, showsDepartment } from '../../core/scope.ts'
import type { Department, NamedRecord, TemplateNames } from './names.ts'
import { rolesToGive } from './roles.ts'

/** The longest list, below the 32,767 characters that a spreadsheet's cell holds. */
const LIST_MAX = 30_000

const oneOf = (words: readonly string[]) => `One of: ${words.join(', ')}`.slice(0, LIST_MAX)
const namesOf = (named: readonly NamedRecord[]) =>
  named.length > 0 ? oneOf(named.map(({ name }) => name)) : 'There are none yet'
const DAY = 'A date, best as YYYY-MM-DD'

const statusHelp = (statuses: readonly string[]) => `${oneOf(statuses.map(labelOf))}. Active when left empty`

const common = (statuses: readonly string[]) => ({
  Phone: '0 and 10 digits, or + and the country',
  Gender: oneOf(PERSON_GENDERS.map(labelOf)),
  'Date of Birth': DAY,
  Status: statusHelp(statuses),
  Description: 'Any text',
})

/** Returns the academic departments of which the caller may write. */
function departmentsHelp(departments: readonly Department[], caller: Caller): string {
  const names = namesOf(departments.filter(({ id, type }) => type === 'academic' && showsDepartment(caller, id)))
  return departmentOf(caller) === undefined ? names : `${names}. Your own when left empty`
}

/** Says how a file puts its students into groups. */
function groupsHelp(departments: readonly Department[]): Record<string, string> {
  const first = departments.find(({ type }) => type === 'academic')
  if (!first) return {}
  return {
    'A column for each department': `Its heading is as "Group in ${first.name}". A student goes into the group of the batch that is named there`,
  }
}

const ABOUT: Record<ImportKind, (names: TemplateNames, caller: Caller) => Record<string, string>> = {
  students: ({ batches, departments }) => ({
    'Roll Number': 'MBBS- and 5 digits (e.g., MBBS-22001). A student who has it already is updated',
    Name: 'Required for a new student',
    Email: 'A new student signs in with it; without one, by roll number',
    Batch: namesOf(batches),
    ...common(STUDENT_STATUSES),
    'Date of Admission': DAY,
    ...groupsHelp(departments),
  }),
  staff: ({ departments, designations, roles }, caller) => ({
    Name: 'Required for a new staff member',
    'Staff Number': 'Letters and digits (e.g., FAC-0012). A staff member who has it already is updated',
    Email: 'Required for a new staff member without a staff number. One who has it already is updated',
    Department: namesOf(departments),
    Designation: namesOf(designations),
    Role: namesOf(rolesToGive(caller, roles)),
    ...common(STAFF_STATUSES),
    'Date of Joining': DAY,
    'Date of Leaving': DAY,
    'Date of Retirement': DAY,
  }),
  results: ({ departments }, caller) => ({
    'Roll Number': 'The student must be there already; without a roll number, write the email',
    Name: 'To find the row again. The stored name is shown beside another one',
    Email: 'For a student without a roll number',
    Department: departmentsHelp(departments, caller),
    Group: "The student's own in the department when left empty",
    Assessment: 'Its title. One that the group does not have is made, if you say so',
    Type: oneOf(ASSESSMENT_TYPES.map(labelOf)),
    Day: `${DAY}. It is written into the details of an assessment that is made`,
    'Maximum Marks': `${DEFAULT_TOTAL_MARKS} for a new assessment when left empty`,
    Weight: 'In the weighted total. Without one an assessment does not count there',
    Marks: 'A number, or "Absent", "AB" or "A"',
    Remarks: 'Any text. Students read it',
    'A column for each assessment':
      'In the place of Assessment and Marks: the title as heading, the marks below. A line "Max" below the headings has the maximum marks',
  }),
  attendance: ({ departments }, caller) => ({
    'Roll Number': 'The student must be there already; without a roll number, write the email',
    Name: 'To find the row again. The stored name is shown beside another one',
    Email: 'For a student without a roll number',
    Department: departmentsHelp(departments, caller),
    Group: "The student's own in the department when left empty",
    Day: `${DAY}. It has passed`,
    Start: '08:00 when left empty and the day has no session yet',
    End: '14:00 when left empty and the day has no session yet',
    Staff: 'Who held the session: staff number, email or name. You, if you are of the department, when left empty',
    Status: `${oneOf(ATTENDANCE_STATUSES.map(labelOf))}, or P, A, L`,
    Remarks: 'Any text. Students read it',
    'A column for each day': 'In the place of Day and Status: the day as heading, P, A or L below',
  }),
  skills: ({ departments }, caller) => ({
    Name: 'Required for a new skill. Without a code, a skill of the department that has it already is updated',
    Code: 'A skill of the department that has it already is updated',
    Department: departmentsHelp(departments, caller),
    Category: 'A line of text, such as Procedure',
    Level: `${oneOf(Object.values(LEVEL_WORDS))}. ${LEVEL_WORDS.supervised} when left empty`,
    'Usual Count': `A whole number from 1 to ${SKILL_COUNT_MAX}`,
    'Usual Number a Day': `A whole number from 1 to ${SKILL_A_DAY_MAX}`,
    Simulation: 'Yes when a simulation counts as much as a patient, else No. No when left empty',
    'Observed Share': 'In percent, from 0 to 100. 0 when left empty',
    Year: `${oneOf(YEARS)}, or its number`,
    Description: 'Any text',
    Status: statusHelp(SKILL_STATUSES),
  }),
  departments: () => ({
    Name: 'A department that has it already is updated',
    Type: `${oneOf(DEPARTMENT_TYPES.map(labelOf))}. ${labelOf('academic')} when left empty`,
    Status: statusHelp(DEPARTMENT_STATUSES),
  }),
  designations: () => ({ Name: 'A designation that is there already stays as it is' }),
  groups: ({ batches, departments }, caller) => ({
    Name: 'A group of the batch and department that has it already is updated',
    Batch: namesOf(batches),
    Department: departmentsHelp(departments, caller),
    Description: 'Any text',
    Status: statusHelp(GROUP_STATUSES),
  }),
}

/** The rows of a template's second sheet: what each column takes. */
export function helpRows(
  kind: ImportKind,
  headings: readonly string[],
  names: TemplateNames,
  caller: Caller,
  ofOwn: Record<string, string>,
): string[][] {
  const about = { ...ABOUT[kind](names, caller), ...ofOwn }
  return [
    ...headings.map((heading) => [heading, about[heading] ?? '']),
    // Such as a column for each assessment: the template has none of these itself.
    ...Object.entries(about).filter(([heading]) => !headings.includes(heading)),
    ['Example row', 'The first row is an example. It is not imported: write over the whole row, or delete it'],
    ['Empty cells', 'Leave what is stored as it is'],
  ]
}
