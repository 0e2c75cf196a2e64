import type * as z from 'zod/mini'
import type { AttendanceSession, RecurringDay, RecurringSessionsInput } from '../../../shared/contract/attendance.ts'
import { recurringDates } from '../../../shared/recurrence.ts'
import type { Caller } from '../../core/caller.ts'
import { answering, invalid } from '../../core/errors.ts'
import type { Db, Tx } from '../../db/types.ts'
import { lockGroupIfThere } from '../groups/reads.ts'
import { keepStaff } from '../staff/reads.ts'
import { busyDays } from './busy.reads.ts'
import { readSessionsByIds } from './reads.ts'
import { countProblems, daysToCreate, planOf } from './recurring.rules.ts'
import { refusals, refuseImpossible, sessionTrail } from './writes.ts'

type Input = z.output<typeof RecurringSessionsInput>

/** Each day of the recurring action with what would come of it; nothing is written. */
export async function planSessions(db: Db, caller: Caller, input: Input): Promise<RecurringDay[]> {
  const { activity_date: from, until, weekdays, skip } = input
  await refuseImpossible(db, caller, input)
  const dates = recurringDates({ from, until, weekdays, skip })
  const problems = countProblems(dates)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const wanted = dates.filter(({ isSkipped }) => !isSkipped).map(({ date }) => date)
  const group = await busyDays(db, { group_id: input.group_id }, input, wanted)
  return planOf(dates, { group, staff: await busyDays(db, { staff_id: input.staff_id }, input, wanted) })
}

/**
 * Makes the planned sessions, all or none. The group is locked first (after the staff member, as everywhere), so that the
 * same action sent twice at once finds the second time what the first has made.
 */
export async function createSessions(tx: Tx, caller: Caller, input: Input): Promise<AttendanceSession[]> {
  await keepStaff(tx, input.staff_id)
  await lockGroupIfThere(tx, caller, input.group_id)
  const days = daysToCreate(await planSessions(tx, caller, input))
  if (days.length === 0) throw invalid({ until: ['No session would be created'] })
  const { activity_date, until, weekdays, skip, ...fields } = input
  const made = await answering(refusals, () =>
    tx
      .insertInto('attendance_sessions')
      .values(days.map((day) => ({ ...fields, activity_date: day, created_by: caller.id })))
      .returning('id')
      .execute(),
  )
  const sessions = await readSessionsByIds(
    tx,
    caller,
    made.map(({ id }) => id),
  )
  await sessionTrail.createdAll(tx, caller, sessions)
  return sessions
}
