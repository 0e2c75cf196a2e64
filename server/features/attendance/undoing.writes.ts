import { type SqlBool, sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import { type Changes, leaveTrail, trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { countsOf, type Entry } from './entries.rules.ts'
import { readSession, type SessionRecord } from './reads.ts'
import { sessionTrail } from './writes.ts'

// Takes back what an import did to registers that nobody has touched since.

const trail = trailOf<Entry>('attendance_submission', ['status', 'remarks'])

/** Deletes all entries of a session, which is locked, and makes it pending again: its attendance was never taken. */
export async function untakeAttendance(tx: Tx, caller: Caller, session: SessionRecord): Promise<SessionRecord> {
  const gone = await tx
    .deleteFrom('attendance_submissions')
    .where('attendance_session_id', '=', session.id)
    .returning(['student_id', 'status', 'remarks'])
    .execute()
  await tx
    .updateTable('attendance_sessions')
    .set({ status: 'pending', taken_by: null, taken_at: null, taken_key: null, updated_at: new Date() })
    .where('id', '=', session.id)
    .execute()
  const now = await readSession(tx, caller, session.id)
  const { present, absent, leave } = countsOf(gone)
  const more = { present: [present, null], absent: [absent, null], leave: [leave, null] } satisfies Changes
  await sessionTrail.changed(tx, caller, session, now, { action: 'untake', more })
  return now
}

/** An entry with its former values; none for one that was added. */
export interface FormerEntry {
  id: number
  former: Pick<Entry, 'status' | 'remarks'> | null
}

/** Gives entries of a session, which is locked, their former values, and deletes those that had none. */
export async function putBackEntries(
  tx: Tx,
  caller: Caller,
  session: SessionRecord,
  entries: readonly FormerEntry[],
): Promise<void> {
  const former = new Map(entries.map((one) => [one.id, one.former]))
  const stored = await tx
    .selectFrom('attendance_submissions')
    .select(['id', 'student_id', 'status', 'remarks'])
    .where('attendance_session_id', '=', session.id)
    .where(sql<SqlBool>`id = any(${[...former.keys()]})`)
    .execute()
  const added = stored.filter(({ id }) => former.get(id) === null)
  const changed = stored.flatMap((before) => {
    const values = former.get(before.id)
    return values ? [{ id: before.id, before, after: { ...before, ...values } }] : []
  })
  if (added.length > 0)
    await tx
      .deleteFrom('attendance_submissions')
      .where(sql<SqlBool>`id = any(${added.map(({ id }) => id)})`)
      .execute()
  if (changed.length > 0)
    await sql`
      update attendance_submissions entry set status = given.status, remarks = given.remarks, updated_at = now()
      from unnest(${changed.map(({ id }) => id)}::int[], ${changed.map(({ after }) => after.status)}::text[],
        ${changed.map(({ after }) => after.remarks)}::text[]) given (id, status, remarks)
      where entry.id = given.id`.execute(tx)
  await tx.updateTable('attendance_sessions').set({ updated_at: new Date() }).where('id', '=', session.id).execute()
  await leaveTrail(tx, caller, [
    ...changed.map((one) => trail.event(one)),
    ...added.map((before) => trail.event({ id: before.id, before, action: 'delete' })),
  ])
}
