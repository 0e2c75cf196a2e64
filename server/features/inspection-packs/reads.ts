import { sql } from 'kysely'
import type { InspectionPack } from '../../../shared/contract/inspection-packs.ts'
import type { Caller } from '../../core/caller.ts'
import { listing } from '../../core/listing.ts'
import { within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { placeOf } from '../../documents/packs/part.ts'

/** A pack tells of every department: only people who see the whole college are shown one. */
const visible = (db: Db, caller: Caller) => db.selectFrom('inspection_packs').where(within(caller, {}))

/** The seconds that are left at the pace so far. */
const SECONDS_LEFT = sql<number | null>`case when inspection_packs.state = 'making' and files_done > 0
  then ceil(extract(epoch from now() - begun_at) * (files_total - files_done) / files_done)::int end`

const withDetails = (kept: ReturnType<typeof visible>) =>
  kept
    .innerJoin('batches', 'batches.id', 'inspection_packs.batch_id')
    .innerJoin('users', 'users.id', 'inspection_packs.asked_by')
    .leftJoin('inspection_pack_files as file', 'file.pack_id', 'inspection_packs.id')
    .select([
      'inspection_packs.id',
      'inspection_packs.from_day as from',
      'inspection_packs.to_day as to',
      'inspection_packs.state',
      'inspection_packs.files_done',
      'inspection_packs.files_total',
      'inspection_packs.begun_at',
      SECONDS_LEFT.as('seconds_left'),
      'inspection_packs.finished_at',
      'inspection_packs.failure',
      'inspection_packs.kept_until',
      'inspection_packs.created_at',
      'batches.id as batch_id',
      'batches.name as batch_name',
      'users.id as user_id',
      'users.name as user_name',
      'file.size',
      'file.sha256',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

const withRefs = ({ batch_id, batch_name, user_id, user_name, sha256, state, ...row }: Row): InspectionPack => ({
  ...row,
  state: state as InspectionPack['state'],
  batch: { id: batch_id, name: batch_name },
  asked_by: { id: user_id, name: user_name },
  sha256: sha256 === null ? null : sha256.toString('hex'),
})

/** Packs, the newest first. */
export const {
  page: listPacks,
  read: readPack,
  lock: lockPack,
} = listing({
  table: 'inspection_packs',
  noun: 'Inspection pack',
  kept: visible,
  details: withDetails,
  order: (query) => query.orderBy('inspection_packs.id', 'desc'),
  row: withRefs,
})

/** The file of a pack as it is sent; nothing before it is whole. */
export async function findFile(db: Db, { id, batch, from, to }: InspectionPack) {
  const kept = await db
    .selectFrom('inspection_pack_files')
    .select(['size', 'sha256', 'storage_key'])
    .where('pack_id', '=', id)
    .executeTakeFirst()
  return (
    kept && {
      ...kept,
      name: `inspection-pack-${placeOf(batch.name, batch.id)}-${from}-${to}.zip`,
      type: 'application/zip',
    }
  )
}
