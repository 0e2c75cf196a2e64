import type { Db } from '../../db/types.ts'

/** The person's choices; nothing is chosen until there is a row. */
export const findChoices = (db: Db, userId: number) =>
  db
    .selectFrom('notice_choices')
    .select(['digest_since', 'digested_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
