import { sharedSecret, sign } from '../../core/secrets.ts'
import type { Db } from '../../db/types.ts'

/** The key with which a receiver checks that a message to this address is of this installation, as receivers write it. */
export async function webhookSecret(db: Db, url: string): Promise<string> {
  const key = Buffer.from(sign(await sharedSecret(db, 'alerts'), url), 'base64url')
  return `whsec_${key.toString('base64')}`
}
