import type { Settings } from '../settings.ts'

export interface Mailer {
  /** Address of this installation, for links. */
  publicUrl: string
  send(mail: { to: string; subject: string; text: string }): Promise<void>
}

/** The mailer of `SMTP_URL`; without it there is none. */
export async function openMailer({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Settings): Promise<Mailer | undefined> {
  if (!SMTP_URL || !MAIL_FROM || !PUBLIC_URL) return undefined
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(SMTP_URL)
  return {
    publicUrl: PUBLIC_URL.replace(/\/+$/, ''),
    send: async (mail) => {
      await transport.sendMail({ from: MAIL_FROM, ...mail })
    },
  }
}
