import type * as z from 'zod/mini'
import type { Batch, PromotionInput } from '../../../shared/contract/batches.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, found, invalid, refuseStale } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { endWaitsForGraduates, graduateStudents } from '../students/leaving.writes.ts'
import { choose, holdBack, refuseJunior } from './held-back.writes.ts'
import { lockMembers } from './promotion.reads.ts'
import { lockBatches } from './reads.ts'
import { turnOf } from './rules.ts'
import { keepTurn } from './turns.writes.ts'

const trail = trailOf<Batch>('batch', ['current_year', 'status'])

/** @throws 409 for a batch whose years are over */
export function refuseInactive(batch: Batch): void {
  if (batch.status === 'inactive') throw conflict('Batch is inactive.')
}

/** A batch whose year turns, and the one to which those who are held back move; both are locked. */
export interface Turning {
  batch: Batch
  /** Undefined where there is no such batch. */
  junior: Batch | undefined
}

/** Locks both in the order of their ids. @throws 404 when the batch is not there */
export async function lockTurning(
  tx: Tx,
  caller: Caller,
  id: number,
  juniorId: number | null = null,
): Promise<Turning> {
  const locked = await lockBatches(tx, caller, [...new Set(juniorId === null ? [id] : [id, juniorId])])
  const at = (wanted: number | null) => locked.find((batch) => batch.id === wanted)
  return { batch: found('Batch', at(id)), junior: at(juniorId) }
}

/**
 * The year's turn of a batch, once for what was looked at: a second click finds a changed batch (409). After the last
 * year its active students graduate and the batch becomes inactive. Students who are held back keep the former year.
 */
export async function promoteBatch(
  tx: Tx,
  caller: Caller,
  { batch, junior }: Turning,
  input: z.output<typeof PromotionInput>,
): Promise<Batch> {
  refuseStale(batch, input)
  refuseInactive(batch)
  const members = await lockMembers(tx, batch.id)
  const { to, moving } = turnOf(batch.current_year, members)
  if (to === null && !input.graduate) throw invalid({ graduate: ['Confirm that the students of this batch graduate'] })
  const chosen = await choose(tx, input.held_back ?? [], members, moving)
  if (input.to_batch_id) refuseJunior(batch, junior, chosen)
  const goingOn = moving.filter((member) => !chosen.includes(member))
  if (to === null) await graduateStudents(tx, caller, goingOn)
  const held = await holdBack(tx, caller, batch, chosen, junior)
  const graduateIds = goingOn.map(({ id }) => id)
  if (to === null) await endWaitsForGraduates(tx, caller, graduateIds)
  const promoted = await tx
    .updateTable('batches')
    .set({ ...(to === null ? { status: 'inactive' } : { current_year: to }), updated_at: new Date() })
    .where('id', '=', batch.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await trail.changed(tx, caller, batch, promoted, { action: 'promote' })
  await keepTurn(tx, caller, { batch, to, goingOn, held })
  return promoted
}
