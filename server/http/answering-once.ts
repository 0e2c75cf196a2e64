import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ControlledTransaction } from 'kysely'
import type { Endpoint } from '../../shared/endpoint.ts'
import { AlreadyAnswered } from '../core/errors.ts'
import type { Db, Tables } from '../db/types.ts'
import { countWrite } from './amounts.ts'
import type { Once } from './idempotency.ts'
import { askAgain, retrying, type Write } from './writing.ts'

interface AnsweringCall {
  db: Db
  request: FastifyRequest
  reply: FastifyReply
  declared: Endpoint
  /** Is called when what was written is committed, before the answer is sent. */
  committed(): Promise<void>
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Leaves a transaction whose connection may be lost; what is left open on it is then discarded with it. */
const abandon = (tx: ControlledTransaction<Tables> | undefined) =>
  tx
    ?.rollback()
    .execute()
    .catch(() => undefined)

/**
 * Answers a call with an Idempotency-Key. Its transaction stays open until the answer is known and kept in it, so that
 * what was written and what was answered are committed together or not at all.
 */
export async function answerOnce(
  once: Once,
  { db, request, reply, declared, committed }: AnsweringCall,
  handle: (write: Write) => Promise<unknown>,
): Promise<unknown> {
  let open: ControlledTransaction<Tables> | undefined
  const begin: Write = (work) =>
    retrying(async () => {
      const tx = await db.startTransaction().execute()
      try {
        await askAgain(tx, request, declared)
        await once.claim(tx)
        await countWrite(tx, request.caller, declared)
        const result = await work(tx)
        if (declared.file) {
          // The answer is on its way already, and what the write gives is its last line.
          await once.keep(tx, 200, `${JSON.stringify(result)}\n`)
          await tx.commit().execute()
        } else open = tx
        return result
      } catch (error) {
        await abandon(tx)
        throw error
      }
    })
  // A second write of one call belongs to the first: it can't be done again alone.
  const write: Write = (work) => (open ? work(open) : begin(work))
  try {
    // The body of an upload is known once it is received.
    if (!declared.upload || request.body !== undefined) await once.look(request.body)
    const answer = await handle(write)
    if (declared.file) return answer
    const status = declared.status ?? 200
    const text = String(reply.code(status).serialize(answer))
    if (open) {
      await once.keep(open, status, text)
      await open.commit().execute()
    }
    await committed()
    return reply.type(JSON_TYPE).send(text)
  } catch (error) {
    await abandon(open)
    // The same call may have been answered while this one was looked at, and be the reason why it was refused.
    const answered = error instanceof AlreadyAnswered ? error : await once.findAnswer()
    if (!answered) throw error
    // The body may have come after the person's rights had ended.
    await db.transaction().execute((tx) => askAgain(tx, request, declared))
    return reply
      .code(answered.status)
      .header('idempotency-replayed', 'true')
      .type(declared.file?.type ?? JSON_TYPE)
      .send(Buffer.from(answered.body))
  }
}
