import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { LogEntry } from '../../../shared/contract/log-entries.ts'
import {
  CODE_AHEAD_DAYS,
  CODES_AHEAD_MAX,
  CODES_AN_HOUR_MAX,
  CODES_STANDING_MAX,
  LOG_ENTRIES_MAX,
} from '../../../shared/limits.ts'
import { studentMay } from '../../../shared/policies/log-entries.ts'
import type { Caller } from '../../core/caller.ts'
import { HttpError, notFound, refuseUnless, unavailable } from '../../core/errors.ts'
import type { Db, Tx } from '../../db/types.ts'
import { codeEnd, countCodes, entriesOfCode, findCode, type StandingCode, WRONG_CODE_MINUTES } from './codes.reads.ts'

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** Returns true for the secret that came with this code. */
export const isSecretOf = ({ secret_hash }: StandingCode, secret: string): boolean =>
  secret_hash !== null && timingSafeEqual(secret_hash, hashOf(secret))

interface NewCode {
  student_id: number
  expires_at: Date
  secret_hash: Buffer | null
}

/** Makes a code that no other one that stands has: six digits are few, so a drawn one may be taken. */
async function makeCode(tx: Tx, made: NewCode): Promise<{ id: number; code: string; expires_at: string }> {
  for (let tries = 0; tries < 20; tries += 1) {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await tx
      .deleteFrom('log_codes')
      .where('code', '=', code)
      .where('used_at', 'is', null)
      .where('expires_at', '<=', sql<string>`now()`)
      .execute()
    const row = await tx
      .insertInto('log_codes')
      .values({ ...made, code })
      .onConflict((clash) => clash.column('code').where('used_at', 'is', null).doNothing())
      .returning(['id', 'expires_at'])
      .executeTakeFirst()
    if (row) return { id: row.id, code, expires_at: row.expires_at }
  }
  throw unavailable()
}

async function refuseManyCodes(tx: Tx, studentId: number): Promise<void> {
  if ((await countCodes(tx, studentId)) >= CODES_AN_HOUR_MAX)
    throw new HttpError(429, `At most ${CODES_AN_HOUR_MAX} codes an hour. Please try again later.`)
}

/** Makes a code for entries of the calling student, which wait for a signature. @throws 404, 409 */
export async function makeCodeFor(tx: Tx, entries: readonly LogEntry[], wanted: readonly number[]) {
  const [first] = entries
  if (!first || new Set(wanted).size !== entries.length) throw notFound('Log entry')
  for (const { status } of entries) refuseUnless(studentMay.showCode, status)
  await refuseManyCodes(tx, first.student_id)
  const made = await makeCode(tx, { student_id: first.student_id, expires_at: codeEnd(), secret_hash: null })
  await bindEntries(
    tx,
    made.id,
    entries.map(({ id }) => id),
  )
  return made
}

/**
 * Makes codes for a device without network, in the place of a student's oldest ones. Their secrets are told once, and
 * kept as hashes.
 */
export async function makeCodesAhead(tx: Tx, studentId: number) {
  await refuseManyCodes(tx, studentId)
  const codes: { code: string; secret: string; expires_at: string }[] = []
  for (let at = 0; at < CODES_AHEAD_MAX; at += 1) {
    const secret = randomBytes(16).toString('base64url')
    const expires_at = new Date(Date.now() + CODE_AHEAD_DAYS * 86_400_000)
    const made = await makeCode(tx, { student_id: studentId, expires_at, secret_hash: hashOf(secret) })
    codes.push({ code: made.code, secret, expires_at: made.expires_at })
  }
  await sql`update log_codes set expires_at = now() where id in (select id from log_codes
    where student_id = ${studentId} and secret_hash is not null and used_at is null and expires_at > now()
    order by id desc offset ${CODES_STANDING_MAX})`.execute(tx)
  return codes
}

export async function bindEntries(tx: Tx, codeId: number, entryIds: readonly number[]): Promise<void> {
  if (entryIds.length === 0) return
  await tx
    .insertInto('log_code_entries')
    .values(entryIds.map((entry_id) => ({ code_id: codeId, entry_id })))
    .onConflict((clash) => clash.doNothing())
    .execute()
}

/**
 * Puts entries that a device has logged without network under the code that it has shown. A code that is used or over, or
 * would stand for more than can be signed at once, is passed by: the entries are logged all the same.
 */
export async function bindAhead(tx: Tx, studentId: number, code: string, entries: readonly LogEntry[]): Promise<void> {
  const found = await findCode(tx, code)
  if (found?.student_id !== studentId || found.secret_hash === null) return
  const waiting = entries.filter(({ status }) => studentMay.showCode[status] === true).map(({ id }) => id)
  const bound = new Set([...(await entriesOfCode(tx, found.id)), ...waiting])
  if (bound.size <= LOG_ENTRIES_MAX) await bindEntries(tx, found.id, waiting)
}

/** Ends the codes of an entry that has changed: whoever has looked at it by code looks again. */
export const forgetCodesOf = (tx: Tx, entryId: number) =>
  tx
    .updateTable('log_codes')
    .set({ expires_at: sql<string>`now()` })
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .where('id', 'in', (eb) => eb.selectFrom('log_code_entries').select('code_id').where('entry_id', '=', entryId))
    .execute()

export const endCode = (tx: Tx, caller: Caller, { id }: StandingCode) =>
  tx.updateTable('log_codes').set({ used_at: new Date(), used_by: caller.id }).where('id', '=', id).execute()

export const noteWrongCode = (tx: Tx, userId: number) =>
  tx.insertInto('wrong_log_codes').values({ user_id: userId }).execute()

/** Removes codes that ended a day ago, and wrong codes that are forgotten. */
export async function sweepCodes(db: Db): Promise<void> {
  await db.deleteFrom('log_codes').where('expires_at', '<', sql<string>`now() - interval '1 day'`).execute()
  await db
    .deleteFrom('wrong_log_codes')
    .where('tried_at', '<', sql<string>`now() - make_interval(mins => ${WRONG_CODE_MINUTES})`)
    .execute()
}
