import type { ImportKind } from '../../../shared/contract/imports.ts'
import { folded } from '../../../shared/folding.ts'
import { mayAssign } from '../../../shared/permissions.ts'
import type { Caller } from '../../core/caller.ts'
import { showsDepartment } from '../../core/scope.ts'
import { COLUMNS } from './columns.ts'
import type { FileRow } from './file-row.ts'
import type { TemplateNames } from './names.ts'

// The example row of a template: nobody's record, and never imported.

const NAME = 'EXAMPLE (not imported)'

/** The values by which an example is known. */
const KNOWN_BY: Record<string, string> = {
  name: NAME,
  roll_no: 'MBBS-00000',
  staff_no: 'FAC-0000',
  email: 'example@example.invalid',
  code: 'EXAMPLE',
}

const FACTS = {
  Phone: '03001234567',
  Gender: 'Female',
  Status: 'Active',
  Description: 'Write over this row, or delete it',
}

const firstOf = (named: readonly { name: string }[]) => named[0]?.name ?? ''

const EXAMPLES: Record<ImportKind, (names: TemplateNames, caller: Caller) => Record<string, string>> = {
  students: ({ batches }) => ({
    ...FACTS,
    Batch: firstOf(batches),
    'Date of Birth': '2005-03-14',
    'Date of Admission': '2024-02-05',
  }),
  staff: ({ departments, designations, roles }, caller) => ({
    ...FACTS,
    Department: firstOf(departments.filter(({ id }) => showsDepartment(caller, id))),
    Designation: firstOf(designations),
    Role: firstOf(roles.filter(({ name }) => name === 'faculty' && mayAssign(caller.roles, name))),
    'Date of Birth': '1980-11-26',
    'Date of Joining': '2015-02-01',
  }),
  results: ({ departments }, caller) => ({
    Department: firstOf(departments.filter(({ id, type }) => type === 'academic' && showsDepartment(caller, id))),
    Assessment: 'Mid-term test',
    Type: 'Theory',
    Day: '2024-05-14',
    'Maximum Marks': '50',
    Weight: '10',
    Marks: '38',
    Remarks: 'Write over this row, or delete it',
  }),
  attendance: ({ departments }, caller) => ({
    Department: firstOf(departments.filter(({ id, type }) => type === 'academic' && showsDepartment(caller, id))),
    Day: '2024-05-14',
    Start: '08:00',
    End: '14:00',
    Status: 'Present',
    Remarks: 'Write over this row, or delete it',
  }),
  skills: ({ departments }, caller) => ({
    Department: firstOf(departments.filter(({ id, type }) => type === 'academic' && showsDepartment(caller, id))),
    Category: 'Procedure',
    Level: 'Performed under supervision',
    'Usual Count': '5',
    'Usual Number a Day': '2',
    Simulation: 'No',
    'Observed Share': '20%',
    Year: '4th Year',
    Description: 'Write over this row, or delete it',
    Status: 'Active',
  }),
  departments: () => ({ Type: 'Academic', Status: 'Active' }),
  designations: () => ({}),
  groups: ({ batches, departments }, caller) => ({
    Batch: firstOf(batches),
    Department: firstOf(departments.filter(({ id, type }) => type === 'academic' && showsDepartment(caller, id))),
    Description: 'Write over this row, or delete it',
    Status: 'Active',
  }),
}

/** Returns the example as a row of the template. */
export function exampleOf(kind: ImportKind, names: TemplateNames, caller: Caller): string[] {
  const example = EXAMPLES[kind](names, caller)
  return COLUMNS[kind].map(({ field, heading }) => KNOWN_BY[field] ?? example[heading] ?? '')
}

const LEFT_OVER = 'This is still the example of the template. Write the real one here, or delete the row.'

/**
 * Returns the rows without an example. In a row that was written over in part, what is left of the example is an error.
 */
export function withoutExample(kind: ImportKind, rows: readonly FileRow[]): { rows: FileRow[]; notes: string[] } {
  const known = COLUMNS[kind].flatMap(({ field }): [string, string][] => {
    const example = KNOWN_BY[field]
    return example === undefined ? [] : [[field, folded(example)]]
  })
  const lines: number[] = []
  const real = rows.filter(({ given, ...row }) => {
    const isLeft = ([field, example]: [string, string]) =>
      given[field] !== undefined && folded(given[field]) === example
    if (!known.some(isLeft)) return true
    const left = known.filter(isLeft).map(([field]) => field)
    if (left.length === known.filter(([field]) => given[field] !== undefined).length) {
      lines.push(row.line)
      return false
    }
    for (const field of left) row.errors[field] = [LEFT_OVER]
    return true
  })
  return { rows: real, notes: lines.map((line) => `Line ${line} is the example of the template. It is not imported.`) }
}
