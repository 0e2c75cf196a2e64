import { open } from 'node:fs/promises'
import { sql } from 'kysely'
import { dayIn } from '../core/clock.ts'
import { hashPassword } from '../core/passwords.ts'
import type { Tx } from '../db/types.ts'
import { makerOf } from '../documents/pdf/maker.ts'
import { caseMail } from '../features/reportings/mailing.ts'
import { responsesKeyBeside } from '../files/responses-key.ts'
import type { Services } from '../http/services.ts'
import type { Jobs } from '../jobs/kinds.ts'
import { fillDemo } from './fill.ts'

const MARK = 'demo'

/**
 * Makes sure the database holds the demo college: fills an empty one, refuses one that is not the demo's.
 * @throws Error with one line for people
 */
export async function prepareDemo(
  { db, files, settings, jobs }: Pick<Services, 'db' | 'files' | 'settings' | 'jobs'>,
  say: (line: string) => void,
): Promise<void> {
  const marked = await db.selectFrom('secrets').select('name').where('name', '=', MARK).executeTakeFirst()
  if (marked) return
  const somebody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (somebody) throw new Error('this database is not the demo college’s; set DATA_DIR or DATABASE_URL to an empty one')

  const putFile = async (bytes: Buffer) => {
    const path = await files.temporaryPath()
    const target = await open(path, 'wx', 0o600)
    await target.writeFile(bytes)
    await target.sync()
    await target.close()
    return files.keep(path)
  }
  say('Making the demo college …')
  const responsesKey = await responsesKeyBeside(files, db).open()
  await db.transaction().execute(async (tx) => {
    // A slow machine makes up the rows of a year for longer than a request may keep a transaction idle.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    const maker = { ...makerOf({ settings }), address: settings, host: `127.0.0.1:${settings.PORT}` }
    await fillDemo(tx, { today: dayIn(maker.timezone), hashPassword, putFile, responsesKey, maker, say })
    await tellAnAssignee(tx, jobs)
    await tx
      .insertInto('secrets')
      .values({ name: MARK, value: Buffer.from('1') })
      .execute()
  })
}

/** A mail that is tried once: the demo has no mail server, so that the status page shows a mail that was not sent. */
async function tellAnAssignee(tx: Tx, jobs: Jobs): Promise<void> {
  const { id, assigned_to } = await tx
    .selectFrom('reportings')
    .select(['id', 'assigned_to'])
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await jobs.add(tx, { ...caseMail, retries: { ...caseMail.retries, times: 0 } }, [{ id, staff_id: assigned_to }])
}
