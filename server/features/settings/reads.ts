import { sql } from 'kysely'
import type { RestoreTest } from '../../../shared/contract/backup-copies.ts'
import type { MailSecurity } from '../../../shared/contract/settings.ts'
import type { Db } from '../../db/types.ts'

/** Selects what is chosen on the screen: null is the default. The password is sealed. */
const query = (db: Db) =>
  db
    .selectFrom('college_settings')
    .select([
      'id',
      'college_name',
      'attendance_minimum',
      'signatories',
      'mail_host',
      'mail_port',
      sql<MailSecurity | null>`mail_security`.as('mail_security'),
      'mail_user',
      'mail_password',
      'mail_from',
      'public_url',
      'backup_dir',
      sql<string | null>`to_char(backup_at, 'HH24:MI')`.as('backup_at'),
      'backup_keep',
      'alert_mail',
      'alert_webhook',
      'heartbeat_url',
      'backup_recipient',
      'backup_key_at',
      'updated_at',
    ])
    .where('id', '=', 1)

export const readChosen = (db: Db) => query(db).executeTakeFirstOrThrow()
export const lockChosen = (db: Db) => query(db).forUpdate().executeTakeFirstOrThrow()
export type Chosen = Awaited<ReturnType<typeof readChosen>>

/**
 * True of a restore on trial that was cut off: it is silent, though it says every half minute that it goes on, or it has
 * waited for its turn all the time that one may take.
 */
export const isCutOff = sql<boolean>`(kind <> 'mail' and finished_at is null
  and coalesce(heard_at + interval '2 minutes', begun_at + interval '6 hours') <= now())`
export const CUT_OFF = 'It was cut off.'

/** The last restore on trial, under way or over: of the newest backup in the directory, or of the copy in the bucket. */
export async function findLastRestore(
  db: Db,
  kind: 'restore' | 'restore-copy' = 'restore',
): Promise<RestoreTest | null> {
  const last = await db
    .selectFrom('setting_tests')
    .select(['begun_at', 'taken_at', 'tables', 'rows', 'files', 'bytes'])
    .select([
      sql<string | null>`case when ${isCutOff} then coalesce(heard_at, begun_at) else finished_at end`.as(
        'finished_at',
      ),
      sql<string | null>`case when ${isCutOff} then ${CUT_OFF} else failure end`.as('failure'),
    ])
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? null
}

/** The logo, in the one row that there may be. */
export const findLogo = (db: Db) => db.selectFrom('college_logos').selectAll().executeTakeFirst()
