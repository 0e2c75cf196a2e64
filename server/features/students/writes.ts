import type * as z from 'zod/mini'
import type { Student, StudentChange, StudentInput } from '../../../shared/contract/students.ts'
import { mayAssign } from '../../../shared/permissions.ts'
import type { Caller } from '../../core/caller.ts'
import { refuseInUse } from '../../core/dependants.ts'
import { answering, forbidden, invalid, refuseStale } from '../../core/errors.ts'
import type { InitialPassword } from '../../core/passwords.ts'
import { type Changes, trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { findRole, type HeldRole, lockAccount, NO_ROLE } from '../accounts/reads.ts'
import { givenEmail, refuseNoSignInName, refuseUnmanaged } from '../accounts/rules.ts'
import {
  applyStatus,
  changeAccount,
  createAccount,
  deleteAccount,
  EMAIL_TAKEN,
  replaceRole,
} from '../accounts/writes.ts'
import { findBatch } from '../batches/reads.ts'
import { joinBatch, moveToBatch } from '../memberships/writes.ts'
import { checkOwn, deletedOwn, type OwnChange, ownTrail, writeOwn } from '../own-fields/values.writes.ts'
import { endVainWaits } from '../reportings/handover.writes.ts'
import { findStudentRole, findTaken, readStudent, type StudentRecord } from './reads.ts'

/** The trail tells the student's own year; that of the batch is in the batch's trail. */
const trail = trailOf(
  'student',
  [
    'name',
    'roll_no',
    'email',
    'batch',
    'phone',
    'gender',
    'date_of_birth',
    'date_of_admission',
    'current_year',
    'status',
    'description',
  ],
  (student: StudentRecord) => ({
    ...student,
    email: student.user.email,
    batch: student.batch?.name,
    current_year: student.own_year,
  }),
)

const ROLL_NO_TAKEN = 'This roll number is already in use'
const NO_BATCH = 'Batch does not exist'

const refusals = {
  students_roll_no_key: invalid({ roll_no: [ROLL_NO_TAKEN] }),
}

type Change = z.output<typeof StudentChange>

/** Everything that is wrong at once; the constraints stand behind it for what happens meanwhile. */
async function refuseImpossible(
  tx: Tx,
  caller: Caller,
  change: Change,
  roleProblem: string | undefined,
  student?: StudentRecord,
): Promise<OwnChange> {
  const { email, roll_no, batch_id } = change
  const taken = await findTaken(tx, { email, roll_no }, student)
  const own = await checkOwn(tx, 'student', change.own, student?.id)
  const problems: Record<string, string[]> = { ...own.problems }
  if (taken.email) problems.email = [EMAIL_TAKEN]
  if (taken.roll_no) problems.roll_no = [ROLL_NO_TAKEN]
  if (batch_id && !(await findBatch(tx, caller, batch_id))) problems.batch_id = [NO_BATCH]
  if (roleProblem !== undefined) problems.role_id = [roleProblem]
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return own.change
}

/** The student role, and why another one was named in vain. @throws 403 for a role that the caller may not give */
async function studentRole(
  tx: Tx,
  caller: Caller,
  roleId: number | null | undefined,
): Promise<{ role: HeldRole; roleProblem?: string }> {
  const role = await findStudentRole(tx)
  if (roleId === undefined || roleId === null || roleId === role.id) return { role }
  const named = await findRole(tx, roleId)
  if (!named) return { role, roleProblem: NO_ROLE }
  if (!mayAssign(caller.roles, named.name)) throw forbidden(`You are not allowed to assign the role ${named.name}.`)
  return { role, roleProblem: 'A student has the student role' }
}

/**
 * A year that is the batch's is no own one: a record sent back as it was read must not tie the student to it, or the
 * next year's turn would leave the student behind.
 */
async function ownYear(
  tx: Tx,
  caller: Caller,
  current_year: Student['current_year'] | undefined,
  { batch_id, own_year }: { batch_id: number | null | undefined; own_year: Student['current_year'] },
) {
  if (!current_year || current_year === own_year || !batch_id) return current_year
  const batch = await findBatch(tx, caller, batch_id)
  return batch?.current_year === current_year ? null : current_year
}

/** Makes the student with an account; the answer tells the initial password, once. */
export async function createStudent(
  tx: Tx,
  caller: Caller,
  input: z.output<typeof StudentInput>,
  { password, hash }: InitialPassword,
): Promise<Student & { initial_password: string }> {
  const { name, email: _, without_email: __, batch_id, role_id, own: ___, ...fields } = input
  const email = givenEmail(input) ?? null
  const { role, roleProblem } = await studentRole(tx, caller, role_id)
  const own = await refuseImpossible(tx, caller, input, roleProblem)
  refuseNoSignInName('roll_no', email, fields.roll_no ?? null)
  const user_id = await createAccount(tx, caller, { name, email, role }, hash)
  const current_year = await ownYear(tx, caller, fields.current_year, { batch_id, own_year: null })
  const { id } = await answering(refusals, () =>
    tx
      .insertInto('students')
      .values({ ...fields, current_year, user_id, role_id: role.id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await writeOwn(tx, own, id)
  if (batch_id) await joinBatch(tx, id, batch_id)
  const created = await readStudent(tx, caller, id)
  await trail.created(tx, caller, created, { role: [null, role.name], ...ownTrail(own, undefined) })
  return { ...created, initial_password: password }
}

/**
 * Changes a student; fields left out stay, and a null `role_id` changes nothing.
 * @throws 403 for somebody whose roles the caller can't give
 */
export async function updateStudent(tx: Tx, caller: Caller, student: StudentRecord, change: Change): Promise<Student> {
  const account = await lockAccount(tx, student.user_id)
  refuseUnmanaged(caller, account)
  refuseStale(student, change)
  const { updated_at, name, email: _, without_email: __, batch_id, role_id, own: ___, ...fields } = change
  const email = givenEmail(change)
  const { role = undefined, roleProblem } = role_id ? await studentRole(tx, caller, role_id) : {}
  const own = await refuseImpossible(tx, caller, change, roleProblem, student)
  const roll_no = fields.roll_no === undefined ? student.roll_no : fields.roll_no
  refuseNoSignInName('roll_no', email === undefined ? account.email : email, roll_no)

  await changeAccount(tx, caller, account, { name, email })
  if (role) await replaceRole(tx, caller, account, student.role_id, role)
  if (fields.status && fields.status !== student.status) await applyStatus(tx, caller, account, fields.status)
  const target = { batch_id: batch_id === undefined ? student.batch_id : batch_id, own_year: student.own_year }
  const current_year = await ownYear(tx, caller, fields.current_year, target)
  await answering(refusals, () =>
    tx
      .updateTable('students')
      .set({ ...fields, current_year, ...(role ? { role_id: role.id } : {}), updated_at: new Date() })
      .where('id', '=', student.id)
      .execute(),
  )
  await writeOwn(tx, own, student.id)
  if (fields.status) await endVainWaits(tx, caller, { studentIds: [student.id] })
  if (batch_id !== undefined && batch_id !== student.batch_id) await moveToBatch(tx, caller, student.id, batch_id)

  const updated = await readStudent(tx, caller, student.id)
  const former = account.roles.find(({ id }) => id === student.role_id)?.name ?? null
  const more: Changes = role && role.id !== student.role_id ? { role: [former, role.name] } : {}
  await trail.changed(tx, caller, student, updated, { more: { ...more, ...ownTrail(own, student.own) } })
  return updated
}

/** Batch and group links and the account go along; work that was handed in and attendance stay, and with them the student. */
export async function deleteStudent(tx: Tx, caller: Caller, student: StudentRecord): Promise<void> {
  const account = await lockAccount(tx, student.user_id)
  refuseUnmanaged(caller, account)
  const held = { students: student.id, users: account.id }
  await refuseInUse(tx, 'Student', held, 'Set the status to inactive instead.')
  const own = await deletedOwn(tx, 'student', student.own)
  // Links and own values are deleted with the student (on delete cascade).
  await tx.deleteFrom('students').where('id', '=', student.id).execute()
  await trail.deleted(tx, caller, student, own)
  await deleteAccount(tx, caller, account)
}
