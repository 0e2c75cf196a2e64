import { sql } from 'kysely'
import type { RoomKind } from '../../../shared/contract/status.ts'
import type { Caller } from '../../core/caller.ts'
import { leaveTrail } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { listSpare, type SpareFile } from './room.reads.ts'

/** Files of one call: each is a rename, or a request to the bucket. */
const AT_ONCE = 1_000
/** Two who do it at once do it one after the other. Any number that nobody else uses. */
const ROOM_LOCK = 7_004

const ENTITIES = { withdrawn_cases: 'reporting', replaced_submissions: 'task_submission' } as const

/** Notes which files are set aside, with their names and SHA-256 in the trail of each record. @returns them */
export async function noteSetAside(tx: Tx, caller: Caller, kind: RoomKind): Promise<SpareFile[]> {
  await sql`select pg_advisory_xact_lock(${ROOM_LOCK})`.execute(tx)
  const files = await listSpare(tx, kind, AT_ONCE)
  if (files.length === 0) return files
  await tx
    .insertInto('set_aside_files')
    .values(files.map(({ storage_key }) => ({ file_key: storage_key })))
    .onConflict((known) => known.doNothing())
    .execute()
  await leaveTrail(
    tx,
    caller,
    [...Map.groupBy(files, ({ record_id }) => record_id)].map(([entityId, own]) => ({
      action: 'set-aside',
      entity: ENTITIES[kind],
      entityId,
      changes: { files: [own.map(({ name, sha256 }) => ({ name, sha256 })), null] },
    })),
  )
  return files
}
