import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { dayIn } from '../core/clock.ts'
import { hashPassword } from '../core/passwords.ts'
import { whileHolding } from '../db/held-lock.ts'
import type { Db, Tx } from '../db/types.ts'
import { makerOf } from '../documents/pdf/maker.ts'
import { caseMail } from '../features/reportings/mailing.ts'
import { responsesKeyBeside } from '../files/responses-key.ts'
import type { Services } from '../http/services.ts'
import type { Jobs } from '../jobs/kinds.ts'
import { fillDemo } from './fill.ts'

const MARK = 'demo'
/** The lock of the process that makes the demo. Any number that nobody else uses. */
export const DEMO_LOCK = 7_203_414
const ASKED_EVERY_MS = 500

/**
 * Makes sure the database holds the demo college: fills an empty one, refuses one that is not the demo's.
 * @throws Error with one line for people
 */
export async function prepareDemo(services: Demo, say: (line: string) => void): Promise<void> {
  const { db } = services
  for (let turn = 0; !(await isPrepared(db)); turn += 1) {
    const made = await whileHolding(db, DEMO_LOCK, { wait: false }, async () => {
      // Another process may have been done between the question and the lock.
      if (!(await isPrepared(db))) await makeDemo(services, say)
      return true
    })
    if (made) return
    if (turn === 0) say('Another process makes the demo college: waiting for it …')
    await sleep(ASKED_EVERY_MS)
  }
}

type Demo = Pick<Services, 'db' | 'files' | 'settings' | 'jobs'>

async function isPrepared(db: Db): Promise<boolean> {
  const marked = await db.selectFrom('secrets').select('name').where('name', '=', MARK).executeTakeFirst()
  return marked !== undefined
}

async function makeDemo({ db, files, settings, jobs }: Demo, say: (line: string) => void): Promise<void> {
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
