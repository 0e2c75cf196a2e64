import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod/mini'
import type { PastImport } from '../../../shared/contract/imports.ts'
import type { Schema } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, forbidden, found, HttpError } from '../../core/errors.ts'
import { allowMinutes } from '../../db/patience.ts'
import type { Tx } from '../../db/types.ts'
import { lockBatch } from '../batches/reads.ts'
import { deleteBatch } from '../batches/writes.ts'
import { lockDepartment } from '../departments/reads.ts'
import { deleteDepartment } from '../departments/writes.ts'
import { lockDesignation } from '../designations/reads.ts'
import { deleteDesignation } from '../designations/writes.ts'
import { lockGroup } from '../groups/reads.ts'
import { deleteGroup } from '../groups/writes.ts'
import { findMovedOn, lockGroupsOfLinks, type Moved } from '../memberships/links.reads.ts'
import { putBack } from '../memberships/put-back.writes.ts'
import {
  type Done,
  findChanged,
  findImport,
  findOtherPasswords,
  holdImports,
  listDone,
  listPresent,
} from './history.reads.ts'
import { markUndone } from './history.writes.ts'
import type { Job } from './jobs.ts'
import { factsOf } from './made.writes.ts'
import { Problems } from './problems.ts'
import type { SetJob } from './set-jobs.ts'

type MadeEntity = 'department' | 'designation' | 'batch' | 'group'

interface Removal {
  row: Done
  /** The record as it is now. */
  record: object
  remove: () => Promise<void>
}

/** Locks a record that was made for the rows, to delete it. @throws 404 when it is gone */
async function lockMade(tx: Tx, caller: Caller, row: Done): Promise<Removal> {
  const id = row.entity_id
  switch (row.entity as MadeEntity) {
    case 'department': {
      const record = await lockDepartment(tx, caller, id, 'deletion')
      return { row, record, remove: () => deleteDepartment(tx, caller, record) }
    }
    case 'designation': {
      const record = await lockDesignation(tx, caller, id, 'deletion')
      return { row, record, remove: () => deleteDesignation(tx, caller, record) }
    }
    case 'batch': {
      const record = await lockBatch(tx, caller, id, 'deletion')
      return { row, record, remove: () => deleteBatch(tx, caller, record) }
    }
    default: {
      const record = await lockGroup(tx, caller, id, 'deletion')
      return { row, record, remove: () => deleteGroup(tx, caller, record) }
    }
  }
}

/** Locks those of these records that are still there. */
async function lockAllMade(tx: Tx, caller: Caller, rows: readonly Done[]): Promise<Removal[]> {
  const removals: Removal[] = []
  for (const row of rows)
    try {
      removals.push(await lockMade(tx, caller, row))
    } catch (error) {
      // Somebody has deleted it, so there is nothing left to undo.
      if (!(error instanceof HttpError) || error.status !== 404) throw error
    }
  return removals
}

/**
 * Undoes an import whose rows were written in sets, all of it or nothing.
 * @throws 404 for an import of somebody else, 409 that names the lines where something depends on it
 */
export async function undoSets(tx: Tx, job: SetJob, caller: Caller, id: number): Promise<PastImport> {
  await allowMinutes(tx)
  await holdImports(tx)
  const past = found('Import', await findImport(tx, job.kind, caller, id))
  if (past.undone_at !== null) throw conflict(UNDONE)
  const problems = new Problems(tx)
  await job.undo(tx, await listDone(tx, id), problems)
  problems.refuse()
  await markUndone(tx, caller, id)
  return found('Import', await findImport(tx, job.kind, caller, id))
}

const UNDONE = 'This import was undone already.'

const ACTIONS = {
  department: 'departments:write',
  designation: 'designations:write',
  batch: 'batches:write',
  group: 'groups:write',
} as const

/** @throws 403 for a caller who may no longer make, and so delete, what was made for the rows */
function refuseUnmade(caller: Caller, made: readonly Done[]): void {
  for (const { entity, name } of made)
    if (!caller.may(ACTIONS[entity as MadeEntity]))
      throw forbidden(`You are not allowed to delete the ${entity} "${name}".`)
}

/** Finds which of the made records somebody has changed since: a batch that was promoted is no slip any more. */
function checkAsMade(removals: readonly Removal[], problems: Problems): void {
  for (const { row, record } of removals)
    if (row.before !== null && !isDeepStrictEqual(factsOf(record), row.before)) problems.add(row, 'was changed since')
}

