import * as z from 'zod/mini'
import { AttendanceSessionInput } from '../../../shared/contract/attendance.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { sessionMay } from '../../../shared/policies/sessions.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict } from '../../core/errors.ts'
import type { Tx } from '../../db/types.ts'
import { takeAttendance, updateAttendance } from '../attendance/entries.writes.ts'
import { lockSessions, type SessionRecord } from '../attendance/reads.ts'
import { readRoster } from '../attendance/roster.reads.ts'
import { type FormerEntry, putBackEntries, untakeAttendance } from '../attendance/undoing.writes.ts'
import { createSession, deleteSession } from '../attendance/writes.ts'
import { type Done, findChanged } from './history.reads.ts'
import type { KeptRow } from './history.writes.ts'
import type { SetRow } from './kinds.ts'
import type { Problems } from './problems.ts'
import { isNewSession, keyOfSession, type NewSession, type PlannedEntry } from './registers.ts'

// Writes the registers of a file, each as a whole by the writers of its screen, and undoes that.

async function makeSession(tx: Tx, caller: Caller, of: NewSession): Promise<number> {
  const { group, activity_date, start_time, end_time, staff_id } = of
  const { department_id, batch_id, id: group_id } = group
  const place = { department_id, batch_id, group_id }
  const input = z.parse(AttendanceSessionInput, { ...place, activity_date, start_time, end_time, staff_id })
  return (await createSession(tx, caller, input)).id
}

interface Register {
  session: SessionRecord
  isMade: boolean
  entries: readonly PlannedEntry[]
}

const postedOf = ({ student, status, remarks }: PlannedEntry) => ({
  student_id: student.id,
  status,
  ...(remarks !== undefined && { remarks }),
})

/** Writes one register, and returns what undoing it needs. */
async function writeRegister(tx: Tx, caller: Caller, { session, isMade, entries }: Register): Promise<KeptRow[]> {
  const submissions = entries.map(postedOf)
  const line = entries[0]?.line ?? 1
  const kept = { entity: 'attendance_session', entity_id: session.id, name: session.group.name } as const
  if (!allows(sessionMay.revise, session.status)) {
    const taken = await takeAttendance(tx, caller, session, { attendance_session_id: session.id, submissions })
    const action = isMade ? 'create' : 'update'
    return [{ ...kept, line: isMade ? 0 : line, action, before: { was_taken: false }, after_at: taken.updated_at }]
  }
  const before = new Map((await readRoster(tx, session)).map((one) => [one.student_id, one]))
  const { updated_at } = await updateAttendance(tx, caller, session, { attendance_session_id: session.id, submissions })
  const after = new Map((await readRoster(tx, session)).map((one) => [one.student_id, one]))
  return [
    { ...kept, line, action: 'update', before: { was_taken: true }, after_at: updated_at },
    ...entries.flatMap((entry): KeptRow[] => {
      const [former, now] = [before.get(entry.student.id), after.get(entry.student.id)]
      if (!now?.submission_id || entry.outcome === 'unchanged') return []
      const { submission_id: entity_id } = now
      const is = { line: entry.line, entity: 'attendance_submission', entity_id, name: entry.student.name } as const
      if (!former?.submission_id) return [{ ...is, action: 'create', before: { session: session.id } }]
      const { status, remarks } = former
      return [{ ...is, action: 'update', before: { session: session.id, status, remarks } }]
    }),
  ]
}

/**
 * Writes the registers of a plan and makes the sessions that it names. A register is one set, whatever its length.
 * @returns what undoing it needs
 */
export async function importRegisters(
  tx: Tx,
  caller: Caller,
  plan: readonly SetRow<PlannedEntry>[],
  onWritten: (count: number) => void,
): Promise<KeptRow[]> {
  const registers = [
    ...Map.groupBy(
      plan.flatMap(({ items }) => items),
      ({ session }) => keyOfSession(session),
    ).values(),
  ]
  const due = registers.filter((entries) => entries.some(({ outcome }) => outcome !== 'unchanged'))
  const made = new Map<number, readonly PlannedEntry[]>()
  const stored = new Map<number, readonly PlannedEntry[]>()
  for (const entries of due) {
    const [first] = entries
    if (!first) continue
    if (isNewSession(first.session)) made.set(await makeSession(tx, caller, first.session), entries)
    else stored.set(first.session.id, entries)
  }
  const sessions = await lockSessions(tx, caller, [...made.keys(), ...stored.keys()])
  if (sessions.length < due.length) throw conflict('A session of the file is no longer there.')
  const rows: KeptRow[] = []
  let written = 0
  for (const session of sessions) {
    const entries = made.get(session.id) ?? stored.get(session.id) ?? []
    rows.push(...(await writeRegister(tx, caller, { session, isMade: made.has(session.id), entries })))
    written += entries.length
    onWritten(written)
  }
  return rows
}

/** Undoes an import of attendance: registers are as before, and sessions that it made are deleted. */
export async function undoRegisters(tx: Tx, caller: Caller, done: readonly Done[], problems: Problems): Promise<void> {
  const ofSessions = done.filter(({ entity }) => entity === 'attendance_session')
  const ids = ofSessions.map(({ entity_id }) => entity_id)
  const locked = new Map((await lockSessions(tx, caller, ids, 'deletion')).map((one) => [one.id, one]))
  const changed = await findChanged(
    tx,
    ofSessions.map((row) => ({ row, now: locked.get(row.entity_id) })),
  )
  for (const row of changed) {
    const now = locked.get(row.entity_id)
    if (now) problems.add({ ...row, name: sessionText(now) }, 'was changed since')
  }
  problems.refuse()
  const entries = Map.groupBy(
    done.filter(({ entity }) => entity === 'attendance_submission'),
    ({ before }) => Number(before?.session),
  )
  for (const row of ofSessions.toReversed()) {
    const now = locked.get(row.entity_id)
    if (now) await problems.try(row, () => undoRegister(tx, caller, now, row, entries.get(now.id) ?? []))
  }
}

const sessionText = ({ group, activity_date }: SessionRecord) => `the session of ${group.name} on ${activity_date}`

async function undoRegister(
  tx: Tx,
  caller: Caller,
  session: SessionRecord,
  { action, before }: Done,
  entries: readonly Done[],
): Promise<void> {
  if (before?.was_taken) return putBackEntries(tx, caller, session, entries.map(formerOf))
  const pending = await untakeAttendance(tx, caller, session)
  if (action === 'create') await deleteSession(tx, caller, pending)
}

const formerOf = ({ entity_id: id, action, before }: Done): FormerEntry => ({
  id,
  former: action === 'create' ? null : (before as unknown as NonNullable<FormerEntry['former']>),
})
