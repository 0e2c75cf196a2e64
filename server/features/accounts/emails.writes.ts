import type { Tx } from '../../db/types.ts'
import type { Services } from '../../http/services.ts'
import { newEmailMail } from './mailing.ts'
import { listNewEmails, type PersonEntity } from './reads.ts'

/** Tells of the emails that this transaction has changed of these records. To be followed by `jobs.hurry`. */
export async function tellNewEmails(
  tx: Tx,
  { jobs, mail }: Pick<Services, 'jobs' | 'mail'>,
  entity: PersonEntity,
  recordIds: readonly number[],
): Promise<void> {
  if (mail && recordIds.length > 0) await jobs.add(tx, newEmailMail, await listNewEmails(tx, entity, recordIds))
}
