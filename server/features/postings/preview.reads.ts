import { sql } from 'kysely'
import type { PostingClash, PostingPreview } from '../../../shared/contract/postings.ts'
import type { Caller } from '../../core/caller.ts'
import type { Db } from '../../db/types.ts'
import { clashesOf } from './reads.ts'
import { placeOf } from './writes.ts'

/** Returns the clashes that a posting would have, beside all others but the one that it changes. */
export async function previewClashes(
  db: Db,
  caller: Caller,
  { posting_id = 0, group_id, first_day, last_day }: PostingPreview,
): Promise<PostingClash[]> {
  await placeOf(db, caller, group_id)
  const { rows } = await sql<{ clashes: PostingClash[] }>`
    select ${clashesOf(caller, {
      group_id: sql`groups.id`,
      first_day: sql`${first_day}::date`,
      last_day: sql`${last_day}::date`,
      others: sql`(select group_id, department_id, first_day, last_day from postings where id <> ${posting_id})`,
    })} as clashes
    from groups where groups.id = ${group_id}`.execute(db)
  return rows[0]?.clashes ?? []
}
