// Begun by the server (`archiving.ts`): copies the database's cluster into the archive, and removes what it no longer
// needs there.

import { existsSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { takeBase } from './backup/archive/base.ts'
import { markArchive } from './backup/archive/marks.ts'
import { prune, pruneFiles, pruneOthers } from './backup/archive/pruning.ts'
import { ownKeys, ownPlace } from './backup/archive/settings-place.ts'
import { headsFile } from './core/trail-heads.ts'
import { connectAlone } from './db/alone.ts'
import { fileStoreOf } from './files/open.ts'
import { SPOOL } from './machine/archive-spool.ts'
import { readSettings } from './settings.ts'

/** The priority below the day's work. */
const LOW_PRIORITY = 10

/** The result of this process, told over its channel. */
export type BaseResult =
  | { bytes: number; ms: number; removed: { bases: number; segments: number; files: number }; doubtful_files: number }
  | { failure: string }

async function main(cluster: string): Promise<BaseResult> {
  const settings = readSettings(process.env)
  const stopping = new AbortController()
  for (const end of ['SIGINT', 'SIGTERM', 'disconnect'])
    process.once(end, () => stopping.abort(new Error('it was stopped')))
  const { client, db, close } = await connectAlone({ connectionString: settings.DATABASE_URL })
  try {
    const own = await ownPlace(db, settings, { keys: await ownKeys(db, settings), scratch: join(cluster, SPOOL) })
    if (!own) throw new Error('there is no place for it')
    const { place, all, name } = own
    const begun = performance.now()
    const heads = existsSync(headsFile(settings.DATA_DIR))
      ? readFileSync(headsFile(settings.DATA_DIR), 'utf8')
      : undefined
    const base = await takeBase({ client, cluster, place, heads, signal: stopping.signal })
    const ms = Math.round(performance.now() - begun)
    await markArchive(all, name, base.begun)
    const removed = await prune(place, settings.ARCHIVE_KEEP)
    await pruneOthers(all, name, settings.ARCHIVE_KEEP)
    // A file of a kept instant is still among those that were set aside.
    const isSafe = settings.FILES_URL === undefined && settings.ARCHIVE_KEEP <= settings.REMOVED_FILES_KEEP
    const files = isSafe
      ? await pruneFiles(place, await fileStoreOf(settings), settings.SWEEP_MOST)
      : { files: 0, doubtful: 0 }
    return { bytes: base.bytes, ms, removed: { ...removed, files: files.files }, doubtful_files: files.doubtful }
  } finally {
    await close()
  }
}

setPriority(LOW_PRIORITY)
process.umask(0o077)
const result = await main(process.argv[2] ?? '').catch(
  (error: unknown): BaseResult => ({ failure: error instanceof Error ? error.message : String(error) }),
)
process.send?.(result)
process.disconnect?.()
