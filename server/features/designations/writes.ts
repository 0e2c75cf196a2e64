import type * as z from 'zod/mini'
import type { Designation, DesignationChange, DesignationInput } from '../../../shared/contract/designations.ts'
import { changesOf, record } from '../../core/audit.ts'
import type { Caller } from '../../core/caller.ts'
import { dependentsText } from '../../core/counting.ts'
import { answering, conflict, invalid, refuseStale } from '../../core/errors.ts'
import type { Tx } from '../../db/types.ts'
import { countHolders } from './reads.ts'

const refusals = {
  designations_name_key: invalid({ name: ['A designation with this name already exists'] }),
}

export async function createDesignation(
  tx: Tx,
  caller: Caller,
  input: z.output<typeof DesignationInput>,
): Promise<Designation> {
  const created = await answering(refusals, () =>
    tx.insertInto('designations').values(input).returningAll().executeTakeFirstOrThrow(),
  )
  const changes = changesOf(undefined, created, ['name'])
  await record(tx, caller, [{ action: 'create', entity: 'designation', entityId: created.id, changes }])
  return { ...created, staff_count: 0 }
}

export async function updateDesignation(
  tx: Tx,
  caller: Caller,
  designation: Designation,
  { updated_at, ...change }: z.output<typeof DesignationChange>,
): Promise<Designation> {
  refuseStale(designation, { updated_at })
  const updated = await answering(refusals, () =>
    tx
      .updateTable('designations')
      .set({ ...change, updated_at: new Date() })
      .where('id', '=', designation.id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
  const changes = changesOf(designation, { ...designation, ...updated }, ['name'])
  await record(tx, caller, [{ action: 'update', entity: 'designation', entityId: designation.id, changes }])
  return { ...designation, ...updated }
}

export async function deleteDesignation(tx: Tx, caller: Caller, designation: Designation): Promise<void> {
  const text = dependentsText('Designation', { 'staff member': await countHolders(tx, designation.id) })
  if (text) throw conflict(`${text}. Give them another designation first.`)
  await tx.deleteFrom('designations').where('id', '=', designation.id).execute()
  const changes = changesOf(designation, undefined, ['name'])
  await record(tx, caller, [{ action: 'delete', entity: 'designation', entityId: designation.id, changes }])
}
