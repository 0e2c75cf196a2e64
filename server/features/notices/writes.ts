import { sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import { invalid } from '../../core/errors.ts'
import type { Tx } from '../../db/types.ts'
import { NO_MAIL } from '../../jobs/kinds.ts'

/** Begins the person's weekly mail, the first on the next Monday. One that was begun before goes on. */
async function beginDigest(tx: Tx, userId: number): Promise<void> {
  await tx
    .insertInto('notice_choices')
    .values({ user_id: userId, digest_since: sql<string>`now()` })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ digest_since: sql<string>`coalesce(notice_choices.digest_since, excluded.digest_since)` }),
    )
    .execute()
}

/** Ends the person's weekly mail; when the last one went out stays known, so that no Monday brings two. */
export async function endDigest(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('notice_choices').set({ digest_since: null }).where('user_id', '=', userId).execute()
}

/** @throws 422 when a mail is begun where there is no mail server, or for an account without an email */
export async function saveDigest(
  tx: Tx,
  caller: Caller,
  {
    isWanted,
    wasWanted,
    hasMail,
    email,
  }: { isWanted: boolean; wasWanted: boolean; hasMail: boolean; email: string | null },
): Promise<void> {
  if (!isWanted) return endDigest(tx, caller.id)
  if (!wasWanted && !hasMail) throw invalid({ weekly_mail: [NO_MAIL] })
  if (!wasWanted && email === null) throw invalid({ weekly_mail: ['Your account has no email. Add one first.'] })
  await beginDigest(tx, caller.id)
}

/** The weekly mails that are begun in an hour: what many colleges' mail servers take beside other mails. */
export const DIGESTS_AN_HOUR = 500

/**
 * Takes the people who are due a weekly mail, each for one transaction alone and once a week. The round before may have
 * been less than an hour ago, as a start begins one too: what it took counts.
 */
export async function takeDigests(tx: Tx, morning: Date, now: Date): Promise<{ user_id: number }[]> {
  const taken = sql`(select count(*) from notice_choices where digested_at > ${now}::timestamptz - interval '1 hour')`
  const { rows } = await sql<{ user_id: number }>`
    with due as (
      select user_id from notice_choices
      where digest_since < ${morning} and (digested_at is null or digested_at < ${morning})
      order by user_id limit greatest(0, ${sql.lit(DIGESTS_AN_HOUR)} - ${taken}) for no key update skip locked)
    update notice_choices set digested_at = ${now}
    from due
    where notice_choices.user_id = due.user_id
    returning notice_choices.user_id`.execute(tx)
  return rows
}
