import { createHash } from 'node:crypto'
import type { SealedBucket } from '../../offsite/bucket.ts'
import { fileName, MANIFEST_SUM } from '../manifest.ts'
import { takenAtOf } from '../place.ts'

// In the bucket lie `backups/<installation>/<keys>/<backup>/…`, as in a backup's directory but for its files, which are
// kept once for all backups of the same keys: `files/<installation>/<keys>/…`. The sum of the manifest closes a copy.

/** Names the keys to which things are sealed: with other keys, all is sent anew, so that each of them opens all. */
export const keysName = (recipients: readonly string[]) =>
  createHash('sha256')
    .update([...recipients].sort().join('\n'))
    .digest('hex')
    .slice(0, 16)

/** The place of one installation's things that are sealed to the same keys. */
export interface Drawer {
  installation: string
  keys: string
}

export const backupsOf = (installation: string) => `backups/${installation}/`
export const filesUnder = ({ installation, keys }: Drawer) => `files/${installation}/${keys}/`

export interface Copy extends Drawer {
  /** The name of the backup's directory. */
  name: string
  takenAt: Date
  /** False while it is under way, or was cut off. */
  isWhole: boolean
  /** The names of its objects, and the bytes that they take; its files are not among them. */
  objects: string[]
  bytes: number
}

export const under = ({ installation, keys, name }: Pick<Copy, 'installation' | 'keys' | 'name'>) =>
  `${backupsOf(installation)}${keys}/${name}/`

/** Returns where a file of a copy is: one that was damaged when it was backed up may be whole in the next backup. */
export const fileIn = (copy: Parameters<typeof under>[0], key: string, damaged: readonly string[]) =>
  damaged.includes(key) ? `${under(copy)}${fileName(key)}` : `${filesUnder(copy)}${key}`

const OURS = /^backups\/([0-9a-f]{32})\/([0-9a-f]{16})\/([^/]+)\/(.+)$/

/** Lists the copies in a bucket, of one installation or of all, the newest first. Anything else there is left out. */
export async function listCopies(bucket: SealedBucket, installation?: string): Promise<Copy[]> {
  const found = new Map<string, Copy>()
  for await (const { name: object, size } of bucket.list(installation ? backupsOf(installation) : 'backups/')) {
    const [, of = '', keys = '', name = '', thing = ''] = OURS.exec(object) ?? []
    const takenAt = takenAtOf(name)
    if (!takenAt) continue
    const path = `${of}/${keys}/${name}`
    const copy = found.get(path) ?? { installation: of, keys, name, takenAt, isWhole: false, objects: [], bytes: 0 }
    copy.objects.push(object)
    copy.bytes += size
    copy.isWhole ||= thing === MANIFEST_SUM
    found.set(path, copy)
  }
  return [...found.values()].sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime())
}
