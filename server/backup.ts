// `npm run backup`: makes a backup beside the server or while it is off, with the server's own settings; or verifies one.
// `--scheduled` is the server's own, for the process that it starts each day.

import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import type pg from 'pg'
import { counted } from '../shared/labels.ts'
import { bytesOf, type Manifest } from './backup/manifest.ts'
import { removeOld } from './backup/place.ts'
import { madeText, takeBackup } from './backup/take.ts'
import { verifyBackup } from './backup/verify.ts'
import { fileStoreOf } from './core/files/open.ts'
import { refuseMoved } from './db/data-directory.ts'
import type { BackupResult } from './features/backups/writes.ts'
import { reachEmbedded } from './postgres/reach.ts'
import { readSettings, type Settings } from './settings.ts'

/** What is left of a day's processor and disk. */
const LOW_PRIORITY = 10

const say = (line: string) => process.stdout.write(`${line}\n`)
const textOf = (error: unknown) => {
  const text = error instanceof Error ? error.message : String(error)
  return (error as { code?: unknown }).code === 'ENOSPC' ? `the disk of the backups is full (${text})` : text
}

/** How to reach the database of the server. */
async function reach(settings: Settings): Promise<{ config: pg.PoolConfig; close(): Promise<void> }> {
  // A backup is one session, for which a pooler is no use.
  const url = settings.DATABASE_POOLER ? settings.DATABASE_OWNER_URL : settings.DATABASE_URL
  if (url) return { config: { connectionString: url }, close: async () => undefined }
  const { pool, close } = await reachEmbedded(settings.DATA_DIR)
  return { config: pool.options, close }
}

async function backUp(settings: Settings, place: string): Promise<Manifest> {
  const stopping = new AbortController()
  const stop = () => stopping.abort(new Error('it was stopped'))
  for (const end of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(end, stop)
  const { config, close } = await reach(settings)
  try {
    const store = await fileStoreOf(settings)
    const taking = { config, store, dataDir: settings.DATA_DIR, place, signal: stopping.signal, say }
    const { path, manifest } = await takeBackup(taking)
    say(madeText(path, manifest))
    for (const [what, keys] of Object.entries({ missing: manifest.missing, damaged: manifest.damaged }))
      if (keys.length > 0) say(`WARNING: ${counted(keys.length, 'file')} that records name ${what}: ${keys[0]} …`)
    return manifest
  } finally {
    await close()
  }
}

/** In a process of the server's: as what it was made is told over the channel between both. */
async function backUpByPlan(settings: Settings): Promise<BackupResult> {
  setPriority(LOW_PRIORITY)
  try {
    const place = settings.BACKUP_DIR ?? ''
    const manifest = await backUp(settings, place)
    for (const path of removeOld(place, manifest.installation, settings.BACKUP_KEEP)) say(`Removed ${path}.`)
    return { bytes: bytesOf(manifest), missing_files: manifest.missing.length + manifest.damaged.length }
  } catch (error) {
    return { failure: textOf(error) }
  }
}

async function main(): Promise<void> {
  const [first, second, ...rest] = process.argv.slice(2)
  if (first === '--verify') {
    if (!second || rest.length > 0) throw new Error('say which one: npm run backup -- --verify <backup>')
    await verifyBackup(resolve(second), say)
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
  await backUp(settings, place)
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
