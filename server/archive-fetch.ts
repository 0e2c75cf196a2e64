// Begun by `npm run restore -- --until`: fetches a cluster out of the archive, as the owner of the new one.

import { type FetchAsked, type FetchResult, fetchCluster, installationAt } from './backup/archive/fetching.ts'
import { archivePlace, folderOf } from './backup/archive/settings-place.ts'
import { become } from './machine/as-account.ts'
import { MAJOR_VERSION } from './machine/place.ts'
import { readSettings } from './settings.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function fetchAsked({ directory, account, instant, installation }: FetchAsked): Promise<FetchResult> {
  const settings = readSettings(process.env)
  if (account && process.geteuid?.() === 0) become(account)
  process.umask(0o077)
  const whole = archivePlace(settings, 'archive')
  const id = whole && (await installationAt(whole, installation))
  const place = id === undefined ? undefined : archivePlace(settings, folderOf(id))
  if (!place) throw new Error('say where the archive is: set BACKUP_DIR')
  return fetchCluster({ place, directory, instant, zone: settings.COLLEGE_TIMEZONE, postgres: MAJOR_VERSION, say })
}

process.once('disconnect', () => process.exit(1))
process.once('message', async (asked: FetchAsked) => {
  const result = await fetchAsked(asked).catch(
    (error: unknown): FetchResult => ({ failure: error instanceof Error ? error.message : String(error) }),
  )
  process.send?.(result, () => process.exit(0))
})
