import type { FastifyBaseLogger } from 'fastify'
import type { Caller } from '../../core/caller.ts'
import type { Services } from '../../core/services.ts'
import type { Sealing } from './sealing.rules.ts'
import { findSurvey } from './surveys.reads.ts'

/** Asked for by what turns out to be about an anonymous survey. */
export type SealingFor = () => Sealing

/** @throws 503 when the key is not open */
export const sealingOf = (
  { responsesKey }: Pick<Services, 'responsesKey'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Sealing => ({ key: responsesKey.opened(), warn: (line) => log.warn(line) })

/**
 * Opens the key for a write about a survey, if that is anonymous, and before its transaction, since a bucket may take its
 * time. Others need no key and do not wait for the bucket.
 */
export async function openKeyFor(
  { db, responsesKey }: Pick<Services, 'db' | 'responsesKey'>,
  caller: Caller,
  surveyId: number,
): Promise<void> {
  if (responsesKey.isOpen) return
  if ((await findSurvey(db, caller, surveyId))?.is_anonymous) await responsesKey.open()
}
