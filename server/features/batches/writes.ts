import type * as z from 'zod/mini'
import type { Batch, BatchChange, BatchInput } from '../../../shared/contract/batches.ts'
import type { Caller } from '../../core/caller.ts'
import { refuseInUse } from '../../core/dependants.ts'
import { answering, invalid, refuseStale } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'

const trail = trailOf<Batch>('batch', ['name', 'current_year', 'description', 'status'])

const refusals = { batches_name_key: invalid({ name: ['A batch with this name already exists'] }) }

export async function createBatch(tx: Tx, caller: Caller, input: z.output<typeof BatchInput>): Promise<Batch> {
  const created = await answering(refusals, () =>
    tx.insertInto('batches').values(input).returningAll().executeTakeFirstOrThrow(),
  )
  await trail.created(tx, caller, created)
  return created
}

/** Changes a batch; fields left out stay. */
export async function updateBatch(
  tx: Tx,
  caller: Caller,
  batch: Batch,
  { updated_at, ...change }: z.output<typeof BatchChange>,
): Promise<Batch> {
  refuseStale(batch, { updated_at })
  const updated = await answering(refusals, () =>
    tx
      .updateTable('batches')
      .set({ ...change, updated_at: new Date() })
      .where('id', '=', batch.id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
  await trail.changed(tx, caller, batch, updated)
  return updated
}

/** Students, also former ones, and groups keep a batch. */
export async function deleteBatch(tx: Tx, caller: Caller, batch: Batch): Promise<void> {
  await refuseInUse(tx, 'Batch', { batches: batch.id }, 'Set it inactive instead.')
  await tx.deleteFrom('batches').where('id', '=', batch.id).execute()
  await trail.deleted(tx, caller, batch)
}
