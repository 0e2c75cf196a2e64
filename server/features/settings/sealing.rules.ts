import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const FOR = Buffer.from('the mail password')

const keyOf = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', 'mail password', 32))

/** Seals the password of the mail server with the key that all processes on the database share. */
export function sealPassword(password: string, secret: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(secret), iv, { authTagLength: TAG_BYTES }).setAAD(FOR)
  const sealed = Buffer.concat([cipher.update(password), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** @returns nothing where it was sealed with another key */
export function openPassword(sealed: Buffer, secret: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(secret), sealed.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(FOR)
      .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const opened = [decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]
    return Buffer.concat(opened).toString()
  } catch {
    return undefined
  }
}
