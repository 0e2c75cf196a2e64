import { sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import { conflict } from '../../core/errors.ts'
import type { Tx } from '../../db/types.ts'
import { lockChosen } from './reads.ts'

/** Test restores that are not over within this time were cut off. */
const LONGEST = sql`interval '6 hours'`

/** Notes those that were cut off; @returns whether a test restore of a kind is under way */
async function isUnderWay(tx: Tx, kind: 'restore' | 'restore-copy'): Promise<boolean> {
  await tx
    .updateTable('setting_tests')
    .set({ finished_at: sql<string>`now()`, failure: 'It was cut off.' })
    .where('kind', '=', kind)
    .where('finished_at', 'is', null)
    .where('begun_at', '<=', sql<string>`now() - ${LONGEST}`)
    .execute()
  const open = tx.selectFrom('setting_tests').select('id').where('kind', '=', kind).where('finished_at', 'is', null)
  return (await open.executeTakeFirst()) !== undefined
}

/** Notes a test restore that begins. @throws 409 while one is under way */
export async function beginRestoreTest(tx: Tx, caller: Caller): Promise<number> {
  // Two that come together wait for each other here.
  await lockChosen(tx)
  if (await isUnderWay(tx, 'restore')) throw conflict('A test restore is under way. Please wait for its result.')
  const begun = tx.insertInto('setting_tests').values({ kind: 'restore', user_id: caller.id }).returning('id')
  return (await begun.executeTakeFirstOrThrow()).id
}

/**
 * Notes a restore on trial from the bucket, where one is due: a month after the last that went well, and a day after one
 * that did not.
 * @returns its id; undefined where none is due
 */
export async function claimCopyTrial(tx: Tx): Promise<number | undefined> {
  await lockChosen(tx)
  if (await isUnderWay(tx, 'restore-copy')) return undefined
  const recent = await tx
    .selectFrom('setting_tests')
    .select('id')
    .where('kind', '=', 'restore-copy')
    .where(({ and, eb, or }) =>
      or([
        eb('begun_at', '>', sql<string>`now() - interval '1 day'`),
        and([
          eb('failure', 'is', null),
          eb('finished_at', 'is not', null),
          eb('begun_at', '>', sql<string>`now() - interval '30 days'`),
        ]),
      ]),
    )
    .executeTakeFirst()
  if (recent) return undefined
  const begun = tx.insertInto('setting_tests').values({ kind: 'restore-copy' }).returning('id')
  return (await begun.executeTakeFirstOrThrow()).id
}

/** Forgets a restore on trial that the stop of the server has ended: the next start begins it anew. */
export const forgetCopyTrial = (tx: Tx, id: number) =>
  tx.deleteFrom('setting_tests').where('id', '=', id).where('finished_at', 'is', null).execute()

export type RestoreResult =
  | { taken_at: string; tables: number; rows: number; files: number; bytes: number }
  | { failure: string }

export async function finishRestoreTest(tx: Tx, id: number, result: RestoreResult): Promise<void> {
  await tx
    .updateTable('setting_tests')
    .set({ ...result, finished_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
}
