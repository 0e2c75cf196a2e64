import { sql } from 'kysely'
import { hashPassword, readablePassword } from '../../core/passwords.ts'
import type { Db } from '../../db/types.ts'
import { type Settings, WrongSettings } from '../../settings.ts'
import { whyGuessable } from './passwords.rules.ts'

/** Any number; processes that start together on one empty database wait for each other here. */
const FIRST_ADMIN_LOCK = 7_001

const NAME = 'Administrator'

/**
 * Gives an empty database its first administrator; a random password is printed this once.
 * @throws WrongSettings when ADMIN_PASSWORD is one that is guessed early
 */
export async function ensureFirstAdmin(db: Db, settings: Settings, say: (line: string) => void): Promise<void> {
  const password = settings.ADMIN_PASSWORD ?? readablePassword()
  const anybody = () => db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (await anybody()) return
  const why =
    settings.ADMIN_PASSWORD &&
    (await whyGuessable(password, { name: NAME, email: settings.ADMIN_EMAIL }, settings.COLLEGE_NAME))
  if (why) throw new WrongSettings(`ADMIN_PASSWORD ${why}`)
  const passwordHash = await hashPassword(password)
  const created = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`.execute(tx)
    if (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return false
    const { id } = await tx
      .insertInto('users')
      .values({
        name: NAME,
        email: settings.ADMIN_EMAIL,
        password_hash: passwordHash,
        // A password from the settings was chosen by the person who set it; a printed one was seen on a console.
        must_change_password: settings.ADMIN_PASSWORD === undefined,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('user_roles')
      .columns(['user_id', 'role_id'])
      .expression(
        tx
          .selectFrom('roles')
          .select([sql.lit(id).as('user_id'), 'id'])
          .where('name', '=', 'admin'),
      )
      .execute()
    return true
  })
  if (!created) return
  say(`First administrator: ${settings.ADMIN_EMAIL}`)
  if (settings.ADMIN_PASSWORD === undefined) say(`Password, shown this once: ${password}`)
}
