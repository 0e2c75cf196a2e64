import type { FastifyBaseLogger } from 'fastify'
import type { Caller } from '../../core/caller.ts'
import type { Db } from '../../db/types.ts'
import type { Services } from '../../http/services.ts'
import { findSurvey, readSurvey, type SurveyRecord } from '../surveys/reads.ts'
import { showResponses } from './anonymous.writes.ts'
import type { Sealing } from './sealing.rules.ts'

/** @throws 503 when the key is not open */
export const sealingOf = (
  { responsesKey }: Pick<Services, 'responsesKey'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Sealing => ({ key: responsesKey.opened(), warn: (line) => log.warn(line) })

/**
 * Opens the key before a response is written, if that is to an anonymous survey, since a bucket may take its time. Others
 * need no key and do not wait for the bucket.
 */
export async function openKeyFor(
  { db, responsesKey }: Pick<Services, 'db' | 'responsesKey'>,
  caller: Caller,
  surveyId: number,
): Promise<void> {
  if (responsesKey.isOpen) return
  if ((await findSurvey(db, caller, surveyId))?.is_anonymous) await responsesKey.open()
}

export interface Asking {
  db: Db
  caller: Caller
  services: Pick<Services, 'responsesKey'>
  request: { log: Pick<FastifyBaseLogger, 'warn'> }
}

/** A survey whose responses are asked for: those of an anonymous one that has ended are opened by the first who asks. */
export async function surveyWithResponses(
  { db, caller, services, request }: Asking,
  id: number,
): Promise<SurveyRecord> {
  const survey = await readSurvey(db, caller, id)
  if (survey.is_shown || !survey.stays_ended) return survey
  await services.responsesKey.open()
  await showResponses(db, id, sealingOf(services, request.log))
  return readSurvey(db, caller, id)
}
