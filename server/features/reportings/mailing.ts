import type { FastifyBaseLogger } from 'fastify'
import type { Mailer } from '../../core/mail.ts'
import type { Db } from '../../db/types.ts'
import { giveBackMail, takeMails } from './mailing.writes.ts'

/** What mails are sent with. */
export interface Post {
  db: Db
  mail: Mailer | undefined
  settings: { COLLEGE_NAME: string }
}

/**
 * Tells new assignees by mail, where it is set up. A mail is read on the way and lies about: it says no more than the
 * number of the case and where to read it.
 */
export async function mailAssignees({ db, mail, settings }: Post, log: FastifyBaseLogger): Promise<void> {
  if (!mail) return
  for (const due of await takeMails(db)) {
    const { id, case_number, email } = due
    await mail
      .send({
        to: email,
        subject: `${settings.COLLEGE_NAME}: ${case_number}`,
        text: `${case_number}\n\n${mail.publicUrl}/reporting?modal=view&id=${id}`,
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'the mail about a report could not be sent')
        return giveBackMail(db, due)
      })
  }
}
