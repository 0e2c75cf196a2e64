import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type {
  AttendanceSession,
  AttendanceSubmission,
  TakeAttendanceInput,
  UpdateAttendanceInput,
} from '../../../shared/contract/attendance.ts'
import { sessionMay } from '../../../shared/policies/sessions.ts'
import type { Caller } from '../../core/caller.ts'
import { invalid, refuseStale, refuseUnless } from '../../core/errors.ts'
import { type Changes, leaveTrail, trailOf } from '../../core/trail.ts'
import { withNext } from '../../db/prepared.ts'
import type { Tx } from '../../db/types.ts'
import { namesOf } from '../students/reads.ts'
import {
  countsOf,
  differences,
  type Entry,
  type EntryUpdate,
  misplaced,
  type PostedEntry,
  takingOf,
} from './entries.rules.ts'
import { readSession, type SessionRecord } from './reads.ts'
import { readRoster, selectMembers } from './roster.reads.ts'
import { DELETED_ENTRY } from './rules.ts'

const trail = trailOf<Entry>('attendance_submission', ['status', 'remarks'])
const sessionTrail = trailOf<AttendanceSession>('attendance_session', ['status'])

/** @throws 422 on `submissions` for who is not to be marked in this session, or there twice */
async function refuseMisplaced(
  tx: Tx,
  posted: PostedEntry[],
  marked: readonly { student_id: number }[],
): Promise<void> {
  const { strangers, repeated } = misplaced(posted, new Set(marked.map((one) => one.student_id)))
  if (strangers.length + repeated.length === 0) return
  const names = await namesOf(tx, [...strangers, ...repeated])
  const problems = strangers.map((id) => {
    const name = names.get(id)
    return name === undefined ? `Student ${id} does not exist` : `${name} is not an active student of this group`
  })
  throw invalid({ submissions: [...problems, ...repeated.map((id) => `${names.get(id) ?? id} is listed twice`)] })
}

/** Returns entries as rows of a statement, whose text is the same however many they are. */
const givenRows = (entries: readonly PostedEntry[]) => sql`
  unnest(${entries.map((entry) => entry.student_id)}::int[], ${entries.map((entry) => entry.status)}::text[],
    ${entries.map((entry) => entry.remarks ?? null)}::text[]) given (student_id, status, remarks)`

const INSERT = sql`insert into attendance_submissions (attendance_session_id, department_id, student_id, status, remarks)`

/** Adds the entries, and returns them with their ids. */
async function addEntries(tx: Tx, session: SessionRecord, entries: Entry[]): Promise<(Entry & { id: number })[]> {
  if (entries.length === 0) return []
  const { rows } = await sql<Entry & { id: number }>`
    ${INSERT} select ${session.id}, ${session.department_id}, given.* from ${givenRows(entries)}
    returning id, student_id, status, remarks`.execute(tx)
  return rows
}

/**
 * Adds an entry for each active student of a pending session: absent for who is not given, none for who joined later
 * and is not given.
 */
async function addRegister(
  tx: Tx,
  { id, department_id, group_id, activity_date }: SessionRecord,
  given: readonly PostedEntry[],
): Promise<Pick<Entry, 'student_id' | 'status'>[]> {
  const { rows } = await sql<Pick<Entry, 'student_id' | 'status'>>`
    ${INSERT} select ${id}, ${department_id}, students.id, coalesce(given.status, 'absent'), given.remarks
    from (${selectMembers(tx, group_id, activity_date)}) member
    join students on students.id = member.student_id and students.status = 'active'
    left join ${givenRows(given)} on given.student_id = students.id
    where member.joined_on is null or given.student_id is not null
    returning student_id, status`.execute(tx)
  return rows
}

/** Changes the entries. */
async function changeEntries(tx: Tx, changed: EntryUpdate[]): Promise<void> {
  if (changed.length === 0) return
  await sql`
    update attendance_submissions entry set status = given.status, remarks = given.remarks, updated_at = now()
    from unnest(${changed.map((one) => one.submission_id)}::int[], ${changed.map((one) => one.after.status)}::text[],
      ${changed.map((one) => one.after.remarks)}::text[]) given (id, status, remarks)
    where entry.id = given.id`.execute(tx)
}

