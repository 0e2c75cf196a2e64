import { sql } from 'kysely'
import { REPORT_LEVELS, SIGN_IN_STATUSES } from '../../../shared/labels.ts'
import { REPORT_NEXT, STATUS_AFTER_REPLY } from '../../../shared/policies/reportings.ts'
import { type Changes, leaveTrail, type Teller } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { holdStaff } from '../staff/reads.ts'
import { noteAssignee } from './assignment.writes.ts'
import { addEntry, bringBack } from './entries.writes.ts'
import { listSuccessors, lockForsaken, lockVain, readLeaver } from './handover.reads.ts'
import { isOneOf } from './rules.ts'

const NOW = sql<string>`now()`
const rankOf = (level: (typeof REPORT_LEVELS)[number]) => REPORT_LEVELS.indexOf(level)

type Successor = Awaited<ReturnType<typeof listSuccessors>>[number]
type ForsakenCase = Awaited<ReturnType<typeof lockForsaken>>[number]

/**
 * The first who is not the student concerned; one below the level that has the case only where nobody else is. An
 * administrator, whose level is the lowest, is shown all cases anyway.
 */
function successorFor({ current_level, student_user_id }: ForsakenCase, successors: readonly Successor[]) {
  const others = successors.filter(({ user_id }) => user_id !== student_user_id)
  const isFit = ({ level, is_administrator }: Successor) => is_administrator || rankOf(level) >= rankOf(current_level)
  return others.find(isFit) ?? others[0]
}

/**
 * Hands over unresolved cases that this person can't go on with, to a head of the department, else to a principal, else
 * to an administrator. Call it when somebody's status or roles have changed. Cases without a successor stay, and the
 * sweep tries again. The trail names the person who made the change, and nobody where the sweep finds it.
 */
export async function handOverCases(tx: Tx, teller: Teller | null, staffId: number): Promise<void> {
  const forsaken = await lockForsaken(tx, staffId)
  if (forsaken.length === 0) return
  const leaver = await readLeaver(tx, staffId)
  const named = await listSuccessors(tx, leaver.department_id)
  for (const { id } of named.toSorted((a, b) => a.id - b.id)) await holdStaff(tx, id)
  // Asked again, now that none of them can leave.
  const successors = (await listSuccessors(tx, leaver.department_id)).filter(({ id }) => id !== leaver.id)
  const why = isOneOf(SIGN_IN_STATUSES, leaver.status) ? 'no longer holds the role' : 'is not at work'
  for (const reporting of forsaken) {
    const successor = successorFor(reporting, successors)
    if (!successor) continue
    const { id: assigned_to, level: current_level } = successor
    await tx
      .updateTable('reportings')

      .set({
        assigned_to,
        current_level,
        escalated_to: null,
        assigned_at: NOW,
        turn_since: NOW,
        updated_at: new Date(),
      })
      .where('id', '=', reporting.id)
      .execute()
    await noteAssignee(tx, reporting.id, assigned_to)
    const text = `${leaver.name} ${why}.`
    await addEntry(tx, null, reporting.id, { kind: 'handed_over', text, staff_id: assigned_to, level: current_level })
    const changes: Changes = {
      assignee: [leaver.name, successor.name],
      current_level: [reporting.current_level, current_level],
    }
    await leaveTrail(tx, teller, [{ action: 'hand-over', entity: 'reporting', entityId: reporting.id, changes }])
  }
}

/** Ends waits for a reply of people who have left. Call it when the status of students or of a reporter has changed. */
export async function endVainWaits(tx: Tx, teller: Teller | null, of: Parameters<typeof lockVain>[1]): Promise<void> {
  for (const { id, is_student_asked } of await lockVain(tx, of)) {
    await bringBack(tx, id)
    // Without a name: the student may be shown the case one day, and is not told the reporter.
    const text = `The ${is_student_asked ? 'student' : 'reporter'} can no longer sign in.`
    await addEntry(tx, null, id, { kind: 'no_reply', text })
    const changes: Changes = { status: [REPORT_NEXT.await, STATUS_AFTER_REPLY] }
    await leaveTrail(tx, teller, [{ action: 'no-reply', entity: 'reporting', entityId: id, changes }])
  }
}
