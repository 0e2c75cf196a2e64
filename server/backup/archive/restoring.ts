import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, existsSync, lchownSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { headsFile } from '../../core/trail-heads.ts'
import { connectAlone } from '../../db/alone.ts'
import { migrate } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open.ts'
import { fileStoreOf } from '../../files/open.ts'
import { archiveSettings, RESTORED, recoverySettings } from '../../machine/archive-spool.ts'
import { restoringMark } from '../../machine/data-directory.ts'
import { becomeOwner } from '../../machine/leave-root.ts'
import type { Account } from '../../machine/process.ts'
import type { Settings } from '../../settings.ts'
import { endLogins } from '../loading.ts'
import { fileName } from '../manifest.ts'
import { refuseUsed, removeMark } from '../put-back.ts'
import { batchesOf, linesOf } from '../stored-files.ts'
import { listFiles } from '../tables.ts'
import { syncDirectory, writeSummed } from '../writing.ts'
import { headsOf } from './base.ts'
import type { FetchAsked, Fetched, FetchResult } from './fetching.ts'
import { RESPONSES_KEY } from './names.ts'
import type { Place } from './place.ts'
import { ARCHIVES, archivePlace, keysOf } from './settings-place.ts'

interface Wanted {
  /** Undefined: all that is in the archive. */
  instant: string | undefined
  /** The first letters of the installation's id, where the place has several. */
  installation: string | undefined
  /** The key of a bucket's archive; without it the directory's is taken. */
  identity: string | undefined
}

export interface RestoredUntil extends Fetched {
  /** Files that records name: those that are there again, and those that the archive has not, or damaged. */
  files: number
  missing: string[]
  account: Account | null
}

/** Fetches in a process of its own, which works as the owner of the new cluster. */
async function fetchApart(asked: FetchAsked): Promise<Fetched> {
  const child = fork(new URL('../../archive-fetch.ts', import.meta.url), {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let result: FetchResult = { failure: 'the process that fetches has ended' }
  child.on('message', (said: FetchResult) => {
    result = said
  })
  child.on('error', (error) => {
    result = { failure: error.message }
  })
  child.send(asked)
  await once(child, 'close')
  if ('failure' in result) throw new Error(result.failure)
  return result
}

/** Marks the directory before there is a cluster in it; a link in the way is not followed. */
function mark(dataDir: string, account: Account | null): void {
  const path = restoringMark(dataDir)
  writeFileSync(path, 'Out of the archive. Begin again with an empty directory.\n', {
    flag: 'wx',
    mode: 0o600,
    flush: true,
  })
  if (account && process.geteuid?.() === 0) lchownSync(path, account.uid, account.gid)
}

/** Puts back the files that the restored records name. */
async function putFilesBack(client: pg.Client, place: Place, fetched: Fetched, settings: Settings) {
  const { DATA_DIR } = settings
  const heads = await place.get(headsOf(fetched.base))
  if (heads) writeFileSync(headsFile(DATA_DIR), await text(heads), { mode: 0o600, flush: true })
  // A bucket of the files has them still: there, too, nothing is removed for a month.
  if (settings.FILES_URL) return { files: 0, missing: [] }
  const store = await fileStoreOf(settings)
  await store.writeInstallation(fetched.base.installation)
  const key = await place.get(RESPONSES_KEY)
  if (key) await store.writeResponsesKey((await text(key)).trim())
  const list = await store.temporaryPath()
  const { signal } = new AbortController()
  await client.query('begin read only')
  await listFiles(client, list, signal)
  await client.query('commit')
  let files = 0
  const missing: string[] = []
  for await (const batch of batchesOf(linesOf(createReadStream(list), list))) {
    await Promise.all(
      batch.map(async ([key = '', sha256 = '']) => {
        const temporaryPath = await store.temporaryPath()
        const stored = await place.get(fileName(key))
        const sum = stored && (await writeSummed(temporaryPath, stored, { signal }).catch(() => undefined))
        if (sum?.sha256 === sha256) {
          await store.keepAs(temporaryPath, key)
          files += 1
        } else {
          rmSync(temporaryPath, { force: true })
          missing.push(key)
        }
      }),
    )
  }
  rmSync(list)
  return { files, missing }
}

const TOO_SHORT = 'recovery ended before configured recovery target was reached'

/**
 * Restores the embedded database, and the files that its records name then, as they were at an instant, into the empty
 * data directory that the settings name.
 * @throws Error with one line for people
 */
export async function restoreUntil(
  settings: Settings,
  { instant, installation, identity }: Wanted,
  say: (line: string) => void,
): Promise<RestoredUntil> {
  if (settings.DATABASE_URL) throw new Error('--until is of the embedded database: DATABASE_URL is a server of its own')
  let { DATA_DIR } = settings
  if (existsSync(restoringMark(DATA_DIR)))
    throw new Error(`a restore was cut off in ${resolve(DATA_DIR)}: move it away, or take an empty data directory`)
  if (!settings.FILES_URL) await refuseUsed(await fileStoreOf(settings), DATA_DIR)
  let fetched: Fetched | undefined
  const fill = async (directory: string, account: Account | null, dataDir: string) => {
    fetched = await fetchApart({ directory, account, instant, installation, identity })
    mark(dataDir, account)
    say('The database replays it …')
  }
  const settled: { result?: Omit<RestoredUntil, 'account'> } = {}
  const open = (until: string | undefined, isFirst: boolean) =>
    openDatabase(
      { ...settings, DATA_DIR },
      async (owner, config, account) => {
        if (!fetched) throw new Error('nothing was fetched')
        DATA_DIR = becomeOwner(DATA_DIR, account)
        await migrate(owner)
        const folder = `${ARCHIVES}/${fetched.archive}`
        const place = await archivePlace(settings, keysOf(identity), { folder, scratch: DATA_DIR })
        if (!place) throw new Error('the archive is gone')
        const { client, close } = await connectAlone(config)
        try {
          say('Files …')
          const files = await putFilesBack(client, place, fetched, { ...settings, DATA_DIR })
          await endLogins(client)
          // Mails and sweeps of then are not to be done now.
          await client.query('delete from jobs.job')
          const { rows } = await client.query(`select current_setting('data_directory') as cluster`)
          rmSync(join(rows[0].cluster, RESTORED), { recursive: true, force: true })
          settled.result = { ...fetched, ...files }
        } finally {
          await close()
        }
      },
      {
        ...(isFirst && { fill }),
        // The history that begins here is archived, so that another restore takes another number.
        settings: { ...recoverySettings(until), ...archiveSettings(settings.ARCHIVE_SECONDS) },
      },
    )
  const opened = await open(instant, true).catch((error: unknown) => {
    // No commit came after the instant: all that there is is of before it.
    if (!fetched || !(error instanceof Error) || !error.message.includes(TOO_SHORT)) throw error
    return open(undefined, false)
  })
  await opened.close()
  removeMark(DATA_DIR)
  await syncDirectory(DATA_DIR)
  if (!settled.result) throw new Error('nothing was restored')
  return { ...settled.result, account: opened.account }
}
