import { type SqlBool, sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import { leaveTrail } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { lockAccount, lockAccounts } from '../accounts/reads.ts'
import { applyStatus } from '../accounts/writes.ts'
import { endVainWaits } from '../reportings/handover.writes.ts'

type Leaving = readonly { id: number; user_id: number }[]

/** Gives students another status, with what it does to their logins. */
async function changeStatuses(
  tx: Tx,
  caller: Caller,
  students: Leaving,
  [before, after]: ['active', 'graduated'] | ['graduated', 'active'],
): Promise<void> {
  await lockAccounts(
    tx,
    students.map(({ user_id }) => user_id),
  )
  for (const { user_id } of students) await applyStatus(tx, caller, await lockAccount(tx, user_id), after)
  const ids = students.map(({ id }) => id)
  await tx
    .updateTable('students')
    .set({ status: after, updated_at: new Date() })
    .where(sql<SqlBool>`id = any(${ids})`)
    .execute()
  await leaveTrail(
    tx,
    caller,
    ids.map((id) => ({ action: 'update', entity: 'student', entityId: id, changes: { status: [before, after] } })),
  )
}

/**
 * Ends the time of students at the college, and their logins; the cases that wait for them are the caller's, whose locks
 * come later. @throws 409 when one of them is the last administrator
 */
export const graduateStudents = (tx: Tx, caller: Caller, students: Leaving) =>
  changeStatuses(tx, caller, students, ['active', 'graduated'])

/** Ends the waiting of cases for students who have graduated. */
export const endWaitsForGraduates = (tx: Tx, caller: Caller, studentIds: number[]) =>
  endVainWaits(tx, caller, { studentIds })

/** Takes the graduation of students back, who are locked: they are active again, and may sign in. */
export const reopenStudents = (tx: Tx, caller: Caller, students: Leaving) =>
  changeStatuses(tx, caller, students, ['graduated', 'active'])
