import type * as z from 'zod/mini'
import type { Posting, PostingChange, PostingInput } from '../../../shared/contract/postings.ts'
import { POSTING_DAYS_MAX } from '../../../shared/limits.ts'
import { dayProblems } from '../../../shared/rotation.ts'
import type { Caller } from '../../core/caller.ts'
import { answering, invalid, refuseStale } from '../../core/errors.ts'
import { refuseForeign } from '../../core/scope.ts'
import { trailOf } from '../../core/trail.ts'
import type { Db, Tx } from '../../db/types.ts'
import { findGroup } from '../groups/reads.ts'
import { readPosting } from './reads.ts'

const NO_GROUP = invalid({ group_id: ['Group does not exist'] })

export const refusals = {
  postings_no_overlap: invalid({ first_day: ['This group has a posting on some of these days already'] }),
  postings_days_check: invalid({ last_day: ['Last day must be on or after the first day'] }),
  postings_length_check: invalid({ last_day: [`A posting lasts at most ${POSTING_DAYS_MAX} days`] }),
  postings_group_id_batch_id_fkey: NO_GROUP,
  postings_group_id_department_id_fkey: NO_GROUP,
}

/** Names in the place of ids. */
export const postingTrail = trailOf(
  'posting',
  ['group', 'batch', 'department', 'first_day', 'last_day', 'ward'],
  (posting: Posting) => ({
    ...posting,
    group: posting.group.name,
    batch: posting.batch.name,
    department: posting.department.name,
  }),
)

/** Returns the place of a group. A group that is not shown to the caller does not exist. */
export async function placeOf(db: Db, caller: Caller, groupId: number) {
  const group = await findGroup(db, caller, groupId)
  if (!group) throw NO_GROUP
  refuseForeign(caller, group.department_id, 'postings')
  return { group_id: group.id, batch_id: group.batch_id, department_id: group.department_id }
}

export async function createPosting(tx: Tx, caller: Caller, input: z.output<typeof PostingInput>): Promise<Posting> {
  const place = await placeOf(tx, caller, input.group_id)
  const { id } = await answering(refusals, () =>
    tx
      .insertInto('postings')
      .values({ ...input, ...place })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const created = await readPosting(tx, caller, id)
  await postingTrail.created(tx, caller, created)
  return created
}

/** Changes a posting; fields left out stay. */
export async function updatePosting(
  tx: Tx,
  caller: Caller,
  posting: Posting,
  { updated_at, ...change }: z.output<typeof PostingChange>,
): Promise<Posting> {
  refuseStale(posting, { updated_at })
  const { group_id = posting.group_id } = change
  const place = group_id === posting.group_id ? {} : await placeOf(tx, caller, group_id)
  const problems = dayProblems({ ...posting, ...change })
  if (Object.keys(problems).length > 0) throw invalid(problems)
  await answering(refusals, () =>
    tx
      .updateTable('postings')
      .set({ ...change, ...place, updated_at: new Date() })
      .where('id', '=', posting.id)
      .execute(),
  )
  const updated = await readPosting(tx, caller, posting.id)
  await postingTrail.changed(tx, caller, posting, updated)
  return updated
}

export async function deletePosting(tx: Tx, caller: Caller, posting: Posting): Promise<void> {
  await tx.deleteFrom('postings').where('id', '=', posting.id).execute()
  await postingTrail.deleted(tx, caller, posting)
}
