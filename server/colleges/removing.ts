import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { countConnected, databaseNames, dropDatabase } from './database.ts'
import { runFor } from './programs.ts'
import { type College, folderOf, isCollegeName, SETTINGS_FILE } from './registry.ts'
import type { InstallationSettings } from './settings.ts'

/** The processes look for colleges every two seconds, and close one that is gone behind the calls that are open. */
const NOTICED_MS = 3_000
const CLOSED_MS = 40_000
const LOOK_MS = 500

/** Makes a backup of a college with the program for it. @throws Error with the program's line */
export async function backUp(college: College, place: string | undefined): Promise<string> {
  const { status, lines } = await runFor(college, 'backup', ...(place === undefined ? [] : [place]))
  const last = lines.at(-1) ?? ''
  if (status !== 0) throw new Error(last)
  return last
}

/** Tells whether the college's database is the one that `add` makes for a college of this name. */
function isOurs({ name, settings }: College, adminUrl: string | undefined): boolean {
  const { host, pathname } = new URL(settings.DATABASE_URL ?? 'postgres:')
  return pathname === `/${databaseNames(name).database}` && (!adminUrl || new URL(adminUrl).host === host)
}

/**
 * Removes a college: a last backup, then its folder, database and roles. A database that was made elsewhere stays.
 * @returns lines for people
 * @throws Error with one line; before the backup is whole nothing is changed
 */
export async function removeCollege(installation: InstallationSettings, college: College): Promise<string[]> {
  const { directory, adminUrl } = installation
  const { name } = college
  if (!isCollegeName(name)) throw new Error(`there is no college ${name}`)
  const ours = isOurs(college, adminUrl)
  if (ours && !adminUrl) throw new Error('set COLLEGES_DATABASE_URL, with which its database is dropped')
  const place = join(directory, '.removed', `${name}-${new Date().toISOString().replaceAll(':', '-')}`)
  mkdirSync(join(directory, '.removed'), { recursive: true, mode: 0o700 })
  const last = await backUp(college, place)
  const folder = folderOf(installation, name)
  const [settings, leaving] = [join(folder, SETTINGS_FILE), join(folder, 'removing.env')]
  // From here on no process opens it. One that has it open writes a last head of its trail into the folder.
  renameSync(settings, leaving)
  await sleep(NOTICED_MS)
  try {
    if (ours && adminUrl) {
      for (const until = Date.now() + CLOSED_MS; Date.now() < until; await sleep(LOOK_MS))
        if ((await countConnected(adminUrl, name)) === 0) break
      await dropDatabase(adminUrl, name)
    }
  } catch (error) {
    renameSync(leaving, settings)
    throw error
  }
  rmSync(folder, { recursive: true, force: true })
  return [last, ...(ours ? [] : ['Its database was made elsewhere, and stays there.'])]
}
