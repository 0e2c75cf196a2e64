import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { readSettings, SETTING_NAMES, type Settings, WrongSettings } from '../settings.ts'
import { writtenHost } from './hosts.ts'
import { type InstallationSettings, OF_PROCESSES } from './settings.ts'

export const SETTINGS_FILE = 'college.env'
/** The hosts at which a college is, in its file. */
const HOSTS = 'COLLEGE_HOSTS'
/** The folder of a college. Names with a dot in front are of colleges that are being made or were removed. */
const NAME = /^[a-z](?:-?[a-z0-9])*$/
const NAME_MAX = 30
export const isCollegeName = (name: string) => name.length <= NAME_MAX && NAME.test(name)
/** Bits of a file by which others than its owner may read or write it. */
const FOR_OTHERS = 0o077

export interface College {
  name: string
  /** The first one is the college's address. */
  hosts: readonly string[]
  settings: Settings
  /** The variables, for programs that are begun for this college. */
  environment: Record<string, string>
  /** Changes with the file. */
  mark: string
}

/** A folder that can't be served, and why. */
interface Unusable {
  name: string
  problem: string
}

export interface Registry {
  colleges: Map<string, College>
  unusable: Unusable[]
  byHost: Map<string, College>
}

export const folderOf = ({ directory }: Pick<InstallationSettings, 'directory'>, name: string) => join(directory, name)
const fileOf = (folder: string) => join(folder, SETTINGS_FILE)

/** Returns the names of the folders that are colleges. */
export function collegeNames({ directory }: Pick<InstallationSettings, 'directory'>): string[] {
  return readdirSync(directory)
    .filter((name) => isCollegeName(name) && existsSync(fileOf(join(directory, name))))
    .toSorted()
}

function markOf(file: string): string {
  // The time of its last change tells of other rights, too.
  const { ino, ctimeMs, size } = statSync(file)
  return `${ino} ${ctimeMs} ${size}`
}

/**
 * Reads the settings of a college: those of its file, and nothing of the environment but what is the processes'.
 * @throws WrongSettings with one line for people
 */
export function collegeIn(folder: string, name: string, { own }: Pick<InstallationSettings, 'own'>): College {
  const file = fileOf(folder)
  if (statSync(file).mode & FOR_OTHERS) throw new WrongSettings(`${file} must be for its owner alone (chmod 600)`)
  const mark = markOf(file)
  const written = parseEnv(readFileSync(file, 'utf8')) as Record<string, string>
  const { [HOSTS]: listed = '', ...given } = written
  for (const variable of [...OF_PROCESSES, 'ADMIN_PASSWORD'])
    if (given[variable]) throw new WrongSettings(`${variable} is not for a college's file`)
  for (const variable of Object.keys(given))
    if (!SETTING_NAMES.includes(variable)) throw new WrongSettings(`there is no setting ${variable}`)
  if (!given.DATABASE_URL) throw new WrongSettings('DATABASE_URL is not set')
  const zone = given.COLLEGE_TIMEZONE ?? own.COLLEGE_TIMEZONE
  if (zone !== own.COLLEGE_TIMEZONE)
    throw new WrongSettings(
      `COLLEGE_TIMEZONE is ${zone}, and the installation's is ${own.COLLEGE_TIMEZONE}: all colleges of one have the same`,
    )
  const hosts = listed.split(',').map((host) => ({ host, plain: writtenHost(host) }))
  for (const { host, plain } of hosts) if (!plain) throw new WrongSettings(`${HOSTS} has "${host}", which is no host`)
  const environment = {
    ...given,
    COLLEGE_TIMEZONE: own.COLLEGE_TIMEZONE,
    PUBLIC_URL: given.PUBLIC_URL || `https://${hosts[0]?.plain}`,
    DATA_DIR: resolve(folder),
  }
  const settings = readSettings(environment)
  return {
    name,
    hosts: hosts.map(({ plain = '' }) => plain),
    settings: {
      ...settings,
      ...{ PORT: own.PORT, HOST: own.HOST, TRUST_PROXY: own.TRUST_PROXY, SLOW_STATEMENT_MS: own.SLOW_STATEMENT_MS },
      // A directory of the machine is nothing that an administrator of one college chooses on a screen.
      given: new Set([...settings.given, 'BACKUP_DIR']),
    },
    environment,
    mark,
  }
}

/** Refuses what two colleges may not share. The first in the order of the names keeps it. */
function refuseShared(college: College, taken: Map<string, string>): void {
  const { DATABASE_URL, FILES_URL, BACKUP_DIR } = college.settings
  const own = [
    ...college.hosts.map((host) => [`host ${host}`, `the host ${host}`]),
    [databaseOf(DATABASE_URL), 'the database'],
    ...(FILES_URL ? [[databaseOf(FILES_URL), 'the bucket and its folder']] : []),
    ...(BACKUP_DIR ? [[`backups ${resolve(BACKUP_DIR)}`, 'the directory of backups']] : []),
  ]
  for (const [key = '', what] of own) {
    const other = taken.get(key)
    if (other !== undefined) throw new WrongSettings(`${what} is that of ${other}`)
  }
  for (const [key = ''] of own) taken.set(key, college.name)
}

/** An address without who signs in. */
function databaseOf(url = ''): string {
  const { protocol, host, pathname, search } = new URL(url)
  return `${protocol}//${host}${pathname}${search}`
}

/** Reads all colleges. One that can't be read keeps no other from being served. */
export function readRegistry(installation: InstallationSettings, before?: Registry): Registry {
  const colleges = new Map<string, College>()
  const byHost = new Map<string, College>()
  const unusable: Unusable[] = []
  const taken = new Map<string, string>()
  for (const name of collegeNames(installation)) {
    try {
      const folder = folderOf(installation, name)
      const known = before?.colleges.get(name)
      const college = known?.mark === markOf(fileOf(folder)) ? known : collegeIn(folder, name, installation)
      refuseShared(college, taken)
      colleges.set(name, college)
      for (const host of college.hosts) byHost.set(host, college)
    } catch (error) {
      unusable.push({ name, problem: error instanceof Error ? error.message : String(error) })
    }
  }
  return { colleges, byHost, unusable }
}
