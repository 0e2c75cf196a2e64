import type { Db } from '../db/types.ts'
import type { College } from './college.ts'
import { accountDay, addDays } from './days.ts'
import { insertForIds, insertRows } from './insert.ts'

/** People who have no email, and sign in by their numbers. They come last, so that nobody else's id depends on them. */
const STUDENT = { name: 'Gul Meena', gender: 'female' as const }
const CLERK = { name: 'Sher Zaman', gender: 'male' as const, staffNo: 'ADM-0107' }
/** Higher than any on the roll of the youngest batch, whose students are in no ward groups yet. */
const ROLL_NUMBER = 199

export async function fillByNumber(tx: Db, college: College): Promise<void> {
  const { batches, departments, designations, passwordHash, roles, today } = college
  const youngest = batches.at(-1)
  if (!youngest) return
  const [admitted, joined] = [`${youngest.intake}-02-10`, addDays(today, -4 * 365)]
  const made = [admitted, joined].map((day) => new Date(`${accountDay(day, false, today)}T07:00:00Z`))
  const [student, clerk] = await insertForIds(
    tx,
    'users',
    [STUDENT, CLERK].map(({ name }, index) => ({
      name,
      email: null,
      password_hash: passwordHash,
      must_change_password: false,
      signed_in_at: new Date(`${today}T03:30:00Z`),
      created_at: made[index] as Date,
      updated_at: made[index] as Date,
    })),
  )
  const [ofStudent, ofClerk] = [roles.student as number, roles.clerk as number]
  await insertRows(tx, 'user_roles', [
    { user_id: student as number, role_id: ofStudent },
    { user_id: clerk as number, role_id: ofClerk },
  ])
  const [studentId] = await insertForIds(tx, 'students', [
    {
      user_id: student as number,
      roll_no: `MBBS-${String(youngest.intake % 100).padStart(2, '0')}${ROLL_NUMBER}`,
      role_id: ofStudent,
      gender: STUDENT.gender,
      date_of_birth: addDays(admitted, -19 * 365),
      date_of_admission: admitted,
      description: 'Has no email yet, and signs in by roll number',
    },
  ])
  await insertRows(tx, 'student_batches', [
    { student_id: studentId as number, batch_id: youngest.id, status: 'active', created_at: made[0] as Date },
  ])
  await insertRows(tx, 'staff', [
    {
      user_id: clerk as number,
      staff_no: CLERK.staffNo,
      department_id: departments['Administration & Examination'],
      designation_id: designations.Clerk,
      role_id: ofClerk,
      gender: CLERK.gender,
      date_of_birth: addDays(joined, -30 * 365),
      date_of_joining: joined,
      description: 'Has no email, and signs in by staff number',
    },
  ])
}
