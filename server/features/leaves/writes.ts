import type * as z from 'zod/mini'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import type { Leave, LeaveAnswer, LeaveDecision, LeaveInput } from '../../../shared/contract/leaves.ts'
import { leaveDays } from '../../../shared/contract/leaves.ts'
import { inWords } from '../../../shared/labels.ts'
import { LEAVES_A_MONTH_MAX } from '../../../shared/limits.ts'
import { leaveMay } from '../../../shared/policies/leaves.ts'
import { allows } from '../../../shared/policies/policy.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, found, invalid, refuseStale, refuseUnless } from '../../core/errors.ts'
import { type Event, leaveTrail, trailOf } from '../../core/trail.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { StoredFile } from '../../files/keeping.ts'
import { readSessionsByIds } from '../attendance/reads.ts'
import { noteForStudents } from '../notices/events.writes.ts'
import { askedFor, countRecent, hasAskedAmong, readLeave, readOwnDepartments } from './reads.ts'

type Input = z.output<typeof LeaveInput>

/** Names in the place of ids. */
const trail = trailOf(
  'leave',
  ['student', 'first_day', 'last_day', 'sessions', 'departments', 'reason', 'file'],
  (leave: Leave & { sha256?: string }) => ({
    ...leave,
    student: leave.student.name,
    sessions:
      leave.sessions
        .map(({ group, activity_date, start_time }) => `${group.name}, ${activity_date} ${start_time}`)
        .join('; ') || null,
    departments: leave.answers.map(({ department }) => department.name).join(', '),
    file: leave.file && `${leave.file.name} (SHA-256 ${leave.sha256})`,
  }),
)

/** Returns what is wrong with the wanted sessions; `sessions` are the own ones that were found. */
function sessionProblem(wanted: readonly number[], sessions: readonly AttendanceSession[]): string | undefined {
  const { first, last } = leaveDays()
  if (sessions.length < wanted.length) return 'A session does not exist'
  if (sessions.some(({ status }) => status === 'cancelled')) return 'A session is cancelled'
  if (sessions.some(({ own_status }) => own_status === 'present')) return 'You were present in one of these sessions'
  if (sessions.some(({ activity_date: day }) => day < first || day > last)) return 'A session is too long ago or ahead'
  return undefined
}

/**
 * The departments that are asked.
 * @throws 422 for a department without a group of the student, for sessions that are not the own ones, and for what has
 *   been asked for already
 */
export async function askedDepartments(
  db: Db,
  caller: Caller,
  studentId: number,
  { first_day, last_day, department_ids = [], session_ids = [] }: Input,
): Promise<number[]> {
  if (session_ids.length > 0) {
    const sessions = await readSessionsByIds(db, caller, session_ids)
    const problem = sessionProblem(session_ids, sessions)
    if (problem) throw invalid({ session_ids: [problem] })
    if (await hasAskedAmong(db, studentId, session_ids))
      throw invalid({ session_ids: ['You have already asked for leave for one of these sessions, or for its day'] })
    return [...new Set(sessions.map(({ department_id }) => department_id))]
  }
  const own = await readOwnDepartments(db, studentId)
  if (own.length === 0) throw invalid({ first_day: ['You are in no group yet, so there is no department to ask'] })
  if (department_ids.some((id) => !own.includes(id)))
    throw invalid({ department_ids: ['You are in no group of one of these departments'] })
  const asked = department_ids.length > 0 ? department_ids : own
  const span = { first_day: first_day ?? '', last_day: last_day ?? '' }
  const before = await askedFor(db, studentId, span, asked)
  if (before.length > 0)
    throw invalid({
      first_day: [`You have already asked ${inWords(before)} for one of these days, or for a session then`],
    })
  return asked
}

/** The file is in the store already. @throws 409 for a student who asks too often */
export async function createLeave(
  tx: Tx,
  caller: Caller,
  studentId: number,
  input: Input,
  file: StoredFile | undefined,
): Promise<Leave> {
  const departments = await askedDepartments(tx, caller, studentId, input)
  if ((await countRecent(tx, studentId)) >= LEAVES_A_MONTH_MAX)
    throw conflict('You have asked for leave very often this month. Please speak to your head of department.')
  const { first_day = null, last_day = null, session_ids = [], reason } = input
  const { id } = await tx
    .insertInto('leaves')
    .values({ student_id: studentId, first_day, last_day, reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('leave_answers')
    .values(departments.map((department_id) => ({ leave_id: id, student_id: studentId, department_id })))
    .execute()
  if (session_ids.length > 0)
    await tx
      .insertInto('leave_sessions')
      .values(session_ids.map((attendance_session_id) => ({ leave_id: id, attendance_session_id })))
      .execute()
  if (file)
    await tx
      .insertInto('leave_files')
      .values({ ...file, leave_id: id })
      .execute()
  const leave = await readLeave(tx, caller, id)
  await trail.created(tx, caller, file ? { ...leave, sha256: file.sha256.toString('hex') } : leave)
  return leave
}

const answerOf = ({ answers }: Leave, departmentId: number): LeaveAnswer | undefined =>
  answers.find(({ department }) => department.id === departmentId)

const answered = (leave: Leave, before: LeaveAnswer, after: LeaveAnswer, action: string): Event => ({
  action,
  entity: 'leave',
  entityId: leave.id,
  changes: {
    department: [null, before.department.name],
    status: [before.status, after.status],
    note: [before.note, after.note],
  },
})

/**
 * Grants or refuses for a department that the caller is shown, or decides otherwise than before.
 * @throws 422 for a department that was not asked, 409 when the request is withdrawn or was answered since it was read
 */
export async function decideLeave(
  tx: Tx,
  caller: Caller,
  leave: Leave,
  { department_id, status, note = null, updated_at }: z.output<typeof LeaveDecision>,
): Promise<Leave> {
  const answer = answerOf(leave, department_id)
  if (!answer) throw invalid({ department_id: ['This department was not asked'] })
  refuseUnless(leaveMay.decide, answer.status)
  refuseStale(answer, { updated_at })
  if (answer.status === status && answer.note === note) return leave
  const now = new Date()
  await tx
    .updateTable('leave_answers')
    .set({ status, note, answered_by: caller.id, answered_at: now, updated_at: now })
    .where('leave_id', '=', leave.id)
    .where('department_id', '=', department_id)
    .execute()
  const decided = await readLeave(tx, caller, leave.id)
  const after = found('Leave request', answerOf(decided, department_id))
  await leaveTrail(tx, caller, [answered(leave, answer, after, status === 'granted' ? 'grant' : 'refuse')])
  await noteForStudents(tx, 'leave', [leave.student_id])
  return decided
}

/** Takes back what no department has answered yet. @throws 409 when each has */
export async function withdrawLeave(tx: Tx, caller: Caller, leave: Leave): Promise<Leave> {
  const open = leave.answers.filter(({ status }) => allows(leaveMay.withdraw, status))
  const [first] = leave.answers
  if (open.length === 0 && first) refuseUnless(leaveMay.withdraw, first.status)
  await tx
    .updateTable('leave_answers')
    .set({ status: 'withdrawn', updated_at: new Date() })
    .where('leave_id', '=', leave.id)
    .where('status', '=', 'pending')
    .execute()
  const withdrawn = await readLeave(tx, caller, leave.id)
  await leaveTrail(
    tx,
    caller,
    open.map((before) => answered(leave, before, { ...before, status: 'withdrawn' }, 'withdraw')),
  )
  return withdrawn
}
