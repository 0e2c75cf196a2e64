import type { FastifyBaseLogger } from 'fastify'
import { headsFile, noteHead } from './core/trail-heads.ts'
import type { Db } from './db/types.ts'
import { type Head, readHashes } from './features/audit/seals.reads.ts'
import { sealTrail } from './features/audit/seals.writes.ts'

const MINUTE_MS = 60 * 1000
const NOTE_EVERY_MS = 60 * MINUTE_MS

export interface Sealing {
  /** Seals what is new. */
  round(): Promise<void>
  /** False once a seal was found changed or removed. */
  isWhole(): boolean
  /** Seals a last time, and says the head. */
  stop(): Promise<void>
}

/**
 * Seals the audit trail every minute, and says the head of the chain outside the database (in the log and in
 * `trail-heads.log`) with the first round, every hour and at the end: somebody who can rewrite the whole database
 * cannot take that back.
 */
export function keepSealing(db: Db, dataDir: string, logger: FastifyBaseLogger): Sealing {
  const file = headsFile(dataDir)
  let known: Head | undefined
  let noted: (Head & { when: number }) | undefined
  let isWhole = true
  let under = Promise.resolve()

  function note(head: Head): void {
    if (noted?.id === head.id && noted.hash === head.hash) return
    logger.info({ seal: head.id, hash: head.hash }, 'the audit trail is sealed')
    noteHead(file, head)
    noted = { ...head, when: Date.now() }
  }

  /** Checks that the seal that this process has made or seen last is still there. */
  async function compare(): Promise<void> {
    if (!known || (await readHashes(db, [known.id])).get(known.id) === known.hash) return
    logger.error(
      { seal: known.id, hash: known.hash },
      'a seal of the audit trail was changed or removed: run trail:check',
    )
    isWhole = false
    const lost = known
    known = undefined
    note(lost)
  }

  async function seal(isLast: boolean): Promise<void> {
    try {
      await compare()
      known = await sealTrail(db)
      if (known && (isLast || !noted || Date.now() - noted.when >= NOTE_EVERY_MS)) note(known)
    } catch (error) {
      logger.warn({ err: error }, 'sealing the audit trail failed')
    }
  }

  const next = (isLast: boolean) => {
    under = under.then(() => seal(isLast))
    return under
  }
  const timer = setInterval(() => next(false), MINUTE_MS)
  timer.unref()
  return {
    round: () => next(false),
    isWhole: () => isWhole,
    stop: () => {
      clearInterval(timer)
      return next(true)
    },
  }
}
