// The server's own, for the process of a test restore: restores the newest backup of the directory or of the bucket into a
// new place of its own, with a database of its own, and tells what was there over the channel between both. The server
// removes the place.

import { rmSync, statfsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { openNewest } from './backup/copies/newest.ts'
import { bytesOf, type Manifest } from './backup/manifest.ts'
import { listWholeBackups } from './backup/place.ts'
import { openBackup, restoreBackup } from './backup/restoring.ts'
import type { RestoreResult } from './features/settings/trials.writes.ts'
import { readPointer } from './machine/place.ts'
import { readSettings } from './settings.ts'

/** The priority below the day's work, as a backup has it. */
const LOW_PRIORITY = 10
/** Tables take more room in a database than packed in a backup: with their indexes, and what is logged of them. */
const TIMES_THE_TABLES = 12

/** @throws Error with one line for people where the tables, the files and, to begin with, the fetched backup find no room */
function refuseWithoutRoom(place: string, { tables, files, beside }: Manifest, isFetched = false): void {
  const packed = bytesOf({ tables, files, beside } as Manifest) - files.bytes
  const fetched = isFetched ? packed + files.bytes : 0
  const wanted = packed * TIMES_THE_TABLES + files.bytes + fetched + 256 * 1024 ** 2
  const { bavail, bsize } = statfsSync(place)
  if (bavail * bsize < wanted) throw new Error('there is not enough room on the disk of the data directory')
}

interface Trial {
  /** A new directory for all that the trial makes. */
  place: string
  /** The directory of the backups; of a trial from the bucket, the data directory with the key of this machine. */
  from: string
  installation: string
}

async function restoreInto(place: string, path: string): Promise<RestoreResult> {
  const { files: backup, close } = await openBackup(path)
  const restored = restoreBackup(backup, readSettings({ DATA_DIR: place }), () => undefined)
  const { manifest } = await restored.finally(close)
  const { taken_at, tables, files } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { taken_at, tables: tables.length, rows, files: files.count, bytes: bytesOf(manifest) }
}

async function tryDirectory({ place, from, installation }: Trial): Promise<RestoreResult> {
  const [newest] = listWholeBackups(from, installation)
  if (!newest) throw new Error('there is no whole backup of this installation in the directory yet')
  refuseWithoutRoom(place, newest.manifest)
  return restoreInto(place, newest.path)
}

/** Returns the data directory of a trial: beside the fetched backup, since it gets an owner of its own. */
const dataOf = (kind: string, place: string) => (kind === 'bucket' ? join(place, 'data') : place)

async function tryBucket({ place, from, installation }: Trial): Promise<RestoreResult> {
  const { manifest, fetchInto } = await openNewest(readSettings(process.env), from, installation)
  refuseWithoutRoom(place, manifest, true)
  const fetched = join(place, 'fetched')
  await fetchInto(fetched)
  return restoreInto(dataOf('bucket', place), fetched)
}

/** Removes a database that was made elsewhere, since its user cannot come into the place. */
function removeElsewhere(place: string): void {
  const cluster = readPointer(place)
  if (cluster && !resolve(cluster).startsWith(resolve(place) + sep))
    rmSync(dirname(cluster), { recursive: true, force: true, maxRetries: 5 })
}

async function main(): Promise<void> {
  const [kind = '', place = '', from = '', installation = ''] = process.argv.slice(2)
  setPriority(LOW_PRIORITY)
  process.umask(0o077)
  // The server has gone: the database of the test ends with this process.
  const leave = () => process.exit(1)
  process.once('disconnect', leave)
  let result: RestoreResult
  try {
    result = await (kind === 'bucket' ? tryBucket : tryDirectory)({ place, from, installation })
  } catch (error) {
    result = { failure: error instanceof Error ? error.message : String(error) }
  }
  removeElsewhere(dataOf(kind, place))
  process.off('disconnect', leave)
  process.send?.(result)
  process.disconnect?.()
}

await main()
