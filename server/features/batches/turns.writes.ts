import { sql } from 'kysely'
import type { Batch } from '../../../shared/contract/batches.ts'
import { TURN_UNDO_DAYS } from '../../../shared/limits.ts'
import type { Caller } from '../../core/caller.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { Held } from './held-back.writes.ts'
import type { Member } from './promotion.reads.ts'

interface DoneTurn {
  /** The batch as it was before. */
  batch: Batch
  to: Batch['current_year'] | null
  goingOn: readonly Member[]
  held: readonly Held[]
}

/** Keeps what a year's turn did, for undoing it. */
export async function keepTurn(tx: Tx, caller: Caller, { batch, to, goingOn, held }: DoneTurn): Promise<void> {
  const { id } = await tx
    .insertInto('batch_turns')
    .values({ batch_id: batch.id, from_year: batch.current_year, to_year: to, turned_by: caller.name })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = [
    ...goingOn.map((student) => ({
      student_id: student.id,
      fate: to === null ? 'graduated' : 'went_on',
      before: student.own_year,
      after: student.own_year,
    })),
    ...held.map((student) => ({ ...student, student_id: student.id, fate: 'held_back' })),
  ]
  await sql`insert into batch_turn_students (turn_id, student_id, fate, own_year_before, own_year_after, links)
    select ${id}::int, student_id, fate, before, after, links
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as done (student_id int, fate text, before text, after text, links jsonb)`.execute(tx)
}

/** Marks a turn as undone. Its rows, which hold former values, are needed no more. */
export async function markUndone(tx: Tx, caller: Caller, id: number): Promise<void> {
  const undone = { undone_at: new Date(), undone_by: caller.name }
  await tx.updateTable('batch_turns').set(undone).where('id', '=', id).execute()
  await tx.deleteFrom('batch_turn_students').where('turn_id', '=', id).execute()
}

/** Removes turns that can no longer be undone. */
export async function sweepTurns(db: Db): Promise<void> {
  await db
    .deleteFrom('batch_turns')
    .where('turned_at', '<', sql<string>`now() - make_interval(days => ${TURN_UNDO_DAYS})`)
    .execute()
}
