import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../db/types.ts'

/** Named random keys that all processes on one database share; made at the first asking. */
export async function sharedSecrets<Name extends string>(
  db: Db,
  names: readonly Name[],
): Promise<Record<Name, Buffer>> {
  const read = async () => {
    const rows = await db.selectFrom('secrets').select(['name', 'value']).where('name', 'in', names).execute()
    return Object.fromEntries(rows.map(({ name, value }) => [name, value])) as Record<Name, Buffer>
  }
  const known = await read()
  const missing = names.filter((name) => !Object.hasOwn(known, name))
  if (missing.length === 0) return known
  await db
    .insertInto('secrets')
    .values(missing.map((name) => ({ name, value: randomBytes(32) })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  // Another process may have been first.
  return read()
}

/** A single one, by its name. */
export const sharedSecret = async (db: Db, name: string): Promise<Buffer> =>
  (await sharedSecrets(db, [name]))[name] as Buffer

/** Signs a text: only a holder of the secret can. */
export const sign = (secret: Buffer, text: string) => createHmac('sha256', secret).update(text).digest('base64url')

/** True when this is the signature of the text. The time it takes does not tell how much of it is right. */
export function isSignature(secret: Buffer, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(secret, text))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** A random token that shows who made it: the page's `csrf-token`, a device's id. */
export function signedToken(secret: Buffer): string {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}.${sign(secret, nonce)}`
}

export function isSignedToken(secret: Buffer, token: string): boolean {
  const [nonce, signature, ...rest] = token.split('.')
  if (!nonce || !signature || rest.length > 0) return false
  return isSignature(secret, nonce, signature)
}
