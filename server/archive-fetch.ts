// Begun by `npm run restore -- --until`: fetches a cluster out of the archive, as the owner of the new one.

import { type FetchAsked, type FetchResult, fetchCluster } from './backup/archive/fetching.ts'
import { chooseArchive } from './backup/archive/marks.ts'
import { ARCHIVES, archivePlace, keysOf } from './backup/archive/settings-place.ts'
import { become } from './machine/as-account.ts'
import { MAJOR_VERSION } from './machine/place.ts'
import { readSettings } from './settings.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function fetchAsked({ directory, account, instant, installation, identity }: FetchAsked): Promise<FetchResult> {
  const settings = readSettings(process.env)
  // The modules are loaded before root's rights are gone.
  if (identity !== undefined) await archivePlace(settings, keysOf(identity), { folder: ARCHIVES, scratch: directory })
  if (account && process.geteuid?.() === 0) become(account)
  process.umask(0o077)
  const at = (folder: string) => archivePlace(settings, keysOf(identity), { folder, scratch: directory })
  const all = await at(ARCHIVES)
  const archive = all && (await chooseArchive(all, installation))
  const place = archive && (await at(`${ARCHIVES}/${archive}`))
  if (!place) throw new Error('say where the archive is, with BACKUP_DIR or BACKUP_URL')
  const zone = settings.COLLEGE_TIMEZONE
  return { ...(await fetchCluster({ place, directory, instant, zone, postgres: MAJOR_VERSION, say })), archive }
}

/** Says what went wrong; of rights that are missing, how the operator gives them. */
function failureOf(error: unknown, { account }: FetchAsked): string {
  const { code, path, message } = error as NodeJS.ErrnoException
  if (code !== 'EACCES' || !account) return error instanceof Error ? message : String(error)
  return `${path} can't be read by the user ${account.name}, to whom the restored data would belong. Make an empty data directory for the user of the server first: install -d -m 700 -o USER -g USER DIRECTORY`
}

process.once('disconnect', () => process.exit(1))
process.once('message', async (asked: FetchAsked) => {
  const result = await fetchAsked(asked).catch((error: unknown): FetchResult => ({ failure: failureOf(error, asked) }))
  process.send?.(result, () => process.exit(0))
})
