import type { Settings } from '../settings.ts'
import { mails } from './observed.ts'
import { takingTurns, type Who } from './turns.ts'

export interface Mailer {
  /** Address of this installation, for links. */
  publicUrl: string
  /**
   * A mail of `PATIENT` waits as long as it takes, and takes nobody's place.
   * @throws Error when the mail server does not take it, or when too many mails wait already
   */
  send(mail: Mail, who?: Who): Promise<void>
}

export interface Mail {
  to: string
  subject: string
  text: string
}

/** A mail server that hangs must cost next to nothing: few connections, none of them for long, and few mails waiting. */
const CONNECTIONS = 3
const WAITING = 50
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
  const inTurn = takingTurns({ atOnce: CONNECTIONS, places: WAITING })
  return {
    publicUrl: PUBLIC_URL.replace(/\/+$/, ''),
    send: (mail, who = 'mail') =>
      inTurn(who, async () => {
        try {
          await transport.sendMail({ from: MAIL_FROM, ...mail })
          mails.tell({ isSent: true })
        } catch (error) {
          mails.tell({ isSent: false })
          throw error
        }
      }),
  }
}
