import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../db/types.ts'

/** A named random key that all processes on one database share; made at the first asking. */
export async function sharedSecret(db: Db, name: string): Promise<Buffer> {
  const read = db.selectFrom('secrets').select('value').where('name', '=', name)
  const known = await read.executeTakeFirst()
  if (known) return known.value
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  // Another process may have been first.
  return (await read.executeTakeFirstOrThrow()).value
}

const sign = (secret: Buffer, nonce: string) => createHmac('sha256', secret).update(nonce).digest('base64url')

/** A random token that shows who made it: the page's `csrf-token`, a device's id. */
export function signedToken(secret: Buffer): string {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}.${sign(secret, nonce)}`
}

/** Whether the server signed this token. */
export function isSignedToken(secret: Buffer, token: string): boolean {
  const [nonce, signature, ...rest] = token.split('.')
  if (!nonce || !signature || rest.length > 0) return false
  const expected = Buffer.from(sign(secret, nonce))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
