import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type {
  AttendanceSession,
  AttendanceSubmission,
  RosterStudent,
  TakeAttendanceInput,
  UpdateAttendanceInput,
} from '../../../shared/contract/attendance.ts'
import { changesOf, record } from '../../core/audit.ts'
import { conflict, found, invalid, refuseStale } from '../../core/errors.ts'
import type { Actor } from '../../core/login.ts'
import type { Tx } from '../../db/types.ts'
import { namesOf, readRoster } from './marks.reads.ts'
import {
  countsOf,
  differences,
  fullRegister,
  type Mark,
  type MarkUpdate,
  misplaced,
  type PostedMark,
  takingOf,
} from './marks.rules.ts'
import { findSession, type SessionRecord, type View } from './reads.ts'
import { ALREADY_TAKEN, CANCELLED, DELETED_MARK } from './rules.ts'

const AUDITED = ['status', 'remarks'] as const

/** @throws 422 on `submissions` for who is not on the roster, or there twice */
async function refuseMisplaced(tx: Tx, posted: PostedMark[], roster: RosterStudent[]): Promise<void> {
  const { strangers, repeated } = misplaced(posted, roster)
  if (strangers.length + repeated.length === 0) return
  const names = await namesOf(tx, [...strangers, ...repeated])
  const problems = strangers.map((id) => {
    const name = names.get(id)
    return name === undefined ? `Student ${id} does not exist` : `${name} is not an active student of this group`
  })
  throw invalid({ submissions: [...problems, ...repeated.map((id) => `${names.get(id) ?? id} is listed twice`)] })
}

/** One statement, however many they are; gives the new marks with their ids. */
async function addMarks(tx: Tx, sessionId: number, marks: Mark[]): Promise<(Mark & { id: number })[]> {
  if (marks.length === 0) return []
  const { rows } = await sql<Mark & { id: number }>`
    insert into attendance_submissions (attendance_session_id, department_id, student_id, status, remarks)
    select session.id, session.department_id, given.* from attendance_sessions session,
      unnest(${marks.map((mark) => mark.student_id)}::int[], ${marks.map((mark) => mark.status)}::text[],
        ${marks.map((mark) => mark.remarks)}::text[]) given
    where session.id = ${sessionId}
    returning id, student_id, status, remarks`.execute(tx)
  return rows
}

/** One statement, however many they are. */
async function changeMarks(tx: Tx, changed: MarkUpdate[]): Promise<void> {
  if (changed.length === 0) return
  await sql`
    update attendance_submissions mark set status = given.status, remarks = given.remarks, updated_at = now()
    from unnest(${changed.map((one) => one.submission_id)}::int[], ${changed.map((one) => one.after.status)}::text[],
      ${changed.map((one) => one.after.remarks)}::text[]) given (id, status, remarks)
    where mark.id = given.id`.execute(tx)
}

/** A session whose marks changed is a changed one for whoever is about to change them. */
const touchSession = (tx: Tx, id: number) =>
  tx.updateTable('attendance_sessions').set({ updated_at: new Date() }).where('id', '=', id).execute()

const readBack = async (tx: Tx, view: View, id: number) => found('Attendance session', await findSession(tx, view, id))

/**
 * Takes the attendance of a pending session and completes it: one mark for each active student of the group. What the
 * same person's device sends once more, the same marks under the same key, finds it taken and changes nothing.
 * @throws 409 when it has been taken or is cancelled
 */
export async function takeAttendance(
  tx: Tx,
  actor: Actor,
  view: View,
  session: SessionRecord,
  { submissions, key }: z.output<typeof TakeAttendanceInput>,
): Promise<AttendanceSession> {
  const taking = takingOf(key, submissions)
  if (session.status === 'completed') {
    const isSame = taking !== null && taking === session.taken_key && session.taken_by?.id === actor.id
    if (isSame) return session
    throw conflict(ALREADY_TAKEN)
  }
  if (session.status === 'cancelled') throw conflict(CANCELLED)
  const roster = await readRoster(tx, session)
  await refuseMisplaced(tx, submissions, roster)
  const marks = fullRegister(submissions, roster)
  await addMarks(tx, session.id, marks)
  const now = new Date()
  await tx
    .updateTable('attendance_sessions')
    .set({ status: 'completed', taken_by: actor.id, taken_at: now, taken_key: taking, updated_at: now })
    .where('id', '=', session.id)
    .execute()
  const taken = await readBack(tx, view, session.id)
  const { present, absent, leave } = countsOf(marks)
  const changes = {
    ...changesOf<AttendanceSession>(session, taken, ['status']),
    present: [null, present] as [unknown, unknown],
    absent: [null, absent] as [unknown, unknown],
    leave: [null, leave] as [unknown, unknown],
  }
  await record(tx, actor, [{ action: 'take', entity: 'attendance_session', entityId: session.id, changes }])
  return taken
}

/**
 * Changes marks of a completed session; who joined the group since gets one. Each change leaves a row in the trail of
 * its mark.
 * @throws 409 when its attendance has not been taken, or somebody else has changed it since it was read
 */
export async function updateAttendance(
  tx: Tx,
  actor: Actor,
  view: View,
  session: SessionRecord,
  { submissions, updated_at }: z.output<typeof UpdateAttendanceInput>,
): Promise<AttendanceSession> {
  if (session.status === 'cancelled') throw conflict(CANCELLED)
  if (session.status === 'pending') throw conflict('Attendance has not been taken for this session yet.')
  refuseStale(session, { updated_at })
  const roster = await readRoster(tx, session)
  await refuseMisplaced(tx, submissions, roster)
  const { added, changed } = differences(submissions, roster)
  if (added.length + changed.length === 0) return session
  await changeMarks(tx, changed)
  const made = await addMarks(tx, session.id, added)
  await touchSession(tx, session.id)
  const entity = 'attendance_submission' as const
  await record(tx, actor, [
    ...changed.map(({ submission_id, before, after }) => ({
      action: 'update',
      entity,
      entityId: submission_id,
      changes: changesOf<Mark>(before, after, AUDITED),
    })),
    ...made.map((mark) => ({
      action: 'create',
      entity,
      entityId: mark.id,
      changes: changesOf<Mark>(undefined, mark, AUDITED),
    })),
  ])
  return readBack(tx, view, session.id)
}

/** Its trail stays, and the session's tells whose it was. */
export async function deleteMark(tx: Tx, actor: Actor, mark: AttendanceSubmission): Promise<void> {
  await tx.deleteFrom('attendance_submissions').where('id', '=', mark.id).execute()
  await touchSession(tx, mark.attendance_session_id)
  const changes = changesOf<Mark>(mark, undefined, AUDITED)
  await record(tx, actor, [
    { action: 'delete', entity: 'attendance_submission', entityId: mark.id, changes },
    {
      action: DELETED_MARK,
      entity: 'attendance_session',
      entityId: mark.attendance_session_id,
      changes: {
        ...changes,
        submission_id: [mark.id, null],
        student_id: [mark.student_id, null],
        student: [mark.student.name, null],
      },
    },
  ])
}
