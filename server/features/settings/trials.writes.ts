import { sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import { conflict } from '../../core/errors.ts'
import type { Db, Tx } from '../../db/types.ts'
import { CUT_OFF, isCutOff, lockChosen } from './reads.ts'

const HEARD_EVERY_MS = 30_000

/** Notes those that were cut off; @returns whether a test restore of a kind is under way */
async function isUnderWay(tx: Tx, kind: 'restore' | 'restore-copy'): Promise<boolean> {
  await tx
    .updateTable('setting_tests')
    .set({ finished_at: sql<string>`now()`, failure: CUT_OFF })
    .where('kind', '=', kind)
    .where(isCutOff)
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
  const begun = tx
    .insertInto('setting_tests')
    .values({ kind: 'restore-copy', heard_at: sql<string>`now()` })
    .returning('id')
  return (await begun.executeTakeFirstOrThrow()).id
}

/** Says that a restore on trial goes on; @returns false where it is over, as one that was cut off */
async function hearOf(db: Db, id: number): Promise<boolean> {
  const heard = db
    .updateTable('setting_tests')
    .set({ heard_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
  return (await heard.executeTakeFirst()).numUpdatedRows > 0n
}

/** Does the work of a restore on trial, and says meanwhile that it goes on; @returns undefined where it is over already */
export async function whileHeard<Result>(db: Db, id: number, work: () => Promise<Result>): Promise<Result | undefined> {
  if (!(await hearOf(db, id))) return undefined
  // A database that is away for a moment is told the next time.
  const timer = setInterval(() => hearOf(db, id).catch(() => undefined), HEARD_EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
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
