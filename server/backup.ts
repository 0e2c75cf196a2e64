// `npm run backup`: makes a backup beside the server or while it is off, with the server's own settings; or verifies one.
// `--elsewhere` copies the newest backup into the bucket. `--scheduled` and `--copy` are the server's own, for the
// processes that it starts each day.

import { setPriority } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { counted } from '../shared/labels.ts'
import { readApart } from './backup/apart.ts'
import { openCollege } from './backup/college.ts'
import type { SentCopy } from './backup/copies/sending.ts'
import { failureText } from './backup/failure-text.ts'
import { bytesOf, type Manifest } from './backup/manifest.ts'
import { removeOld, writeAsOwner } from './backup/place.ts'
import { sizeText } from './backup/progress.ts'
import { backupAt } from './backup/source.ts'
import { madeText, takeBackup } from './backup/take.ts'
import { refuseStrays, verifyBackup } from './backup/verify.ts'
import type { ToldResult } from './backup-process.ts'
import { connectAlone } from './db/alone.ts'
import type { CopyResult } from './features/backups/writes.ts'
import { refuseMoved } from './machine/data-directory.ts'
import { readSettings, type Settings } from './settings.ts'

/** The priority below the day's work: a backup takes the processor and disk that are left. */
const LOW_PRIORITY = 10

const say = (line: string) => process.stdout.write(`${line}\n`)
const isRoot = () => process.geteuid?.() === 0

/** Returns what is aborted when the process is told to end. */
function untilStopped(): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort(new Error('it was stopped'))
  for (const end of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(end, stop)
  return controller.signal
}

/** @returns the backup with its path, and the directory of all: a process begun as root goes on there as somebody else */
async function backUp(
  settings: Settings,
  given: string,
): Promise<{ manifest: Manifest; place: string; shown: string }> {
  const signal = untilStopped()
  const { files, config, account, close } = isRoot() ? await readApart('college') : await openCollege(settings)
  try {
    const alone = await connectAlone(config)
    try {
      const place = isRoot() ? writeAsOwner(given, account) : given
      const taking = { client: alone.client, college: files, place, signal, say }
      const { path, manifest } = await takeBackup(taking)
      const shown = join(given, basename(path))
      say(madeText(shown, manifest))
      for (const [what, keys] of Object.entries({ missing: manifest.missing, damaged: manifest.damaged }))
        if (keys.length > 0) say(`WARNING: ${counted(keys.length, 'file')} that records name ${what}: ${keys[0]} …`)
      return { manifest, place, shown }
    } finally {
      await alone.close()
    }
  } finally {
    await close()
  }
}

/** Makes a backup in a process of the server's, and tells it over the channel between both. */
async function backUpByPlan(settings: Settings): Promise<ToldResult> {
  setPriority(LOW_PRIORITY)
  try {
    const { manifest, place, shown } = await backUp(settings, settings.BACKUP_DIR ?? '')
    for (const path of removeOld(place, manifest.installation, settings.BACKUP_KEEP)) say(`Removed ${path}.`)
    return { bytes: bytesOf(manifest), missing_files: manifest.missing.length + manifest.damaged.length, path: shown }
  } catch (error) {
    return { failure: failureText(error) }
  }
}

/** Copies the newest backup elsewhere in a process of the server's, and tells it over the channel between both. */
async function copyByPlan(settings: Settings): Promise<CopyResult> {
  setPriority(LOW_PRIORITY)
  try {
    return await copy(settings)
  } catch (error) {
    return { failure: failureText(error) }
  }
}

async function copy(settings: Settings): Promise<SentCopy> {
  const { copyNewest } = await import('./backup/copies/copying.ts')
  return copyNewest(settings, { signal: untilStopped(), say })
}

async function copyByHand(settings: Settings, directory: string | undefined): Promise<void> {
  const { taken_at, bytes, sent_bytes } = await copy(
    directory ? { ...settings, BACKUP_DIR: resolve(directory) } : settings,
  )
  say(`The backup of ${taken_at} is there: ${sizeText(bytes)}; ${sizeText(sent_bytes)} were sent now.`)
}

const PLANS: Readonly<Record<string, (settings: Settings) => Promise<ToldResult | CopyResult>>> = {
  '--scheduled': backUpByPlan,
  '--copy': copyByPlan,
}

async function main(): Promise<void> {
  const [first, second, ...rest] = process.argv.slice(2)
  if (first === '--verify') {
    if (!second || rest.length > 0) throw new Error('say which one: npm run backup -- --verify <backup>')
    const directory = resolve(second)
    await refuseStrays(directory, await verifyBackup(backupAt(directory), say))
    return
  }
  process.umask(0o077)
  const settings = readSettings(process.env)
  refuseMoved(settings)
  const plan = PLANS[first ?? '']
  if (plan) {
    process.send?.(await plan(settings))
    process.disconnect?.()
    return
  }
  if (first === '--elsewhere') return copyByHand(settings, second)
  const place = first ?? settings.BACKUP_DIR
  if (!place || first?.startsWith('-') || second)
    throw new Error('say where to: npm run backup -- <directory>, or set BACKUP_DIR')
  await backUp(settings, resolve(place))
}

process.exitCode = await main().then(
  () => 0,
  (error: unknown) => {
    const [, , first] = process.argv
    const what: Record<string, string> = {
      '--verify': 'This is no whole backup',
      '--elsewhere': 'No backup was copied',
    }
    process.stderr.write(`${what[first ?? ''] ?? 'No backup was made'}: ${failureText(error)}\n`)
    return 1
  },
)
