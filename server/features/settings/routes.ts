import { readFile } from 'node:fs/promises'
import { settings as contract, type SettingsOfCollege } from '../../../shared/contract/settings.ts'
import { LOGO_MAX_SIDE } from '../../../shared/limits.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, found, invalid } from '../../core/errors.ts'
import { sharedSecret } from '../../core/secrets.ts'
import type { Db } from '../../db/types.ts'
import { processesOf } from '../../documents/pdf/processes.ts'
import { setAside } from '../../files/keeping.ts'
import { sendFile } from '../../files/sending.ts'
import { routes } from '../../http/routes.ts'
import type { Services } from '../../http/services.ts'
import { readLastCopies } from '../backups/reads.ts'
import { readReleases } from '../concerns/releases.reads.ts'
import { refuseBackupPlace } from './backup-place.ts'
import { SETTINGS_KEY } from './live.ts'
import { replaceLogo } from './logo.writes.ts'
import { pictureSize } from './picture-size.rules.ts'
import { findLastRestore, findLogo, readChosen } from './reads.ts'
import { restoreTest } from './restore-test.ts'
import { bucketPlace, shownSettings } from './rules.ts'
import { sendTestMail } from './test-mail.ts'
import { beginRestoreTest } from './trials.writes.ts'
import { countTestMail, saveBackupKey, saveChosen, saveMail, saveSignatories } from './writes.ts'

/** Reads the settings as they are in force. */
async function shown(db: Db, services: Services): Promise<{ data: SettingsOfCollege }> {
  const [chosen, last_restore, logo, copies, last_trial, releases] = await Promise.all([
    readChosen(db),
    findLastRestore(db),
    findLogo(db),
    readLastCopies(db),
    findLastRestore(db, 'restore-copy'),
    readReleases(db, services.settings),
    services.refreshSettings(),
  ])
  const inForce = shownSettings(services.settings, chosen)
  const picture = { logo: logo?.name ?? null, logo_digest: logo?.sha256.toString('hex') ?? null }
  const { BACKUP_URL, BACKUP_URL_KEEP } = services.settings
  const elsewhere = {
    place: bucketPlace(BACKUP_URL),
    keep: BACKUP_URL_KEEP,
    key_made_at: chosen.backup_key_at,
    last_try: copies.over ?? null,
    last_copy: copies.whole ?? null,
    last_restore: last_trial,
  }
  return { data: { ...inForce, ...picture, has_mail: services.mail !== undefined, last_restore, elsewhere, releases } }
}

/** @throws 422 on a picture that tells no size, or one that a browser would take long to draw */
async function refuseOddSize(path: string): Promise<void> {
  const size = pictureSize(await readFile(path))
  const isRight = size && [size.width, size.height].every((side) => side >= 1 && side <= LOGO_MAX_SIDE)
  if (!isRight) throw invalid({ file: [`The picture must be at most ${LOGO_MAX_SIDE} pixels wide and high.`] })
}

const canBeDrawn = processesOf<string, boolean>(new URL('../../documents/pdf/logo-reader.ts', import.meta.url))

/** @throws 422 on a picture that is damaged: it would stand on every page and paper */
async function refuseDamaged(path: string, caller: Caller): Promise<void> {
  const isRight = await canBeDrawn(path, String(caller.id)).catch(() => false)
  if (!isRight) throw invalid({ file: ['The picture is damaged. Open it in a picture program and save it again.'] })
}

export const settingsRoutes = routes(contract, {
  read: ({ db, services }) => shown(db, services),

  saveCollege: async ({ db, write, caller, body, services }) => {
    await write((tx) => saveChosen(tx, caller, services.settings, body))
    return shown(db, services)
  },

  saveSignatories: async ({ db, write, caller, body, services }) => {
    await write((tx) => saveSignatories(tx, caller, body))
    return shown(db, services)
  },

  logo: async ({ db, reply, services }) =>
    sendFile(reply, services.files, found('Logo', await findLogo(db)), { disposition: 'inline' }),

  mark: async ({ db, query, reply, services }) => {
    const logo = await findLogo(db)
    const isIt = logo?.sha256.toString('hex') === query.digest
    return sendFile(reply, services.files, found('Logo', isIt ? logo : undefined), {
      disposition: 'inline',
      isForGood: true,
    })
  },

  saveLogo: async ({ db, receive, write, afterCommit, caller, services, request }) => {
    await using form = await receive()
    const [received] = form.files
    if (!received) throw invalid({ file: ['Choose a picture'] })
    await refuseOddSize(received.temporaryPath)
    await refuseDamaged(received.temporaryPath, caller)
    const { former, logo_digest } = await form.keep(([file]) =>
      write(async (tx) => ({
        former: await replaceLogo(tx, caller, file),
        logo_digest: file?.sha256.toString('hex') ?? null,
      })),
    )
    afterCommit(() => setAside(services.files, former, request.log))
    // A call with a key commits with its answer, and others do not see the new logo yet.
    const { data } = await shown(db, services)
    return { data: { ...data, logo: received.name, logo_digest } }
  },

  removeLogo: async ({ write, afterCommit, caller, services, request }) => {
    const former = await write((tx) => replaceLogo(tx, caller))
    afterCommit(() => setAside(services.files, former, request.log))
    afterCommit(() => services.refreshSettings())
    return { message: 'Logo removed successfully' }
  },

  saveMail: async ({ db, write, caller, body, services }) => {
    const secret = await sharedSecret(db, SETTINGS_KEY)
    await write((tx) => saveMail(tx, caller, services.settings, body, secret))
    return shown(db, services)
  },

  saveBackup: async ({ db, write, caller, body, services }) => {
    const { settings } = services
    if (typeof body.backup_dir === 'string') refuseBackupPlace(body.backup_dir, settings.DATA_DIR)
    await write((tx) => saveChosen(tx, caller, settings, body))
    return shown(db, services)
  },

  saveAlerts: async ({ db, write, caller, body, services }) => {
    await write((tx) => saveChosen(tx, caller, services.settings, body))
    return shown(db, services)
  },

  testMail: async ({ write, caller, services }) => {
    await services.refreshSettings()
    const { mail, settings } = services
    if (!mail) throw conflict('Mail is not set up yet.')
    const { email } = caller
    if (email === null) throw conflict('Your account has no email. Add one first.')
    await write((tx) => countTestMail(tx, caller))
    const { is_sent, message } = await sendTestMail(mail, email, settings.COLLEGE_NAME)
    return { data: { is_sent }, message }
  },

  makeBackupKey: async ({ write, caller, body: { replaces } }) => {
    // Read when somebody needs it: the library of the age format takes a start its time.
    const { newKeyPair } = await import('../../offsite/keys.ts')
    const { identity, recipient } = await newKeyPair()
    const made_at = await write((tx) => saveBackupKey(tx, caller, { replaces, recipient }))
    return { data: { credential: identity, made_at } }
  },

  testRestore: async ({ write, afterCommit, caller, services }) => {
    await services.refreshSettings()
    const { jobs, settings } = services
    if (settings.BACKUP_DIR === undefined) throw conflict('Choose a directory for backups first.')
    await write(async (tx) => jobs.add(tx, restoreTest, [{ test_id: await beginRestoreTest(tx, caller) }]))
    afterCommit(async () => jobs.hurry())
    return { message: 'The test restore has begun. Its result will be shown here.' }
  },
})
