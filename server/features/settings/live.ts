import { type Mailer, openMailer } from '../../core/mail.ts'
import { sharedSecret } from '../../core/secrets.ts'
import type { Db } from '../../db/types.ts'
import type { Settings } from '../../settings.ts'
import { findLogoDigest, readChosen } from './reads.ts'
import { withChosen } from './rules.ts'
import { openPassword } from './sealing.rules.ts'

/** The name of the key that seals the mail password. */
export const SETTINGS_KEY = 'settings'

export interface LiveSettings {
  /** The settings in force. The object stays, and its fields change: read them at the time of their use. */
  settings: Settings
  /** Gives an object the mailer in force, under `mail`. */
  withMail<T extends object>(parts: T): T & { mail: Mailer | undefined }
  /** Takes over what was chosen since. */
  refresh(): Promise<void>
}

/** Opens the settings of this process: those of the environment, and beside them what was chosen on the screen. */
export async function openLiveSettings(db: Db, given: Settings): Promise<LiveSettings> {
  const secret = await sharedSecret(db, SETTINGS_KEY)
  const settings = { ...given }
  let mail: Mailer | undefined
  let taken = ''

  async function takeOver(): Promise<void> {
    const [chosen, logo] = await Promise.all([readChosen(db), findLogoDigest(db)])
    settings.logo = logo
    if (chosen.updated_at === taken) return
    const password = chosen.mail_password === null ? undefined : openPassword(chosen.mail_password, secret)
    const inForce = withChosen(given, chosen, password)
    mail = await openMailer(inForce)
    Object.assign(settings, inForce, { logo, signatories: chosen.signatories })
    taken = chosen.updated_at
  }
  // One after the other, so that none puts back what a later one has read.
  let last: Promise<void> = Promise.resolve()
  const refresh = () => {
    const next = last.catch(() => undefined).then(takeOver)
    last = next
    return next
  }
  await refresh()

  return {
    settings,
    withMail: (parts) =>
      Object.defineProperty({ ...parts }, 'mail', { enumerable: true, get: () => mail }) as ReturnType<
        LiveSettings['withMail']
      > as never,
    refresh,
  }
}
