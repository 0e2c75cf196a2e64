import { createHash } from 'node:crypto'
import type { Db } from '../../db/types.ts'
import { readChosen } from '../../features/settings/reads.ts'
import { installationOf } from '../../files/installation.ts'
import type { Settings } from '../../settings.ts'
import { directoryPlace, type Keys, type Place } from './place.ts'

/** The folder of all archives in a place. */
export const ARCHIVES = 'archive'

type Leading = Pick<Settings, 'BACKUP_URL' | 'BACKUP_DIR'>

/**
 * Opens a folder of the place that the settings name: the bucket, where there are keys for it, else the directory.
 * @param scratch a directory for what is sealed before it is sent
 */
export async function archivePlace(
  { BACKUP_URL, BACKUP_DIR }: Leading,
  keys: Keys | undefined,
  { folder, scratch }: { folder: string; scratch: string },
): Promise<Place | undefined> {
  if (BACKUP_URL !== undefined && keys) {
    const { bucketPlace } = await import('./bucket-place.ts')
    return bucketPlace({ address: BACKUP_URL, keys, folder, scratch })
  }
  return BACKUP_DIR === undefined ? undefined : directoryPlace(BACKUP_DIR, folder)
}

/** Returns the keys of this machine for the bucket; undefined while there is no bucket, or no key on paper. */
export async function ownKeys(db: Db, { BACKUP_URL, DATA_DIR }: Settings): Promise<Keys | undefined> {
  if (BACKUP_URL === undefined) return undefined
  const { backup_recipient: paper } = await readChosen(db)
  if (paper === null) return undefined
  const { machineIdentity, recipientOf } = await import('../../offsite/keys.ts')
  const identity = await machineIdentity(DATA_DIR)
  return { recipients: [paper, await recipientOf(identity)], identities: [identity] }
}

/** The keys of a restore: it opens, and seals nothing. */
export const keysOf = (identity: string | undefined): Keys | undefined =>
  identity === undefined ? undefined : { recipients: [], identities: [identity] }

/** Names keys in a few letters: what is sealed to others lies elsewhere. */
const keysName = ({ recipients }: Keys) =>
  createHash('sha256')
    .update([...recipients].sort().join(' '))
    .digest('hex')
    .slice(0, 12)

export interface OwnPlace {
  /** The place of this installation's archive. */
  place: Place
  /** The place of all of them, and the name of this one there. */
  all: Place
  name: string
}

/**
 * Opens the place of this installation's archive. With the log, and the key of sealed responses in a backup, one can tell
 * whose they are: so it goes unsealed into a directory only where the operator has said so.
 */
export async function ownPlace(
  db: Db,
  settings: Settings,
  { keys, scratch }: { keys: Keys | undefined; scratch: string },
): Promise<OwnPlace | undefined> {
  if (!keys && settings.ARCHIVE !== 'on') return undefined
  const installation = await installationOf(db)
  const name = settings.BACKUP_URL && keys ? `${installation}-${keysName(keys)}` : installation
  const all = await archivePlace(settings, keys, { folder: ARCHIVES, scratch })
  const place = await archivePlace(settings, keys, { folder: `${ARCHIVES}/${name}`, scratch })
  return all && place && { place, all, name }
}
