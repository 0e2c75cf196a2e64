import type { Db } from '../db/types.ts'
import type { College } from './college.ts'
import { insertRows } from './insert.ts'
import type { StaffMember } from './staff.ts'
import type { Student } from './students.ts'

/** The rule sets of the college and of a stricter department, and one exemption; how many rule sets. */
export async function fillEligibility(
  tx: Db,
  { departments, batches }: College,
  staff: StaffMember[],
  students: Student[],
): Promise<number> {
  const sets = [
    { attendance: 75, logbook: 100, assessments: 50 },
    { department_id: departments.Surgery, attendance: 80 },
  ]
  await insertRows(tx, 'eligibility_rule_sets', sets)
  const principal = staff.find(({ email }) => email.startsWith('principal@'))
  const exempted = students.find(({ batch, isDemo, status }) => batch === batches[1] && !isDemo && status === 'active')
  if (principal && exempted)
    await insertRows(tx, 'eligibility_exemptions', [
      {
        student_id: exempted.id,
        condition: 'attendance' as const,
        reason: 'Long stay in hospital; the departments have set the missed cases anew.',
        granted_by: principal.userId,
      },
    ])
  return sets.length
}
