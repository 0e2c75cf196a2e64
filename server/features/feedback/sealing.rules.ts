import { createCipheriv, createDecipheriv, randomBytes, randomInt } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Answer } from '../../../shared/feedback/question-types.ts'

/** The key that responses are sealed with, and the warning when some can't be opened any more. */
export interface Sealing {
  key: Buffer
  warn(line: string): void
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const LENGTH_BYTES = 4

/** Some 8,000 letters fit into it, being packed. */
const SIZE_LEAST = 4096

/** Answers as they are sealed: packed, so that long texts fit into the same size as short ones. */
export const pack = (answers: Record<string, Answer>): Buffer => deflateRawSync(JSON.stringify(answers))

export const unpack = (packed: Buffer): string => inflateRawSync(packed).toString('utf8')

/**
 * The size that a response is sealed in: a power of two, of at least four kilobytes, or of what was sent, if that is less.
 * A browser pads what it sends to more, so that one rating takes as much room as a full page.
 */
export function sizeOf(packed: Buffer, sent: number): number {
  const least = Math.max(packed.length + LENGTH_BYTES, Math.min(SIZE_LEAST, sent))
  return 2 ** Math.ceil(Math.log2(least))
}

/** Opens with the same key, and for the same survey, only. */
export function seal(packed: Buffer, size: number, surveyId: number, key: Buffer): Buffer {
  const padded = Buffer.alloc(size)
  padded.writeUInt32BE(packed.length)
  packed.copy(padded, LENGTH_BYTES)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(`${surveyId}`))
  const secret = Buffer.concat([cipher.update(padded), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), secret])
}

/** @returns nothing when it was sealed with another key, or changed */
export function unseal(sealed: Buffer, surveyId: number, key: Buffer): Buffer | undefined {
  try {
    const iv = sealed.subarray(0, IV_BYTES)
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(`${surveyId}`))
      .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const padded = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    return padded.subarray(LENGTH_BYTES, LENGTH_BYTES + padded.readUInt32BE())
  } catch {
    return undefined
  }
}

/** Returns the list in an order that nobody can know or foresee. */
export function shuffled<T>(list: readonly T[]): T[] {
  const all = [...list]
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1)
    const moved = all[last] as T
    all[last] = all[other] as T
    all[other] = moved
  }
  return all
}
