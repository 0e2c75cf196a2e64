import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { hashOf } from '../../core/login.ts'

/** The codes on each side of the present one that are taken too: clocks differ, and typing takes time. */
const DRIFT = 1
const SECRET_BYTES = 20
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** The secrets' own key, made of the one that lies beside the files: neither opens what the other sealed. */
export const factorKeyOf = (responsesKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', responsesKey, '', 'second factors', 32))

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES)

const bytesOf = (secret: Buffer) => new Secret({ buffer: Uint8Array.from(secret).buffer })

/** Returns the secret as an authenticator app reads it: as letters to type, and as an address to scan. */
export const toldSecret = (secret: Buffer, names: { issuer: string; label: string }) => ({
  secret: bytesOf(secret).base32,
  uri: new TOTP({ ...names, secret: bytesOf(secret) }).toString(),
})

/** Opens for the same person, with the same key, only. */
export function sealSecret(secret: Buffer, userId: number, key: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(`${userId}`))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** @returns nothing where it was sealed with another key or for somebody else */
export function openSecret(sealed: Buffer, userId: number, key: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(`${userId}`))
      .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

/** The last step that a code can be of now. A later one was noted while the clock ran ahead, and holds nobody up. */
export const latestStep = (now = Date.now()): number => TOTP.counter({ timestamp: now }) + 2 * DRIFT

/** The step of time that a code is of, if it is a right one and of none that was used or passed over. */
export function stepOf(secret: Buffer, code: string, lastStep: number | null, now = Date.now()): number | undefined {
  const delta = TOTP.validate({ token: code, secret: bytesOf(secret), window: DRIFT, timestamp: now })
  if (delta === null) return undefined
  const step = TOTP.counter({ timestamp: now }) + delta
  return lastStep !== null && lastStep <= latestStep(now) && step <= lastStep ? undefined : step
}

const RECOVERY_CODES = 10
/** Letters and digits that are not read as others; 16 of 32 are 80 bits, so that a plain hash hides a code. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const CODE_LETTERS = 16

function recoveryCode(): string {
  const letters = [...randomBytes(CODE_LETTERS)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
  return letters.replace(/(....)(?=.)/g, '$1-')
}

export const recoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, recoveryCode)

/** A code as it was typed, without what people put between its letters. */
const plain = (code: string) => code.toLowerCase().replace(/[\s-]/g, '')

export const isAppCode = (code: string) => /^\d{6}$/.test(plain(code))
export const appCodeOf = plain

/** Returns the stored hash of a recovery code. Letters that a code never has are read as those that they look like. */
export const recoveryHashOf = (code: string) => hashOf(plain(code).replaceAll('o', '0').replace(/[il]/g, '1'))