/** Notes a session as changed with its entries, for people who are about to change them. */
const touchSession = (tx: Tx, id: number) =>
  tx.updateTable('attendance_sessions').set({ updated_at: new Date() }).where('id', '=', id).execute()

/**
 * Takes the attendance of a pending session and completes it: one entry for each active student who was a member of the
 * group on its day, and for those who joined later and are posted. When the same person's device sends the same entries
 * again under the same key, it finds the attendance taken and changes nothing.
 * @throws 409 when it has been taken or is cancelled
 */
export async function takeAttendance(
  tx: Tx,
  caller: Caller,
  session: SessionRecord,
  { submissions, key }: z.output<typeof TakeAttendanceInput>,
): Promise<AttendanceSession> {
  const taking = takingOf(key, submissions)
  const isSame = taking !== null && taking === session.taken_key && session.taken_by?.id === caller.id
  if (isSame) return session
  refuseUnless(sessionMay.take, session.status)
  const now = new Date()
  await withNext(
    tx,
    tx
      .updateTable('attendance_sessions')
      .set({ status: 'completed', taken_by: caller.id, taken_at: now, taken_key: taking, updated_at: now })
      .where('id', '=', session.id),
  )
  // A student who is listed twice is refused below, with all others who are misplaced.
  const once = new Map(submissions.map((one) => [one.student_id, one]))
  const entries = await addRegister(tx, session, [...once.values()])
  await refuseMisplaced(tx, submissions, entries)
  const taken = await readSession(tx, caller, session.id)
  const { present, absent, leave } = countsOf(entries)
  const more = { present: [null, present], absent: [null, absent], leave: [null, leave] } satisfies Changes
  await sessionTrail.changed(tx, caller, session, taken, { action: 'take', more })
  return taken
}

/**
 * Changes entries of a completed session; a student who joined the group since gets one. Each change leaves a row in
 * the trail of its entry.
 * @throws 409 when its attendance has not been taken, or somebody else has changed it since it was read
 */
export async function updateAttendance(
  tx: Tx,
  caller: Caller,
  session: SessionRecord,
  { submissions, updated_at }: z.output<typeof UpdateAttendanceInput>,
): Promise<AttendanceSession> {
  refuseUnless(sessionMay.revise, session.status)
  refuseStale(session, { updated_at })
  const roster = await readRoster(tx, session)
  const marked = roster.filter((student) => student.is_marked)
  await refuseMisplaced(tx, submissions, marked)
  const { added, changed } = differences(submissions, roster)
  if (added.length + changed.length === 0) return session
  await changeEntries(tx, changed)
  const made = await addEntries(tx, session, added)
  await touchSession(tx, session.id)
  await leaveTrail(tx, caller, [
    ...changed.map(({ submission_id: id, before, after }) => trail.event({ id, before, after })),
    ...made.map((after) => trail.event({ id: after.id, after, action: 'create' })),
  ])
  return readSession(tx, caller, session.id)
}

/** Its trail stays, and the session's tells whose it was. */
export async function deleteEntry(tx: Tx, caller: Caller, entry: AttendanceSubmission): Promise<void> {
  await tx.deleteFrom('attendance_submissions').where('id', '=', entry.id).execute()
  await touchSession(tx, entry.attendance_session_id)
  const gone = trail.event({ id: entry.id, before: entry, action: 'delete' })
  await leaveTrail(tx, caller, [
    gone,
    {
      action: DELETED_ENTRY,
      entity: 'attendance_session',
      entityId: entry.attendance_session_id,
      changes: {
        ...gone.changes,
        submission_id: [entry.id, null],
        student_id: [entry.student_id, null],
        student: [entry.student.name, null],
      },
    },
  ])
}
