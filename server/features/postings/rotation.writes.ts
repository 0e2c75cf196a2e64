import type { Posting, RotationInput } from '../../../shared/contract/postings.ts'
import type { Caller } from '../../core/caller.ts'
import { answering, invalid } from '../../core/errors.ts'
import type { Tx } from '../../db/types.ts'
import { readPostingsByIds } from './reads.ts'
import { planRotation } from './rotation.reads.ts'
import { postingTrail, refusals } from './writes.ts'

/** The most reasons that a refusal names. */
const REASONS_MAX = 10

/** Makes all postings of a rotation, or none. @throws 422 with what is in the way */
export async function createRotation(tx: Tx, caller: Caller, input: RotationInput): Promise<Posting[]> {
  const planned = await planRotation(tx, caller, input)
  const problems = planned.flatMap(({ problem, name }) => (problem === null ? [] : [`${name}: ${problem}`]))
  if (problems.length > 0) throw invalid({ group_ids: [...new Set(problems)].slice(0, REASONS_MAX) })
  const { batch_id } = await tx
    .selectFrom('groups')
    .select('batch_id')
    .where('id', '=', input.group_ids[0] ?? 0)
    .executeTakeFirstOrThrow()
  const made = await answering(refusals, () =>
    tx
      .insertInto('postings')
      .values(
        planned.map(({ group_id, department, first_day, last_day }) => ({
          group_id: group_id ?? 0,
          batch_id,
          department_id: department.id,
          first_day,
          last_day,
        })),
      )
      .returning('id')
      .execute(),
  )
  const postings = await readPostingsByIds(
    tx,
    caller,
    made.map(({ id }) => id),
  )
  await postingTrail.createdAll(tx, caller, postings)
  return postings
}
