import { lchownSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Manifest, readManifest } from './manifest.ts'

/** A backup begins with this, and gets its own name once it is whole. */
const UNFINISHED = '.unfinished-'
const WHOLE = /^clinical-elog-\d{4}-\d{2}-\d{2}T[\d.-]+Z$/
const DAY_MS = 24 * 60 * 60 * 1000

export const nameOf = (takenAt: Date) => `clinical-elog-${takenAt.toISOString().replaceAll(':', '-')}`

const unfinishedOf = (installation: string) => `${UNFINISHED}${installation.slice(0, 8)}-`

/** Removes what was cut off. The caller holds the lock of this installation's database, so nobody is at it. */
export function clearUnfinished(place: string, installation: string): void {
  for (const name of readdirSync(place))
    if (name.startsWith(unfinishedOf(installation))) rmSync(join(place, name), { recursive: true, force: true })
}

/**
 * A directory in a backup's. It is its place's owner's, also when root makes it: the server backs up there each night as
 * that user, and removes what is old or was cut off.
 */
export function makeFolder(path: string): void {
  mkdirSync(path, { mode: 0o700 })
  giveTo(dirname(path), [path])
}

function giveTo(place: string, paths: readonly string[]): void {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = statSync(place)
  for (const path of paths) lchownSync(path, uid, gid)
}

/** Gives all of a backup to the owner of its place. */
export function giveWhole(directory: string): void {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  giveTo(
    directory,
    entries.map(({ parentPath, name }) => join(parentPath, name)),
  )
}

/** Makes a directory for a backup that is not whole yet. */
export function beginIn(place: string, installation: string, takenAt: Date): string {
  const directory = join(place, `${unfinishedOf(installation)}${nameOf(takenAt)}`)
  for (const path of [directory, join(directory, 'tables'), join(directory, 'files')]) makeFolder(path)
  return directory
}

interface Whole {
  path: string
  manifest: Manifest
}

/** The backups of an installation that are whole, the newest first. What can't be read is none. */
export function wholeIn(place: string, installation: string): Whole[] {
  const found: Whole[] = []
  for (const name of readdirSync(place).filter((one) => WHOLE.test(one))) {
    const path = join(place, name)
    try {
      const manifest = readManifest(path)
      if (manifest.installation === installation) found.push({ path, manifest })
    } catch {
      // Of another layout, or damaged: left where it is.
    }
  }
  return found.sort((a, b) => b.manifest.taken_at.localeCompare(a.manifest.taken_at))
}

/**
 * Removes the backups of an installation that are older than so many days, never the newest one.
 * @returns those that are gone
 */
export function removeOld(place: string, installation: string, days: number, now = new Date()): string[] {
  const [, ...older] = wholeIn(place, installation)
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
