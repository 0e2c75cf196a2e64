// The server's own, for the process of a test restore: restores the newest backup into a new place of its own, with a
// database of its own, and tells what was there over the channel between both. The server removes the place.

import { rmSync, statfsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { dirname, resolve, sep } from 'node:path'
import { bytesOf, type Manifest } from './backup/manifest.ts'
import { listWholeBackups } from './backup/place.ts'
import { openBackup, restoreBackup } from './backup/restoring.ts'
import type { RestoreResult } from './features/settings/writes.ts'
import { readPointer } from './machine/place.ts'
import { readSettings } from './settings.ts'

/** The priority below the day's work, as a backup has it. */
const LOW_PRIORITY = 10
/** Tables take more room in a database than packed in a backup: with their indexes, and what is logged of them. */
const TIMES_THE_TABLES = 12

function refuseWithoutRoom(place: string, { tables, files, beside }: Manifest): void {
  const packed = bytesOf({ tables, files, beside } as Manifest) - files.bytes
  const wanted = packed * TIMES_THE_TABLES + files.bytes + 256 * 1024 ** 2
  const { bavail, bsize } = statfsSync(place)
  if (bavail * bsize < wanted) throw new Error('there is not enough room on the disk of the data directory')
}

async function tryRestore(place: string, backups: string, installation: string): Promise<RestoreResult> {
  const [newest] = listWholeBackups(backups, installation)
  if (!newest) throw new Error('there is no whole backup of this installation in the directory yet')
  refuseWithoutRoom(place, newest.manifest)
  const { files: backup, close } = await openBackup(newest.path)
  const restored = restoreBackup(backup, readSettings({ DATA_DIR: place }), () => undefined)
  const { manifest } = await restored.finally(close)
  const { taken_at, tables, files } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { taken_at, tables: tables.length, rows, files: files.count, bytes: bytesOf(manifest) }
}

/** Removes a database that was made elsewhere, since its user cannot come into the place. */
function removeElsewhere(place: string): void {
  const cluster = readPointer(place)
  if (cluster && !resolve(cluster).startsWith(resolve(place) + sep))
    rmSync(dirname(cluster), { recursive: true, force: true, maxRetries: 5 })
}

async function main(): Promise<void> {
  const [place = '', backups = '', installation = ''] = process.argv.slice(2)
  setPriority(LOW_PRIORITY)
  process.umask(0o077)
  // The server has gone: the database of the test ends with this process.
  const leave = () => process.exit(1)
  process.once('disconnect', leave)
  let result: RestoreResult
  try {
    result = await tryRestore(place, backups, installation)
  } catch (error) {
    result = { failure: error instanceof Error ? error.message : String(error) }
  }
  removeElsewhere(place)
  process.off('disconnect', leave)
  process.send?.(result)
  process.disconnect?.()
}

await main()
