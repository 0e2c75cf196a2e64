import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { become } from '../machine/as-account.ts'
import { ownerOf } from '../machine/data-directory.ts'
import type { Account } from '../machine/process.ts'
import { type Manifest, readManifest } from './manifest.ts'

/** A backup begins with this, and gets its own name once it is whole. */
const UNFINISHED = '.unfinished-'
const WHOLE = /^clinical-elog-\d{4}-\d{2}-\d{2}T[\d.-]+Z$/
const DAY_MS = 24 * 60 * 60 * 1000

const NAME = 'clinical-elog-'
export const nameOf = (takenAt: Date) => `${NAME}${takenAt.toISOString().replaceAll(':', '-')}`

/** Returns when a backup of this name was taken; nothing for another name. */
export function takenAtOf(name: string): Date | undefined {
  if (!WHOLE.test(name)) return undefined
  const [day = '', time = ''] = name.slice(NAME.length).split('T')
  const takenAt = new Date(`${day}T${time.replaceAll('-', ':')}`)
  return Number.isNaN(takenAt.getTime()) ? undefined : takenAt
}

const unfinishedOf = (installation: string) => `${UNFINISHED}${installation.slice(0, 8)}-`

/**
 * Makes root go on as the owner of the directory that the backups are put into, and in it: directories above may be
 * somebody else's. A directory of root's own stays root's, unless others may write there too: then the process goes on
 * as `other`, the owner of the data.
 * @returns the directory of the backups from now on
 */
export function writeAsOwner(place: string, other: Account | null): string {
  const isNew = !existsSync(place)
  const entered = isNew ? dirname(place) : place
  if (!existsSync(entered)) throw new Error(`there is no directory ${entered}`)
  process.chdir(entered)
  const owner = ownerOf('.')
  const account = owner.uid === 0 && statSync('.').mode & 0o022 ? other : owner
  if (account && account.uid !== 0) become(account)
  return isNew ? basename(place) : '.'
}

/** Removes what was cut off. The caller holds the lock of this installation's database, so nobody is at it. */
export function clearUnfinished(place: string, installation: string): void {
  for (const name of readdirSync(place))
    if (name.startsWith(unfinishedOf(installation))) rmSync(join(place, name), { recursive: true, force: true })
}

/** Makes a directory for a backup that is not whole yet. */
export function beginIn(place: string, installation: string, takenAt: Date): string {
  const directory = join(place, `${unfinishedOf(installation)}${nameOf(takenAt)}`)
  for (const path of [directory, join(directory, 'tables'), join(directory, 'files')]) mkdirSync(path, { mode: 0o700 })
  return directory
}

interface WholeBackup {
  path: string
  manifest: Manifest
}

/** Returns the whole backups of an installation, the newest first. An unreadable one is none. */
export function listWholeBackups(place: string, installation: string): WholeBackup[] {
  const found: WholeBackup[] = []
  for (const name of readdirSync(place).filter((one) => WHOLE.test(one))) {
    const path = join(place, name)
    try {
      const manifest = readManifest(path)
      if (manifest.installation === installation) found.push({ path, manifest })
    } catch {
      // A backup of another layout, or a damaged one, is left where it is.
    }
  }
  return found.sort((a, b) => b.manifest.taken_at.localeCompare(a.manifest.taken_at))
}

/**
 * Removes the backups of an installation that are older than so many days, never the newest one.
 * @returns those that are gone
 */
export function removeOld(place: string, installation: string, days: number, now = new Date()): string[] {
  const [, ...older] = listWholeBackups(place, installation)
  const first = new Date(now.getTime() - days * DAY_MS).toISOString()
  const old = older.filter(({ manifest }) => manifest.taken_at < first)
  for (const { path, manifest } of old) {
    // Half of one must not look like a whole one.
    const leaving = join(place, `${unfinishedOf(installation)}${nameOf(new Date(manifest.taken_at))}-old`)
    renameSync(path, leaving)
    rmSync(leaving, { recursive: true, force: true })
  }
  return old.map(({ path }) => path)
}
