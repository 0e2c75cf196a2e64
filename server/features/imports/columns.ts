import type { ImportKind } from '../../../shared/contract/imports.ts'
import { headingsNote, plainHeading, type ReadSheet } from '../../documents/sheets/lines.ts'
import { refusedFile } from '../../documents/sheets/read.ts'

/** The kind of a cell: what it is turned into before the contract's schema sees it. `name` is that of another record. */
export type CellKind =
  | 'text'
  | 'person'
  | 'name'
  | 'date'
  | 'gender'
  | 'status'
  | 'phone'
  | 'level'
  | 'year'
  | 'number'
  | 'percent'
  | 'yes-no'

export interface Column {
  field: string
  /** As an export and the template write it. */
  heading: string
  kind: CellKind
  /** Other headings that people write, without case, spaces and punctuation. */
  also: readonly string[]
}

const column = (field: string, heading: string, kind: CellKind = 'text', also: readonly string[] = []): Column => ({
  field,
  heading,
  kind,
  also,
})

const EMAIL = column('email', 'Email', 'text', ['emailaddress', 'emailid', 'mail'])
const FACTS = [
  column('phone', 'Phone', 'phone', [
    'phonenumber',
    'phoneno',
    'mobile',
    'mobilenumber',
    'mobileno',
    'contact',
    'contactnumber',
    'contactno',
    'cell',
    'cellnumber',
    'cellno',
  ]),
  column('gender', 'Gender', 'gender', ['sex']),
  column('date_of_birth', 'Date of Birth', 'date', ['dob', 'birthdate', 'birthday']),
]
const LAST = [column('status', 'Status', 'status'), column('description', 'Description')]

export const COLUMNS: Record<ImportKind, readonly Column[]> = {
  students: [
    column('roll_no', 'Roll Number', 'text', ['rollno', 'roll', 'rollnum']),
    column('name', 'Name', 'person', ['studentname', 'fullname']),
    EMAIL,
    column('batch_id', 'Batch', 'name', ['batchname']),
    ...FACTS,
    column('date_of_admission', 'Date of Admission', 'date', ['admissiondate', 'doa']),
    ...LAST,
  ],
  staff: [
    column('name', 'Name', 'person', ['staffname', 'fullname']),
    EMAIL,
    column('department_id', 'Department', 'name', ['departmentname', 'dept']),
    column('designation_id', 'Designation', 'name', ['designationname']),
    column('role_id', 'Role', 'name', ['rolename']),
    ...FACTS,
    column('date_of_joining', 'Date of Joining', 'date', ['joiningdate', 'doj']),
    column('date_of_leaving', 'Date of Leaving', 'date', ['leavingdate']),
    column('date_of_retirement', 'Date of Retirement', 'date', ['retirementdate']),
    ...LAST,
  ],
  skills: [
    column('name', 'Name', 'text', ['skill', 'skillname', 'procedure', 'competency']),
    column('code', 'Code', 'text', ['skillcode', 'codeno', 'skillno']),
    column('department_id', 'Department', 'name', ['departmentname', 'dept']),
    column('category', 'Category', 'text', ['skillcategory']),
    column('level', 'Level', 'level', ['leveltoreach', 'requiredlevel', 'levelofcompetence']),
    column('usual_count', 'Usual Count', 'number', ['count', 'frequency', 'requirednumber', 'howoften']),
    column('usual_a_day', 'Usual Number a Day', 'number', ['usualaday', 'usualperday', 'usualnumberperday', 'perday']),
    column('allows_simulation', 'Simulation', 'yes-no', ['allowssimulation', 'simulationcounts', 'simulated']),
    column('observed_share', 'Observed Share', 'percent', [
      'shareofobserved',
      'shareofobservedinpercent',
      'observedpercent',
      'observed',
    ]),
    column('year', 'Year', 'year', ['yearofstudy', 'studyyear', 'class']),
    column('description', 'Description', 'text', ['details']),
    column('status', 'Status', 'status'),
  ],
}

/** A column by whatever its heading may be, as `plainHeading` has it. */
const namesOf = ({ heading, also }: Column) => [plainHeading(heading), ...also]

export const headingsOf = (kind: ImportKind) => COLUMNS[kind].flatMap(namesOf)

interface Key {
  fields: readonly string[]
  /** The refusal of a file that has none of them. */
  missing: string
}

/** The fields by which a row's record is found. */
const KEYS: Record<ImportKind, Key> = {
  students: {
    fields: ['roll_no', 'email'],
    missing: 'The file has neither a column "Roll Number" nor a column "Email"',
  },
  staff: { fields: ['email'], missing: 'The file has no column "Email"' },
  skills: {
    fields: ['code', 'name'],
    missing: 'The file has neither a column "Name" nor a column "Code"',
  },
}

/**
 * Finds the columns behind the headings of a file, in any order, case and punctuation.
 * @throws 422 on `file` when a field is there twice, or none that its records are found by
 */
export function columnsOf(kind: ImportKind, sheet: ReadSheet): (Column | undefined)[] {
  const columns = sheet.columns.map((heading) =>
    COLUMNS[kind].find((one) => namesOf(one).includes(plainHeading(heading))),
  )
  columns.forEach((one, index) => {
    const first = columns.indexOf(one)
    const [before, heading] = [sheet.columns[first], sheet.columns[index]]
    if (!one || first === index) return
    throw refusedFile(
      before === heading
        ? `The column "${heading}" is there twice`
        : `The columns "${before}" and "${heading}" both mean ${one.heading}. Keep one of them.`,
    )
  })
  if (!KEYS[kind].fields.some((field) => columns.some((one) => one?.field === field)))
    throw refusedFile(
      KEYS[kind].missing,
      headingsNote(sheet.line, sheet.columns, new Set(headingsOf(kind))),
      ...sheet.notes,
    )
  return columns
}
