import { sealedBucket } from '../../offsite/bucket.ts'
import { findMachineIdentity } from '../../offsite/keys.ts'
import type { Settings } from '../../settings.ts'
import type { Manifest } from '../manifest.ts'
import { fetchCopy, manifestOfCopy } from './fetching.ts'
import { listCopies } from './layout.ts'

/**
 * Opens the newest whole copy of an installation with the key of this machine.
 * @throws Error with one line for people
 */
export async function openNewest(
  { BACKUP_URL }: Settings,
  dataDir: string,
  installation: string,
): Promise<{ manifest: Manifest; fetchInto(directory: string): Promise<Manifest> }> {
  if (!BACKUP_URL) throw new Error('BACKUP_URL is not set')
  const identity = await findMachineIdentity(dataDir)
  if (!identity) throw new Error('this machine has no key of its own yet')
  const bucket = sealedBucket(BACKUP_URL, { recipients: [], identities: [identity] })
  const newest = (await listCopies(bucket, installation)).find(({ isWhole }) => isWhole)
  if (!newest) throw new Error('there is no whole copy of this installation in the bucket yet')
  const { signal } = new AbortController()
  return {
    manifest: await manifestOfCopy(bucket, newest),
    fetchInto: (directory) => fetchCopy(bucket, newest, directory, { say: () => undefined, signal }),
  }
}
