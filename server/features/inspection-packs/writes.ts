import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { InspectionPack, InspectionPackInput } from '../../../shared/contract/inspection-packs.ts'
import { PACK_KEPT_DAYS, PACKS_KEPT_MAX } from '../../../shared/limits.ts'
import type { Caller } from '../../core/caller.ts'
import { answering, conflict, HttpError } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'

import type { Db, Tx } from '../../db/types.ts'
import { readPack } from './reads.ts'

const trail = trailOf<InspectionPack, Record<string, unknown>>(
  'inspection_pack',
  ['batch', 'from', 'to', 'state', 'size', 'sha256', 'failure'],
  ({ batch, ...pack }) => ({ ...pack, batch: batch.name }),
)

const ONE_AT_A_TIME = 'An inspection pack is being made. Please wait until it is ready, or cancel it.'
const TOO_MANY = `${PACKS_KEPT_MAX} inspection packs are kept, as many as there may be. Please delete one first.`

/** Asks for a pack. @throws 409 while one is under way, and when as many are kept as there may be */
export async function createPack(
  tx: Tx,
  caller: Caller,
  { batch_id, from, to }: z.output<typeof InspectionPackInput>,
): Promise<InspectionPack> {
  const { id } = await answering({ inspection_packs_under_way: conflict(ONE_AT_A_TIME) }, () =>
    tx
      .insertInto('inspection_packs')
      .values({ batch_id, from_day: from, to_day: to, asked_by: caller.id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  // One is under way at most, so that no other is added beside this one.
  const { count } = await tx
    .selectFrom('inspection_packs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) > PACKS_KEPT_MAX) throw conflict(TOO_MANY)
  const made = await readPack(tx, caller, id)
  await trail.created(tx, caller, made)
  return made
}

/** Deletes a pack: what makes it finds it gone, and stops. @returns the key of its file, if it has one */
export async function deletePack(tx: Tx, caller: Caller, pack: InspectionPack): Promise<string | undefined> {
  const file = await tx
    .deleteFrom('inspection_pack_files')
    .where('pack_id', '=', pack.id)
    .returning('storage_key')
    .executeTakeFirst()
  await tx.deleteFrom('inspection_packs').where('id', '=', pack.id).execute()
  await trail.deleted(tx, caller, pack)
  return file?.storage_key
}

/** A pack that this process makes just now. Another process that takes it over has another run. */
export interface Run {
  id: number
  run: string
}

/** A pack was cancelled, or another process makes it by now. */
export class Abandoned extends HttpError {
  constructor() {
    super(409, 'The inspection pack was cancelled.')
  }
}

const ofRun = (db: Db, { id, run }: Run) =>
  db.updateTable('inspection_packs').where('id', '=', id).where('run', '=', run).where('state', '=', 'making')

/** Takes a pack that is under way, for this run alone: it begins from its beginning. Nothing where it is over or gone. */
export function claimPack(db: Db, id: number) {
  return db
    .updateTable('inspection_packs')
    .set({
      state: 'making',
      run: randomUUID(),
      tries: sql<number>`tries + 1`,
      files_done: 0,
      files_total: null,
      begun_at: sql<string>`now()`,
      touched_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'making'])
    .returning(['id', 'batch_id', 'from_day', 'to_day', 'asked_by', 'created_at', 'tries', sql<string>`run`.as('run')])
    .executeTakeFirst()
}

/** Tells how far a pack is. @throws Abandoned when it is not this run's any more */
export async function tellProgress(db: Db, run: Run, done: number, total: number): Promise<void> {
  const told = await ofRun(db, run)
    .set({ files_done: done, files_total: total, touched_at: sql<string>`now()` })
    .returning('id')
    .executeTakeFirst()
  if (!told) throw new Abandoned()
}

const over = (run: Run) => ({
  finished_at: sql<string>`now()`,
  kept_until: sql<string>`now() + make_interval(days => ${sql.lit(PACK_KEPT_DAYS)})`,
  touched_at: sql<string>`now()`,
  run: run.run,
})

/** A whole ZIP in the store. */
interface PackedFile {
  size: number
  sha256: Buffer
  storage_key: string
}

/** Gives a pack its file. @throws Abandoned when it is not this run's any more: the file is nobody's then */
export async function finishPack(tx: Tx, caller: Caller, run: Run, file: PackedFile, files: number): Promise<void> {
  const finished = await ofRun(tx, run)
    .set({ ...over(run), state: 'ready', files_done: files, files_total: files })
    .returning('id')
    .executeTakeFirst()
  if (!finished) throw new Abandoned()
  const { size, sha256, storage_key } = file
  await tx.insertInto('inspection_pack_files').values({ pack_id: run.id, size, sha256, storage_key }).execute()
  const made = await readPack(tx, caller, run.id)
  await trail.changed(tx, caller, { ...made, state: 'making', size: null, sha256: null }, made)
}

/** Ends a pack that can't be made, with the reason. */
export async function failPack(db: Db, run: Run, failure: string): Promise<void> {
  await ofRun(db, run)
    .set({ ...over(run), state: 'failed', failure })
    .execute()
}

/** Puts a pack back that is to be tried again. */
export async function putPackBack(db: Db, run: Run): Promise<void> {
  await ofRun(db, run).set({ state: 'waiting', files_done: 0, files_total: null, begun_at: null }).execute()
}

/** Ends packs of which nothing was heard for so long that nobody makes them any more. */
export async function failSilentPacks(db: Db, minutes: number): Promise<void> {
  await db
    .updateTable('inspection_packs')
    .set({
      state: 'failed',
      failure: 'It was cut off. Please ask for it again.',
      finished_at: sql<string>`now()`,
      kept_until: sql<string>`now() + make_interval(days => ${sql.lit(PACK_KEPT_DAYS)})`,
    })
    .where('state', 'in', ['waiting', 'making'])
    .where('touched_at', '<', sql<string>`now() - make_interval(mins => ${minutes})`)
    .execute()
}

/** Deletes packs whose time is over. @returns the keys of their files */
export async function deleteOldPacks(tx: Tx): Promise<string[]> {
  const old = sql<number>`(select id from inspection_packs where kept_until < now() for update)`
  const files = await tx
    .deleteFrom('inspection_pack_files')
    .where('pack_id', 'in', old)
    .returning('storage_key')
    .execute()
  await tx.deleteFrom('inspection_packs').where('kept_until', '<', sql<string>`now()`).execute()
  return files.map(({ storage_key }) => storage_key)
}
