import type { FastifyBaseLogger } from 'fastify'
import type { ResponsesKey } from '../../core/files/responses-key.ts'
import type { Db } from '../../db/types.ts'
import { listEnded } from './anonymous.reads.ts'
import { showWaiting } from './anonymous.writes.ts'

interface Services {
  db: Db
  responsesKey: ResponsesKey
  zone: string
}

/** Once an hour: the responses that still wait in anonymous surveys past their last day are shown. */
export async function sweepFeedback(
  { db, responsesKey, zone }: Services,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const ended = await listEnded(db, zone)
  if (ended.length === 0) return
  const sealing = { key: await responsesKey.open(), warn: (line: string) => log.warn(line) }
  for (const surveyId of ended) await db.transaction().execute((tx) => showWaiting(tx, surveyId, sealing))
}
