import { buffer } from 'node:stream/consumers'
import { type Mailer, openMailer } from '../../core/mail.ts'
import { sharedSecret } from '../../core/secrets.ts'
import type { Db } from '../../db/types.ts'
import type { FileStore } from '../../files/files.ts'
import type { Settings } from '../../settings.ts'
import { findLogo, readChosen } from './reads.ts'
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
export async function openLiveSettings(
  db: Db,
  given: Settings,
  files?: Pick<FileStore, 'read'>,
): Promise<LiveSettings> {
  const secret = await sharedSecret(db, SETTINGS_KEY)
  const settings = { ...given }
  let mail: Mailer | undefined
  let taken = ''

  async function takeOver(): Promise<void> {
    // One after the other: to begin a second connection takes longer.
    const chosen = await readChosen(db)
    const kept = await findLogo(db)
    const logo = kept?.sha256.toString('hex')
    settings.logo = logo
    await takeLogo(logo, kept?.storage_key ?? '')
    if (chosen.updated_at === taken) return
    const password = chosen.mail_password === null ? undefined : openPassword(chosen.mail_password, secret)
    const inForce = withChosen(given, chosen, password)
    mail = await openMailer(inForce)
    Object.assign(settings, inForce, { logo, signatories: chosen.signatories })
    taken = chosen.updated_at
  }
  /** Takes over the logo's bytes. A store that is away is asked again the next time, and papers have no logo until then. */
  async function takeLogo(digest: string | undefined, key: string): Promise<void> {
    if (digest === settings.logoPicture?.digest) return
    settings.logoPicture = undefined
    const stream = digest && (await files?.read(key).catch(() => undefined))
    const bytes = stream && (await buffer(stream).catch(() => undefined))
    if (digest && bytes) settings.logoPicture = { digest, bytes }
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
