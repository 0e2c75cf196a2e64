import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '../../shared/endpoint.ts'
import { AlreadyAnswered, conflict, malformed, unavailable } from '../core/errors.ts'
import type { Db, Tx } from '../db/types.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The state of a call with an Idempotency-Key, which is done once. */
    once: Once | null
  }
}

/** The earliest time of a first answer that is still kept. */
const LASTS = sql<string>`now() - interval '24 hours'`
const KEY = /^[\x21-\x7e]{1,200}$/
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** The refusal of a key that came before with something else. */
export const keyTaken = () => conflict('This Idempotency-Key was used for another request.')

function encrypt(key: Buffer, text: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv)
  const secret = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), secret])
}

function decrypt(key: Buffer, stored: Buffer): string {
  const decipher = createDecipheriv(CIPHER, key, stored.subarray(0, IV_BYTES))
  decipher.setAuthTag(stored.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(stored.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}

/**
 * A call that is carried out once, however often it is sent: its first answer is kept in the transaction of what it
 * wrote. An answer can hold an initial password, and a body a person's data, so neither can be read from the database:
 * their keys are derived from the caller's key, of which only a hash is stored.
 */
export class Once {
  readonly #db: Db
  readonly #userId: number
  readonly #keyHash: Buffer
  readonly #answerKey: Buffer
  readonly #bodyKey: Buffer
  #body: Buffer | undefined

  constructor(db: Db, userId: number, call: string, key: string) {
    const derived = (use: string) => Buffer.from(hkdfSync('sha256', key, `${userId} ${call}`, use, 32))
    this.#db = db
    this.#userId = userId
    this.#keyHash = createHash('sha256').update(`${call}\n${key}`).digest()
    this.#answerKey = derived('answer')
    this.#bodyKey = derived('body')
  }

  /**
   * Looks at a body before anything is done with it.
   * @throws AlreadyAnswered when this was answered before, 409 when the key came with another body
   */
  async look(body: unknown): Promise<void> {
    this.#body = createHmac('sha256', this.#bodyKey)
      .update(JSON.stringify(body) ?? '')
      .digest()
    await this.#giveAgain(this.#db)
  }

  /** The first statement of the write; a call with the same key that is being carried out is waited for. */
  async claim(tx: Tx): Promise<void> {
    if (!this.#body) throw new Error('a write before the body was looked at')
    const fresh = { body_digest: this.#body, status: null, answer: null, created_at: sql<string>`now()` }
    const mine = await tx
      .insertInto('idempotency_keys')
      .values({ user_id: this.#userId, key_hash: this.#keyHash, ...fresh })
      .onConflict((held) =>
        held.columns(['user_id', 'key_hash']).doUpdateSet(fresh).where('idempotency_keys.created_at', '<=', LASTS),
      )
      .returning('user_id')
      .executeTakeFirst()
    if (mine) return
    await this.#giveAgain(tx)
    // It was swept away just now.
    throw unavailable(undefined, 1)
  }

  /** The last statement of the write. */
  async keep(tx: Tx, status: number, body: string): Promise<void> {
    await tx
      .updateTable('idempotency_keys')
      .set({ status, answer: encrypt(this.#answerKey, body) })
      .where('user_id', '=', this.#userId)
      .where('key_hash', '=', this.#keyHash)
      .execute()
  }

  /** Returns the answer to the same call, if there is one by now. */
  async findAnswer(): Promise<AlreadyAnswered | undefined> {
    if (!this.#body) return undefined
    try {
      await this.#giveAgain(this.#db)
    } catch (error) {
      if (error instanceof AlreadyAnswered) return error
    }
    return undefined
  }

  async #giveAgain(db: Db): Promise<void> {
    const held = await db
      .selectFrom('idempotency_keys')
      .select(['body_digest', 'status', 'answer'])
      .where('user_id', '=', this.#userId)
      .where('key_hash', '=', this.#keyHash)
      .where('created_at', '>', LASTS)
      .executeTakeFirst()
    if (!held) return
    if (!this.#body || !held.body_digest.equals(this.#body)) throw keyTaken()
    if (held.answer && held.status) throw new AlreadyAnswered(held.status, decrypt(this.#answerKey, held.answer))
  }
}

/** The Idempotency-Key that came with a call. @throws 400 for one that can be none */
export function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key !== undefined && (typeof key !== 'string' || !KEY.test(key)))
    throw malformed('Idempotency-Key must be 1 to 200 visible ASCII characters.')
  return key
}

/** The key of a signed-in person's POST, if it carries one that is kept. @throws 400 for one that can be none */
export function onceOf(db: Db, request: FastifyRequest, declared: Endpoint): Once | null {
  if (!request.caller || declared.method !== 'POST' || declared.endsLogin) return null
  const key = keyOf(request)
  if (key === undefined || declared.forgetsKey) return null
  const path = request.url.split('?', 1)[0]
  return new Once(db, request.caller.id, `${declared.method} ${path}`, key)
}

export async function sweepKeys(db: Db): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<=', LASTS).execute()
}
