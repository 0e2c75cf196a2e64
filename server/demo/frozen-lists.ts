import { sql } from 'kysely'
import { callerOf } from '../core/caller.ts'
import { findPerson } from '../core/login.ts'
import type { Tx } from '../db/types.ts'
import { boardDocument } from '../features/eligibility/board.ts'
import { frozenDocument } from '../features/eligibility/frozen-documents.ts'
import { snapshotIn } from '../features/eligibility/lists.reads.ts'
import { addList } from '../features/eligibility/lists.writes.ts'
import type { College } from './college.ts'
import { addDays } from './days.ts'
import type { DocumentMaker, Issue } from './documents.ts'
import type { StaffMember } from './staff.ts'

/** The days since the list was frozen for the first time, and again, and the codes, the same in every demo. */
const FROZEN = {
  former: { ago: 42, title: 'Before the send-up examination', code: 'DEM0C0DE00000003' },
  later: { ago: 1, title: 'Final professional examination', code: 'DEM0C0DE00000004' },
}

/** Takes back a part of what has happened in the batch since a day. */
const SINCE = (batchId: number, day: string) => [
  sql`delete from attendance_submissions using attendance_sessions session
    where session.id = attendance_session_id and session.batch_id = ${batchId} and session.activity_date > ${day}`,
  sql`delete from eligibility_exemptions using student_batches link
    where link.student_id = eligibility_exemptions.student_id and link.batch_id = ${batchId}`,
  sql`delete from eligibility_rule_sets where department_id is not null`,
  // The last one by roll number has come since.
  sql`delete from student_batches where batch_id = ${batchId} and student_id =
    (select id from students where status = 'active' and id in (select student_id from student_batches
      where batch_id = ${batchId} and status = 'active') order by roll_no desc limit 1)`,
]

/** Freezes lists of the demo student's batch as the principal; the returned function takes the former one's place. */
export function freezing(
  tx: Tx,
  today: string,
  { batches }: College,
  staff: readonly StaffMember[],
  issue: Issue,
  maker: DocumentMaker,
) {
  const batchId = batches[1]?.id

  async function freeze({ ago, title, code }: (typeof FROZEN)['later'], ends: { endedAgo?: number; former?: number }) {
    const principal = staff.find(({ email }) => email === 'principal@college.test')
    const holder = principal && (await findPerson(tx, principal.userId))
    if (!holder || batchId === undefined) return undefined
    const caller = callerOf(holder, maker.timezone)
    const snapshot = {
      ...(await snapshotIn(tx, caller, { batch_id: batchId, title }, 75)),
      frozen_at: `${addDays(today, -ago)}T05:00:00Z`,
    }
    return {
      caller,
      snapshot,
      paper: {
        kind: 'eligibility-list' as const,
        student: null,
        report: frozenDocument(snapshot, maker),
        beside: boardDocument(snapshot, maker),
        code,
        ago,
        issuedBy: holder.id,
        ...ends,
      },
    }
  }
  type Made = NonNullable<Awaited<ReturnType<typeof freeze>>>
  const keep = async ({ caller, snapshot, paper }: Made) => {
    const { id, beside } = await issue(paper)
    await addList(tx, caller, snapshot, { documentId: id, college: maker.college, board: beside })
    return id
  }

  /** The list as it was then, read as if nothing had happened since. */
  async function former(): Promise<number | undefined> {
    if (batchId === undefined) return undefined
    await sql`savepoint since`.execute(tx)
    for (const undone of SINCE(batchId, addDays(today, -FROZEN.former.ago))) await undone.execute(tx)
    const made = await freeze(FROZEN.former, { endedAgo: FROZEN.later.ago })
    await sql`rollback to savepoint since`.execute(tx)
    return made && keep(made)
  }

  async function later(formerId: number | undefined): Promise<void> {
    const made = await freeze(FROZEN.later, formerId === undefined ? {} : { former: formerId })
    if (made) await keep(made)
  }
  return { former, later }
}
