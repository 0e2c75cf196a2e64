import type { Assessment } from '../../../shared/contract/assessments.ts'
import { ASSESSMENT_STATUSES } from '../../../shared/labels.ts'
import { DEFAULT_TOTAL_MARKS, RESULTS_EXPECTED_DAYS } from '../../../shared/limits.ts'
import { ASSESSMENTS_ONLY, type AssessmentsOnly } from '../../../shared/only.ts'
import { hasAnyRole } from '../../../shared/permissions.ts'
import { statesThat, studentSees } from '../../../shared/policies/assessments.ts'
import type { Address } from '../../core/address.ts'
import { criteriaBody, criterionRows } from '../../parts/criterion-rows.ts'
import { groupAddressOf } from '../../parts/group-filters.ts'
import type { RecordKind } from '../../ui/record-kind.ts'
import { choiceOf, numbersOf, plainNumber, textsOf } from '../../ui/texts.ts'

export const ASSESSMENT: RecordKind = { entity: 'assessment', title: 'Assessment', noun: 'assessment' }

/** The narrowings of the list, for a person who gives marks. */
export const ASSESSMENTS_SHOWN: readonly { value: AssessmentsOnly; label: string }[] = [
  { value: 'unmarked', label: `Without results for over ${RESULTS_EXPECTED_DAYS} days` },
]

/** The states of which a student sees anything. */
const SEEN_BY_STUDENTS = statesThat(studentSees.assessment)

/** The statuses that a person can filter by. */
export const statusesFor = (roles: readonly string[]) =>
  hasAnyRole(roles, ['student']) ? SEEN_BY_STUDENTS : ASSESSMENT_STATUSES

export const TABS = ['students', 'assessments'] as const

/** Reads the address: the filter of the assessments, or the group whose students are listed. */
export function addressOf(address: Address) {
  const { can, text, roles } = address
  const { status, ...chosen } = groupAddressOf(address, statusesFor(roles))
  const { place, fetched } = chosen
  const only = ASSESSMENTS_ONLY.find((one) => can('results:write') && one === text('only'))
  const ofStudents = !only && can('groups:read-students') && text('tab') !== 'assessments'
  const ofGroup = fetched && !ofStudents ? { ...fetched, status } : undefined
  return {
    ...chosen,
    status,
    only,
    tab: ofStudents ? TABS[0] : TABS[1],
    filter: only ? { ...place, only } : ofGroup,
    studentsOf: ofStudents ? fetched?.group_id : undefined,
  }
}

/** The choices of the list's filters; a new assessment starts with them. */
export interface AssessmentChoices {
  department_id: number | undefined
  batch_id: number | undefined
  group_id: number | undefined
}

const DECIMALS = ['weightage', 'total_marks', 'passing_marks'] as const

export const assessmentValues = (assessment: Assessment | undefined, chosen?: AssessmentChoices) => ({
  ...textsOf<keyof AssessmentChoices>(assessment ?? chosen, ['department_id', 'batch_id', 'group_id']),
  ...textsOf(assessment, ['name', 'detail', ...DECIMALS]),
  type: choiceOf(assessment?.type),
  year: choiceOf(assessment?.year),
  status: assessment?.status ?? 'pending',
  criteria: criterionRows(assessment),
})
export type AssessmentValues = ReturnType<typeof assessmentValues>

const textOrNull = (typed: string) => (typed.trim() === '' ? null : typed)
const decimalOrNull = (typed: string) => textOrNull(plainNumber(typed))

/** Returns the request's body. Decimals go as they were typed: a third place must not be rounded away. */
export const assessmentBody = (
  { type, name, year, status, detail, criteria, ...values }: AssessmentValues,
  before?: Assessment,
) => ({
  ...numbersOf(values, ['department_id', 'batch_id', 'group_id']),
  // The contract refuses an empty choice.
  type: type as Assessment['type'],
  name,
  detail: textOrNull(detail),
  weightage: decimalOrNull(values.weightage),
  ...criteriaBody(criteria, before),
  // The server adds the criteria up.
  total_marks: criteria?.length ? null : decimalOrNull(values.total_marks),
  passing_marks: decimalOrNull(values.passing_marks),
  year: year === '' ? null : year,
  status,
})

const REQUIRED = [
  ['department_id', 'Department'],
  ['batch_id', 'Batch'],
  ['group_id', 'Group'],
  ['type', 'Type'],
  ['name', 'Name'],
] as const satisfies [keyof AssessmentValues, string][]

/** Returns "Please fill in all required fields: Group, Name", or nothing when all are there. */
export function missingText(values: AssessmentValues): string | undefined {
  const missing = REQUIRED.filter(([field]) => String(values[field]).trim() === '').map(([, label]) => label)
  return missing.length > 0 ? `Please fill in all required fields: ${missing.join(', ')}` : undefined
}

/** The total of the marks. */
export const totalOf = ({ total_marks }: { total_marks: number | null }) => total_marks ?? DEFAULT_TOTAL_MARKS

/** Names the action: results of an evaluated assessment are edited, those of others added. */
export const resultsAction = ({ status }: Pick<Assessment, 'status'>) =>
  status === 'evaluated' ? 'Update Results' : 'Enter Results'

/** Returns true when results are still to come. */
export const waitsForResults = ({ status }: Pick<Assessment, 'status'>) => status === 'active' || status === 'pending'

const SEEN = 'its students will see their results'

/** Tells what an assessment loses when giving marks makes it evaluated. */
const ENDED: Partial<Record<Assessment['status'], string>> = {
  approved: 'it has to be approved anew',
  rejected: SEEN,
  inactive: SEEN,
}

/** Returns "This assessment is approved. Saving makes it evaluated: it has to be approved anew." */
export function evaluatedNotice({ status }: Pick<Assessment, 'status'>, when = ''): string | undefined {
  const ended = ENDED[status]
  return ended && `This assessment is ${status}. Saving makes it evaluated${when}: ${ended}.`
}
