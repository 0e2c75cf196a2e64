// `npm run backup`: makes a backup beside the server or while it is off, with the server's own settings; or verifies one.
// `--scheduled` is the server's own, for the process that it starts each day.

import { setPriority } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { counted } from '../shared/labels.ts'
import { readApart } from './backup/apart.ts'
import { openCollege } from './backup/college.ts'
import { bytesOf, type Manifest } from './backup/manifest.ts'
import { removeOld, writeAsOwner } from './backup/place.ts'
import { backupAt } from './backup/source.ts'
import { madeText, takeBackup } from './backup/take.ts'
import { refuseStrays, verifyBackup } from './backup/verify.ts'
import type { ToldResult } from './backup-process.ts'
import { connectAlone } from './db/alone.ts'
import { refuseMoved } from './machine/data-directory.ts'
import { readSettings, type Settings } from './settings.ts'

/** The priority below the day's work: a backup takes the processor and disk that are left. */
const LOW_PRIORITY = 10

const say = (line: string) => process.stdout.write(`${line}\n`)
const textOf = (error: unknown) => {
  const text = error instanceof Error ? error.message : String(error)
  return (error as { code?: unknown }).code === 'ENOSPC' ? `the disk of the backups is full (${text})` : text
}

const isRoot = () => process.geteuid?.() === 0

/** @returns the backup with its path, and the directory of all: a process begun as root goes on there as somebody else */
async function backUp(
  settings: Settings,
  given: string,
): Promise<{ manifest: Manifest; place: string; shown: string }> {
  const stopping = new AbortController()
  const stop = () => stopping.abort(new Error('it was stopped'))
  for (const end of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(end, stop)
  const { files, config, account, close } = isRoot() ? await readApart('college') : await openCollege(settings)
  try {
    const alone = await connectAlone(config)
    try {
      const place = isRoot() ? writeAsOwner(given, account) : given
      const taking = { client: alone.client, college: files, place, signal: stopping.signal, say }
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
    return { failure: textOf(error) }
  }
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
  if (first === '--scheduled') {
    const result = await backUpByPlan(settings)
    process.send?.(result)
    process.disconnect?.()
    return
  }
  const place = first ?? settings.BACKUP_DIR
  if (!place || first?.startsWith('-') || second)
    throw new Error('say where to: npm run backup -- <directory>, or set BACKUP_DIR')
  await backUp(settings, resolve(place))
}

process.exitCode = await main().then(
  () => 0,
  (error: unknown) => {
    const [, , first] = process.argv
    const what = first === '--verify' ? 'This is no whole backup' : 'No backup was made'
    process.stderr.write(`${what}: ${textOf(error)}\n`)
    return 1
  },
)
