import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { PATIENT, takingTurnsByCollege, type Who } from './turns.ts'

const derive = promisify(argon2)

/** OWASP's parameters for Argon2id: 19 MiB, 2 passes, 1 lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32

/**
 * Two at once, and few waiting: a burst of sign-ins must not take the thread pool and the memory from everybody else,
 * and nobody is served by an answer that comes when its caller has gone.
 */
const inTurn = takingTurnsByCollege({ atOnce: 2, places: 20 })

/** The passwords that are being hashed in this process, and those that wait. */
export const hashing = { now: inTurn.now }

/** Hashes a password with Argon2id into a PHC string. @throws 503 when too many wait already */
export async function hashPassword(password: string, who: Who = PATIENT): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await inTurn(who, () => derive('argon2id', { ...COST, message: password, nonce, tagLength: TAG_BYTES }))
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${text(nonce)}$${text(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

/** True when `password` is the one that `hash` (a PHC string) was made from. @throws 503 when too many wait already */
export async function verifyPassword(password: string, hash: string, who: Who = PATIENT): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = PHC.exec(hash) ?? []
  if (!nonce || !tag) return false
  const expected = Buffer.from(tag, 'base64')
  const actual = await inTurn(who, () =>
    derive('argon2id', {
      message: password,
      nonce: Buffer.from(nonce, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    }),
  )
  return timingSafeEqual(actual, expected)
}

/** A well-formed hash that no password has. */
const DECOY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Takes the time of a real check, so that an unknown email can't be told from a wrong password. */
export async function verifyNothing(password: string, who?: Who): Promise<false> {
  await verifyPassword(password, DECOY, who)
  return false
}

const READABLE = { upper: 'ABCDEFGHJKLMNPQRSTUVWXYZ', lower: 'abcdefghijkmnpqrstuvwxyz', digit: '23456789' }

/** A random password that can be read aloud and typed: four groups of three, as `Kfw-p7m-2Rt-xq9`, ≈ 67 bits. */
export function readablePassword(): string {
  const pick = (letters: string) => letters.charAt(randomInt(letters.length))
  const all = READABLE.upper + READABLE.lower + READABLE.digit
  const letters = [pick(READABLE.upper), pick(READABLE.lower), pick(READABLE.digit)]
  while (letters.length < 12) letters.splice(randomInt(letters.length + 1), 0, pick(all))
  return letters.join('').replace(/(...)(?=.)/g, '$1-')
}

export interface InitialPassword {
  password: string
  hash: string
}

/**
 * Makes `count` initial passwords, two at a time and in turn with those who sign in meanwhile, without a place of theirs.
 * `onMade` is told how many are done; an abort of `signal` ends the work with its reason.
 */
export async function initialPasswords(
  count: number,
  { onMade, signal }: { onMade?: (done: number) => void; signal?: AbortSignal } = {},
): Promise<InitialPassword[]> {
  const made: InitialPassword[] = []
  while (made.length < count) {
    signal?.throwIfAborted()
    const texts = Array.from({ length: Math.min(2, count - made.length) }, readablePassword)
    made.push(...(await Promise.all(texts.map(async (password) => ({ password, hash: await hashPassword(password) })))))
    onMade?.(made.length)
  }
  return made
}

/** Makes an initial password. @throws 503 when too many wait already */
export async function initialPassword(): Promise<InitialPassword> {
  const password = readablePassword()
  return { password, hash: await hashPassword(password, 'one new account') }
}
