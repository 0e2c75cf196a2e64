// Begun by the server (`archiving.ts`): copies the database's cluster into the archive, and removes what it no longer
// needs there.

import { existsSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { takeBase } from './backup/archive/base.ts'
import { markInstallation } from './backup/archive/fetching.ts'
import { prune } from './backup/archive/pruning.ts'
import { archivePlace, folderOf } from './backup/archive/settings-place.ts'
import { installationIn } from './backup/tables.ts'
import { headsFile } from './core/trail-heads.ts'
import { connectAlone } from './db/alone.ts'
import { readSettings } from './settings.ts'

/** The priority below the day's work. */
const LOW_PRIORITY = 10

/** The result of this process, told over its channel. */
export type BaseResult =
  | { bytes: number; ms: number; removed: { bases: number; segments: number } }
  | { failure: string }

async function main(cluster: string): Promise<BaseResult> {
  const settings = readSettings(process.env)
  const stopping = new AbortController()
  for (const end of ['SIGINT', 'SIGTERM', 'disconnect'])
    process.once(end, () => stopping.abort(new Error('it was stopped')))
  const { client, close } = await connectAlone({ connectionString: settings.DATABASE_URL })
  try {
    const id = (await installationIn(client)) ?? ''
    const place = archivePlace(settings, folderOf(id))
    if (!place) throw new Error('there is no place for it')
    const begun = performance.now()
    const heads = existsSync(headsFile(settings.DATA_DIR))
      ? readFileSync(headsFile(settings.DATA_DIR), 'utf8')
      : undefined
    const whole = archivePlace(settings, 'archive')
    if (whole) await markInstallation(whole, id)
    const { bytes } = await takeBase({ client, cluster, place, heads, signal: stopping.signal })
    const ms = Math.round(performance.now() - begun)
    return { bytes, ms, removed: await prune(place, settings.ARCHIVE_KEEP) }
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
