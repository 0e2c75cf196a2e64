import type { Credential } from '../../../shared/contract/accounts.ts'
import { maySignIn } from '../../../shared/labels.ts'
import type { Caller } from '../../core/caller.ts'
import { invalid } from '../../core/errors.ts'
import type { InitialPassword } from '../../core/passwords.ts'
import type { Tx } from '../../db/types.ts'
import { setInitialPassword } from '../accounts/passwords.writes.ts'
import { lockAccount, lockAccounts } from '../accounts/reads.ts'
import { refuseUnmanaged } from '../accounts/rules.ts'
import { lockStudents } from './reads.ts'
import { cannotSignInText } from './rules.ts'

/**
 * Gives each of these students one of the passwords, in the order asked; all or none.
 * @throws 422 on `student_ids` for a student who is not there or may not sign in, 403 for one who holds roles the
 * caller can't give
 */
export async function issuePasswords(
  tx: Tx,
  caller: Caller,
  studentIds: number[],
  made: InitialPassword[],
): Promise<Credential[]> {
  const known = new Map((await lockStudents(tx, caller, studentIds)).map((student) => [student.id, student]))
  const problems = studentIds.flatMap((id) => {
    const student = known.get(id)
    if (!student) return [`Student ${id} does not exist`]
    return maySignIn(student.status) ? [] : [cannotSignInText(student)]
  })
  if (problems.length > 0) throw invalid({ student_ids: problems })
  await lockAccounts(
    tx,
    [...known.values()].map(({ user_id }) => user_id),
  )
  const credentials: Credential[] = []
  for (const [index, id] of studentIds.entries()) {
    const student = known.get(id)
    const fresh = made[index]
    if (!student || !fresh) throw new Error('a student without a password')
    const account = await lockAccount(tx, student.user_id)
    refuseUnmanaged(caller, account)
    await setInitialPassword(tx, caller, account, fresh.hash)
    credentials.push({
      user_id: account.id,
      name: account.name,
      email: account.email,
      roll_no: student.roll_no,
      ...(account.email === null && student.roll_no !== null ? { sign_in_name: student.roll_no } : {}),
      initial_password: fresh.password,
    })
  }
  return credentials
}
