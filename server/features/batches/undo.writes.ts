import type * as z from 'zod/mini'
import type { Batch, TurnUndoInput } from '../../../shared/contract/batches.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, refuseStale } from '../../core/errors.ts'
import { leaveTrail, trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { lockAccounts } from '../accounts/reads.ts'
import { findMovedOn, lockGroupsOfLinks, type Moved } from '../memberships/links.reads.ts'
import { putBack } from '../memberships/put-back.writes.ts'
import { reopenStudents } from '../students/leaving.writes.ts'
import { setOwnYears } from '../students/own-year.writes.ts'
import { listMembers } from './promotion.reads.ts'
import { NAMED, whoIs } from './rules.ts'
import { findLastTurn, listTurned, lockTurned, type Turned } from './turns.reads.ts'
import { markUndone } from './turns.writes.ts'

const trail = trailOf<Batch>('batch', ['current_year', 'status'])

type LastTurn = NonNullable<Awaited<ReturnType<typeof findLastTurn>>>

/** @throws 409 when there is no turn of the last days, or the batch is no longer as it left it */
function refuseTurnedOn(batch: Batch, turn: LastTurn | undefined): LastTurn {
  if (!turn) throw conflict('This batch has no promotion that can be undone.')
  const stays =
    turn.to_year === null
      ? batch.status === 'inactive' && batch.current_year === turn.from_year
      : batch.current_year === turn.to_year
  if (!stays) throw conflict('Nothing was undone: the year or the status of this batch was changed since.')
  return turn
}

const movedOf = (turned: readonly Turned[]): Moved[] =>
  turned.flatMap(({ id, links }) => (links ? [{ studentId: id, links }] : []))

/** Returns true for a student whom the turn left with another year, status or batch than there is now. */
function isChanged(student: Turned, batch: Batch, movedOn: ReadonlyMap<number, string>): boolean {
  if (student.own_year !== student.own_year_after) return true
  if (student.fate === 'graduated' && student.status !== 'graduated') return true
  // A group of the new batch would have to be left, of which the turn knows nothing.
  return student.links ? movedOn.has(student.id) || student.has_group : student.batch_id !== batch.id
}

/** @throws 409 that names who was changed since, or has come to the batch and its year */
async function refuseChanged(tx: Tx, batch: Batch, turn: LastTurn, turned: readonly Turned[]): Promise<void> {
  const movedOn = await findMovedOn(tx, movedOf(turned))
  const wentOn = new Set(turned.filter(({ fate }) => fate === 'went_on').map(({ id }) => id))
  const came =
    turn.to_year === null
      ? []
      : (await listMembers(tx, batch.id)).filter(({ id, own_year }) => own_year === null && !wentOn.has(id))
  const changed = turned.filter((student) => isChanged(student, batch, movedOn))
  const known = new Set(changed.map(({ id }) => id))
  const names = [...changed, ...came.filter(({ id }) => !known.has(id))].map(whoIs)
  if (names.length === 0) return
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  throw conflict(`Nothing was undone. Changed since the promotion: ${names.slice(0, NAMED).join(', ')}${more}.`)
}

/** Gives those who were held back their own years and groups again. */
async function letGo(tx: Tx, caller: Caller, turned: readonly Turned[]): Promise<void> {
  const years = turned.filter(({ own_year_before, own_year_after }) => own_year_before !== own_year_after)
  await setOwnYears(
    tx,
    years.map(({ id, own_year_before: own_year }) => ({ id, own_year })),
  )
  await leaveTrail(
    tx,
    caller,
    years.map(({ id, own_year_before, own_year_after }) => ({
      action: 'update',
      entity: 'student' as const,
      entityId: id,
      changes: { current_year: [own_year_after, own_year_before] as [unknown, unknown] },
    })),
  )
  await putBack(tx, caller, movedOf(turned))
}

/**
 * Undoes the last year's turn of a batch, all of it or nothing, once for what was looked at.
 * @throws 409 where there is none, or something has changed since that would have to be guessed
 */
export async function undoTurn(
  tx: Tx,
  caller: Caller,
  batch: Batch,
  input: z.output<typeof TurnUndoInput>,
): Promise<Batch> {
  refuseStale(batch, input)
  const turn = refuseTurnedOn(batch, await findLastTurn(tx, batch.id))
  await lockTurned(tx, turn.id, batch.id)
  const locked = await listTurned(tx, turn.id)
  const graduates = locked.filter(({ fate }) => fate === 'graduated')
  await lockAccounts(
    tx,
    graduates.map(({ user_id }) => user_id),
  )
  await lockGroupsOfLinks(tx, movedOf(locked), [])
  const turned = await listTurned(tx, turn.id)
  await refuseChanged(tx, batch, turn, turned)

  await reopenStudents(tx, caller, graduates)
  await letGo(tx, caller, turned)
  const undone = await tx
    .updateTable('batches')
    .set({ current_year: turn.from_year, ...(turn.to_year === null && { status: 'active' }), updated_at: new Date() })
    .where('id', '=', batch.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await trail.changed(tx, caller, batch, undone, { action: 'undo-promotion' })
  await markUndone(tx, caller, turn.id)
  return undone
}
