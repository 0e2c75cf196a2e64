import type { Tx } from '../../db/types.ts'
import type { Services } from '../../http/services.ts'
import { mailKind } from '../../jobs/kinds.ts'
import { findMailed } from './mailing.reads.ts'
import { MAILS_AT_ONCE, takeMails } from './mailing.writes.ts'

/**
 * Tells a new assignee. A mail is read on the way and lies about: it says no more than the number of the case and where
 * to read it.
 */
export const caseMail = mailKind<{ id: number; staff_id: number }>({
  kind: 'mail-case',
  priority: 5,
  write: async ({ db, settings, publicUrl }, { id, staff_id }) => {
    const found = await findMailed(db, id, staff_id)
    if (!found?.email) return undefined
    return {
      to: found.email,
      subject: `${settings.COLLEGE_NAME}: ${found.case_number}`,
      text: `${found.case_number}\n\n${publicUrl}/reporting?modal=view&id=${id}`,
    }
  },
})

/** Has the assignees told who are not told yet, where mail is set up: of this case, or of all. */
export async function mailAssignees(
  tx: Tx,
  { mail, jobs }: Pick<Services, 'mail' | 'jobs'>,
  only: number | 'all',
): Promise<void> {
  if (!mail) return
  for (let taken = MAILS_AT_ONCE; taken === MAILS_AT_ONCE; ) {
    const due = await takeMails(tx, only)
    await jobs.add(tx, caseMail, due)
    taken = due.length
  }
}
