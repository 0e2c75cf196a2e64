import { callerOf } from '../core/caller.ts'
import { findPerson } from '../core/login.ts'
import type { Tx } from '../db/types.ts'
import { readEligibility } from '../features/eligibility/standings.reads.ts'
import type { College } from './college.ts'
import { insertRows } from './insert.ts'
import type { StaffMember } from './staff.ts'
import type { Student } from './students.ts'

const NO_MINIMA = { attendance: null, logbook: null, assessments: null, tasks: null }

/** The reasons for which students of the demo student's batch who lack attendance alone are exempted. */
const REASONS = [
  'Surgery on the knee; the department has set the missed rounds anew.',
  'Represented the province at the national games, with leave of the principal.',
]

interface People {
  staff: StaffMember[]
  students: Student[]
  timezone: string
}

/**
 * The rule sets of the college and of a stricter department; those of the demo student's batch, whose minima are of the
 * middle of its year, so that each verdict is given; and exemptions. Returns the number of rule sets.
 */
export async function fillEligibility(
  tx: Tx,
  { departments, batches }: College,
  { staff, students, timezone }: People,
): Promise<number> {
  const batch_id = batches[1]?.id ?? null
  const sets = [
    { ...NO_MINIMA, attendance: 75, logbook: 100, assessments: 50 },
    { ...NO_MINIMA, department_id: departments.Surgery, attendance: 80 },
    { ...NO_MINIMA, batch_id, attendance: 65, assessments: 40 },
    { ...NO_MINIMA, batch_id, department_id: departments.ENT, logbook: 40 },
  ]
  await insertRows(tx, 'eligibility_rule_sets', sets)
  const principal = staff.find(({ email }) => email.startsWith('principal@'))
  const holder = principal && (await findPerson(tx, principal.userId))
  const first = students.find(({ batch, isDemo, status }) => batch === batches[1] && !isDemo && status === 'active')
  if (!holder || !first || batch_id === null) return sets.length
  const rows = await readEligibility(tx, callerOf(holder, timezone), { batch_id }, 75)
  const lackAttendance = rows.filter(
    ({ student_id, verdict, conditions }) =>
      student_id !== first.id &&
      verdict === 'not_eligible' &&
      conditions.every(
        (one) => one.verdict !== 'reachable' && (one.verdict !== 'missed' || one.condition === 'attendance'),
      ),
  )
  const exempted = [
    { student_id: first.id, reason: 'Long stay in hospital; the departments have set the missed cases anew.' },
    ...REASONS.flatMap((reason, index) => {
      const student_id = lackAttendance[index]?.student_id
      return student_id === undefined ? [] : [{ student_id, reason }]
    }),
  ]
  await insertRows(
    tx,
    'eligibility_exemptions',
    exempted.map((one) => ({ ...one, condition: 'attendance' as const, granted_by: holder.id })),
  )
  return sets.length
}
