import type * as z from 'zod/mini'
import type { Batch, PromotionInput } from '../../../shared/contract/batches.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, invalid, refuseStale } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { graduateStudents } from '../students/leaving.writes.ts'
import { lockMembers } from './promotion.reads.ts'
import { turnOf } from './rules.ts'

const trail = trailOf<Batch>('batch', ['current_year', 'status'])

/** @throws 409 for a batch whose years are over */
export function refuseInactive(batch: Batch): void {
  if (batch.status === 'inactive') throw conflict('Batch is inactive.')
}

/**
 * The year's turn of a batch, once for what was looked at: a second click finds a changed batch (409). After the last
 * year its active students graduate and the batch becomes inactive.
 */
export async function promoteBatch(
  tx: Tx,
  caller: Caller,
  batch: Batch,
  input: z.output<typeof PromotionInput>,
): Promise<Batch> {
  refuseStale(batch, input)
  refuseInactive(batch)
  const { to, moving } = turnOf(batch.current_year, await lockMembers(tx, batch.id))
  if (to === null) {
    if (!input.graduate) throw invalid({ graduate: ['Confirm that the students of this batch graduate'] })
    await graduateStudents(tx, caller, moving)
  }
  const promoted = await tx
    .updateTable('batches')
    .set({ ...(to === null ? { status: 'inactive' } : { current_year: to }), updated_at: new Date() })
    .where('id', '=', batch.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await trail.changed(tx, caller, batch, promoted, { action: 'promote' })
  return promoted
}
