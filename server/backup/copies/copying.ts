import { connectAlone } from '../../db/alone.ts'
import { COPY_LOCK } from '../../features/backups/writes.ts'
import { readChosen } from '../../features/settings/reads.ts'
import { become } from '../../machine/as-account.ts'
import { ownerOf } from '../../machine/data-directory.ts'
import { sealedBucket } from '../../offsite/bucket.ts'
import { findMachineIdentity, recipientOf } from '../../offsite/keys.ts'
import type { Settings } from '../../settings.ts'
import { reach } from '../college.ts'
import { listWholeBackups } from '../place.ts'
import { installationIn } from '../tables.ts'
import { keysName } from './layout.ts'
import { removeOldCopies } from './retention.ts'
import { type SentCopy, sendBackup } from './sending.ts'

/**
 * Makes root go on as the owner of the backups, once in their directory, unless they are root's own.
 * @returns the directory from now on
 */
function readAsOwner(place: string): string {
  if (process.geteuid?.() !== 0) return place
  process.chdir(place)
  const owner = ownerOf('.')
  if (owner.uid !== 0) become(owner)
  return '.'
}

/**
 * Copies the newest backup of the directory into the bucket, and removes copies after their time.
 * @throws Error with one line for people
 */
export async function copyNewest(
  settings: Settings,
  { signal, say }: { signal: AbortSignal; say(line: string): void },
): Promise<SentCopy> {
  const { BACKUP_URL, BACKUP_DIR, BACKUP_URL_KEEP, DATA_DIR } = settings
  if (!BACKUP_URL) throw new Error('set BACKUP_URL, the bucket to which it goes')
  if (!BACKUP_DIR) throw new Error('set BACKUP_DIR, where the backups are')
  const { config, close } = await reach(settings)
  try {
    const alone = await connectAlone(config)
    try {
      const { rows } = await alone.client.query('select pg_try_advisory_lock($1) as free', [COPY_LOCK])
      if (!rows[0]?.free) throw new Error('another process is copying backups of this database just now')
      const { backup_recipient } = await readChosen(alone.db)
      if (backup_recipient === null) throw new Error('make the key for paper first, on the page Settings')
      const identity = await findMachineIdentity(DATA_DIR)
      if (!identity) throw new Error('this machine has no key of its own yet: the running server makes it')
      const installation = await installationIn(alone.client)
      const [newest] = installation ? listWholeBackups(readAsOwner(BACKUP_DIR), installation) : []
      if (!installation || !newest) throw new Error('there is no whole backup of this installation in the directory')
      const recipients = [backup_recipient, await recipientOf(identity)]
      const bucket = sealedBucket(BACKUP_URL, { recipients, identities: [identity] })
      const sent = await sendBackup({ ...newest, bucket, keys: keysName(recipients), signal, say })
      for (const name of await removeOldCopies({ bucket, installation, days: BACKUP_URL_KEEP, say }))
        say(`Removed ${name} from ${bucket.place}.`)
      return sent
    } finally {
      await alone.close()
    }
  } finally {
    await close()
  }
}
