import type { Mailer } from '../../core/mail.ts'
import { mailProblem } from '../../core/mail-problems.ts'

/** Sends a mail to the address of the person who asks, and tells what came of it. */
export async function sendTestMail(
  mail: Mailer,
  to: string,
  college: string,
): Promise<{ is_sent: boolean; message: string }> {
  try {
    await mail.send({
      to,
      subject: `${college}: test mail`,
      text: 'This mail was sent from the page Settings of Clinical eLog. Mail works.',
    })
    return { is_sent: true, message: `The mail server has taken a mail to ${to}.` }
  } catch (error) {
    return { is_sent: false, message: mailProblem(error) }
  }
}