/** Finds what has happened to the records since. Those that are gone need no undoing. */
async function checkUntouched(
  tx: Tx,
  { kind }: Pick<Job<Schema, Schema>, 'kind'>,
  rows: readonly Done[],
  moved: readonly Moved[],
  problems: Problems,
): Promise<Done[]> {
  const present = await listPresent(
    tx,
    kind,
    rows.map(({ entity_id }) => entity_id),
  )
  const there = rows.filter(({ entity_id }) => present.has(entity_id))
  const movedOn = await findMovedOn(
    tx,
    moved.filter(({ studentId }) => present.has(studentId)),
  )
  const withNow = there.map((row) => ({ row, now: present.get(row.entity_id) }))
  const [changed, otherPasswords] = [await findChanged(tx, withNow), await findOtherPasswords(tx, withNow)]
  for (const row of there) {
    const now = present.get(row.entity_id)
    const why = movedOn.get(row.entity_id)
    if (row.action === 'create' && now?.has_signed_in) problems.add(row, 'has signed in since')
    else if (changed.has(row)) problems.add(row, 'was changed since')
    else if (otherPasswords.has(row)) problems.add(row, 'has another password since')
    else if (row.action === 'create' && now?.has_other_role) problems.add(row, 'has another role since')
    else if (why !== undefined) problems.add(row, why)
  }
  return there
}

const isGroup = ({ entity }: Done) => entity === 'group'

/**
 * Undoes an import, all of it or nothing: who, or what, was added is deleted, who was changed gets the former values and
 * groups back, and what was made for the rows is deleted last. Each is done by the writer of its screen.
 * @returns the import, and the ids of the records that got their values back
 * @throws 404 for an import of somebody else, 409 that names the lines where something depends on it
 */
export async function undoImport<I extends Schema, C extends Schema>(
  tx: Tx,
  job: Job<I, C>,
  caller: Caller,
  id: number,
): Promise<{ undone: PastImport; restored: number[] }> {
  await allowMinutes(tx)
  await holdImports(tx)
  const past = found('Import', await findImport(tx, job.kind, caller, id))
  if (past.undone_at !== null) throw conflict(UNDONE)
  const all = await listDone(tx, id)
  const [made, written] = [all.filter(({ line }) => line === 0), all.filter(({ line }) => line > 0)]
  refuseUnmade(caller, made)

  const places = await lockAllMade(tx, caller, inLockOrder(made.filter((row) => !isGroup(row))))
  await job.lockForUndo(
    tx,
    written.map(({ entity_id }) => entity_id),
  )
  const madeGroups = made.filter(isGroup)
  const linked = written.flatMap(({ entity_id, action, links }) =>
    links ? [{ studentId: entity_id, links, isAdded: action === 'create' }] : [],
  )
  await lockGroupsOfLinks(
    tx,
    linked,
    madeGroups.map(({ entity_id }) => entity_id),
  )

  const problems = new Problems(tx)
  const there = await checkUntouched(tx, job, written, linked, problems)
  checkAsMade(places, problems)
  problems.refuse()

  // Backwards, as the steps were taken.
  const backwards = there.toReversed()
  for (const row of backwards.filter(({ action }) => action === 'create'))
    await problems.try(row, () => job.remove(tx, row.entity_id))
  const kept = new Set(there.map(({ entity_id }) => entity_id))
  await putBack(
    tx,
    caller,
    linked.filter(({ studentId, isAdded }) => !isAdded && kept.has(studentId)),
  )
  const changed = backwards.filter(({ action, after_at }) => action === 'update' && after_at !== null)
  for (const row of changed) {
    // The links bring the batch back.
    const { batch_id: _, ...before } = row.before ?? {}
    await problems.try(row, () => job.update(tx, row.entity_id, before as z.output<C>, undefined))
  }
  const groups = await lockAllMade(tx, caller, madeGroups)
  checkAsMade(groups, problems)
  for (const { row, remove } of [...groups, ...places.toReversed()]) await problems.try(row, remove)
  problems.refuse()

  await markUndone(tx, caller, id)
  return {
    undone: found('Import', await findImport(tx, job.kind, caller, id)),
    restored: changed.map(({ entity_id }) => entity_id),
  }
}

const LOCK_ORDER = ['department', 'designation', 'batch']
const inLockOrder = (rows: readonly Done[]) =>
  rows.toSorted((one, other) => LOCK_ORDER.indexOf(one.entity) - LOCK_ORDER.indexOf(other.entity))
