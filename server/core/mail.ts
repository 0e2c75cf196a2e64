import { mails } from '../machine/observed.ts'
import type { Settings } from '../settings.ts'

export interface Mailer {
  /** Address of this installation, for links. */
  publicUrl: string
  /**
   * Hands a mail to the mail server. Jobs do that, so that one that is away is asked again (`mailKind`). `id` is the same
   * whenever the same mail is sent: should the server have taken it already, receivers can tell.
   * @throws Error when the mail server does not take it
   */
  send(mail: Mail, id?: string): Promise<void>
}

export interface Mail {
  to: string
  subject: string
  text: string
  /** The address that stops such mails, for mail programs to offer (RFC 2369). */
  stopAt?: string
}

/** The headers of a mail that is sent again and again. A program may only stop it by itself where there is TLS (RFC 8058). */
const stopHeaders = (stopAt: string) => ({
  'List-Unsubscribe': `<${stopAt}>`,
  ...(stopAt.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
})

/** A mail server that hangs must cost next to nothing: no connection for long. */
export const PATIENCE_MS = {
  connectionTimeout: 10_000,
  dnsTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}

/** The mailer of `SMTP_URL`; without it there is none. */
export async function openMailer(
  { SMTP_URL, MAIL_FROM, PUBLIC_URL }: Settings,
  patience = PATIENCE_MS,
): Promise<Mailer | undefined> {
  if (!SMTP_URL || !MAIL_FROM || !PUBLIC_URL) return undefined
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ ...patience, url: SMTP_URL })
  const from = new URL(PUBLIC_URL).hostname
  return {
    publicUrl: PUBLIC_URL.replace(/\/+$/, ''),
    send: async ({ stopAt, ...mail }, id) => {
      const headers = stopAt ? stopHeaders(stopAt) : {}
      try {
        await transport.sendMail({ from: MAIL_FROM, ...mail, headers, ...(id ? { messageId: `<${id}@${from}>` } : {}) })
        mails.tell({ isSent: true })
      } catch (error) {
        mails.tell({ isSent: false })
        throw error
      }
    },
  }
}
