import type * as z from 'zod/mini'
import type {
  AttendanceSession,
  AttendanceSessionChange,
  AttendanceSessionInput,
} from '../../../shared/contract/attendance.ts'
import { SESSION_NEXT, sessionMay } from '../../../shared/policies/sessions.ts'
import { timeProblems } from '../../../shared/time-fields.ts'
import type { Caller } from '../../core/caller.ts'
import { refuseInUse } from '../../core/dependants.ts'
import { answering, invalid, refuseStale, refuseUnless } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Db, Tx } from '../../db/types.ts'
import { findBatch } from '../batches/reads.ts'
import { departmentProblem } from '../departments/reads.ts'
import { findGroup } from '../groups/reads.ts'
import { findStaff } from '../staff/reads.ts'
import { readSession, type SessionRecord } from './reads.ts'

const WRONG_GROUP = 'The group is not of this batch and department'
const NO_STAFF = 'Staff member does not exist'
const wrongGroup = invalid({ group_id: [WRONG_GROUP] })

/** Refusals for races that slip past the checks. */
export const refusals = {
  attendance_sessions_group_id_department_id_fkey: wrongGroup,
  attendance_sessions_group_id_batch_id_fkey: wrongGroup,
  attendance_sessions_staff_id_fkey: invalid({ staff_id: [NO_STAFF] }),
}

/** Names in the place of ids. */
export const sessionTrail = trailOf(
  'attendance_session',
  ['department', 'batch', 'year', 'group', 'activity_date', 'start_time', 'end_time', 'staff', 'status', 'remarks'],
  (session: AttendanceSession) => ({
    ...session,
    department: session.department.name,
    batch: session.batch.name,
    group: session.group.name,
    staff: session.staff.name,
  }),
)

type Place = Pick<AttendanceSession, 'department_id' | 'batch_id' | 'group_id' | 'staff_id'>
type Hours = Pick<AttendanceSession, 'start_time' | 'end_time'>

/**
 * The group is of the session's batch and department, and so is the staff member; one who has held the session all along
 * may have moved on since.
 */
async function placeProblems(db: Db, caller: Caller, place: Place, former?: Place): Promise<Record<string, string[]>> {
  const { department_id, batch_id, group_id, staff_id } = place
  const problems: Record<string, string[]> = {}
  const wrongDepartment = await departmentProblem(db, caller, department_id, 'attendance sessions')
  if (wrongDepartment) problems.department_id = [wrongDepartment]
  if (!(await findBatch(db, caller, batch_id))) problems.batch_id = ['Batch does not exist']
  const group = await findGroup(db, caller, group_id)
  if (!group) problems.group_id = ['Group does not exist']
  else if (group.batch_id !== batch_id || group.department_id !== department_id) problems.group_id = [WRONG_GROUP]
  if (former?.staff_id === staff_id && former.department_id === department_id) return problems
  const staff = await findStaff(db, caller, staff_id)
  if (!staff) problems.staff_id = [NO_STAFF]
  else if (staff.department_id !== department_id) problems.staff_id = ['The staff member is not of this department']
  return problems
}

/** @throws 403 for a foreign department, 422 for whatever else is wrong with these fields */
export async function refuseImpossible(
  db: Db,
  caller: Caller,
  fields: Place & Hours,
  former?: Place & Hours,
): Promise<void> {
  // A session of a former version may be longer than that; it can be changed as long as its times are not.
  const isMoved = fields.start_time !== former?.start_time || fields.end_time !== former?.end_time
  const problems = { ...(isMoved && timeProblems(fields)), ...(await placeProblems(db, caller, fields, former)) }
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

export async function createSession(
  tx: Tx,
  caller: Caller,
  input: z.output<typeof AttendanceSessionInput>,
): Promise<AttendanceSession> {
  if (input.status !== undefined && !isNext('new', input.status))
    throw invalid({ status: ['A session is created as pending'] })
  await refuseImpossible(tx, caller, input)
  const { id } = await answering(refusals, () =>
    tx
      .insertInto('attendance_sessions')
      .values({ ...input, created_by: caller.id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const created = await readSession(tx, caller, id)
  await sessionTrail.created(tx, caller, created)
  return created
}

const isNext = (from: keyof typeof SESSION_NEXT, to: AttendanceSession['status']) =>
  SESSION_NEXT[from].some((state) => state === to)

type Change = z.output<typeof AttendanceSessionChange>

/** Taking its attendance completes a session, and it stays completed. */
function refuseStatus(session: AttendanceSession, status: Change['status']): void {
  if (status === undefined || status === session.status) return
  refuseUnless(sessionMay.restate, session.status)
  if (!isNext(session.status, status)) throw invalid({ status: ['A session is completed by taking its attendance'] })
}

/** Changes a session; fields left out stay. Entries keep the session in its department, batch and group. */
export async function updateSession(
  tx: Tx,
  caller: Caller,
  session: SessionRecord,
  { updated_at, ...change }: Change,
): Promise<AttendanceSession> {
  refuseStale(session, { updated_at })
  refuseStatus(session, change.status)
  const merged = { ...session, ...change }
  const moves = (['department_id', 'batch_id', 'group_id'] as const).some((field) => merged[field] !== session[field])
  await refuseImpossible(tx, caller, merged, session)
  if (moves) refuseUnless(sessionMay.move, session.status)
  await answering(refusals, () =>
    tx
      .updateTable('attendance_sessions')
      .set({ ...change, updated_at: new Date() })
      .where('id', '=', session.id)
      .execute(),
  )
  const updated = await readSession(tx, caller, session.id)
  await sessionTrail.changed(tx, caller, session, updated)
  return updated
}

export async function deleteSession(tx: Tx, caller: Caller, session: AttendanceSession): Promise<void> {
  await refuseInUse(tx, 'Attendance session', { attendance_sessions: session.id }, 'It can no longer be deleted.')
  await tx.deleteFrom('attendance_sessions').where('id', '=', session.id).execute()
  await sessionTrail.deleted(tx, caller, session)
}
