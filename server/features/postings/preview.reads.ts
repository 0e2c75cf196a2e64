import { sql } from 'kysely'
import type { PostingClash, PostingPreview } from '../../../shared/contract/postings.ts'
import type { Caller } from '../../core/caller.ts'
import { invalid } from '../../core/errors.ts'
import type { Db } from '../../db/types.ts'
import { clashesOf, findPosting } from './reads.ts'
import { placeOf } from './writes.ts'

/**
 * Returns the clashes that a posting would have, beside all others but the one that it changes.
 * @throws 422 for a changed posting that is not there
 */
export async function previewClashes(
  db: Db,
  caller: Caller,
  { posting_id, group_id, first_day, last_day }: PostingPreview,
): Promise<PostingClash[]> {
  await placeOf(db, caller, group_id)
  if (posting_id !== undefined && !(await findPosting(db, caller, posting_id)))
    throw invalid({ posting_id: ['Posting does not exist'] })
  const { rows } = await sql<{ clashes: PostingClash[] }>`
    select ${clashesOf(caller, {
      group_id: sql`groups.id`,
      first_day: sql`${first_day}::date`,
      last_day: sql`${last_day}::date`,
      others: sql`(select group_id, department_id, first_day, last_day from postings where id <> ${posting_id ?? 0})`,
    })} as clashes
    from groups where groups.id = ${group_id}`.execute(db)
  return rows[0]?.clashes ?? []
}
