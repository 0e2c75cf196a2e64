import type * as z from 'zod/mini'
import type { Batch, BatchChange, BatchInput } from '../../../shared/contract/batches.ts'
import { changesOf, record } from '../../core/audit.ts'
import type { Caller } from '../../core/caller.ts'
import { answering, conflict, invalid, refuseStale } from '../../core/errors.ts'
import type { Tx } from '../../db/types.ts'
import { countDependents } from './reads.ts'
import { blockersText } from './rules.ts'

const AUDITED = ['name', 'current_year', 'description', 'status'] as const

const refusals = { batches_name_key: invalid({ name: ['A batch with this name already exists'] }) }

export async function createBatch(tx: Tx, caller: Caller, input: z.output<typeof BatchInput>): Promise<Batch> {
  const created = await answering(refusals, () =>
    tx.insertInto('batches').values(input).returningAll().executeTakeFirstOrThrow(),
  )
  const changes = changesOf(undefined, created, AUDITED)
  await record(tx, caller, [{ action: 'create', entity: 'batch', entityId: created.id, changes }])
  return created
}

/** What the change leaves out stays. */
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
  const changes = changesOf(batch, updated, AUDITED)
  await record(tx, caller, [{ action: 'update', entity: 'batch', entityId: batch.id, changes }])
  return updated
}

/** Students, also former ones, and groups keep a batch. */
export async function deleteBatch(tx: Tx, caller: Caller, batch: Batch): Promise<void> {
  const text = blockersText(await countDependents(tx, batch.id))
  if (text) throw conflict(`${text}. Set it inactive instead.`)
  await tx.deleteFrom('batches').where('id', '=', batch.id).execute()
  const changes = changesOf(batch, undefined, AUDITED)
  await record(tx, caller, [{ action: 'delete', entity: 'batch', entityId: batch.id, changes }])
}
