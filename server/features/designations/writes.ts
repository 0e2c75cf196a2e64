import type * as z from 'zod/mini'
import type { Designation, DesignationChange, DesignationInput } from '../../../shared/contract/designations.ts'
import type { Caller } from '../../core/caller.ts'
import { refuseInUse } from '../../core/dependants.ts'
import { answering, invalid, refuseStale } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'

const trail = trailOf<Pick<Designation, 'name'>>('designation', ['name'])

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
  await trail.created(tx, caller, created)
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
  await trail.changed(tx, caller, designation, updated)
  return { ...designation, ...updated }
}

export async function deleteDesignation(tx: Tx, caller: Caller, designation: Designation): Promise<void> {
  const advice = 'Give them another designation first.'
  await refuseInUse(tx, 'Designation', { designations: designation.id }, advice)
  await tx.deleteFrom('designations').where('id', '=', designation.id).execute()
  await trail.deleted(tx, caller, designation)
}
