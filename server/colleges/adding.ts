import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { type Upgrade, upgrade } from '../db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../db/open.ts'
import { setRetention } from '../db/retention.ts'
import type { Db } from '../db/types.ts'
import type { Settings } from '../settings.ts'
import { type MadeDatabase, makeDatabase } from './database.ts'
import { writtenHost } from './hosts.ts'
import { collegeIn, collegeNames, folderOf, isCollegeName, readRegistry, SETTINGS_FILE } from './registry.ts'
import type { InstallationSettings } from './settings.ts'

/** A college to be made, as its operator has named it. */
export interface ToAdd {
  name: string
  host: string
  collegeName: string | undefined
  adminEmail: string | undefined
  /** A database made elsewhere, empty, in the place of one on our server. */
  databaseUrl: string | undefined
  ownerUrl: string | undefined
}

/** Makes what a new college begins with: its first administrator, and the mark of its files. */
export type Begin = (opened: OpenDatabase, settings: Settings, say: (line: string) => void) => Promise<void>

const LINE_BREAK = /[\r\n]/

/** Writes a variable as `parseEnv` reads it. */
function written([variable, value]: readonly [string, string]): string {
  const mark = ['"', "'", '`'].find((one) => !value.includes(one))
  if (!mark || LINE_BREAK.test(value)) throw new Error(`${variable} has characters that a file of settings can't hold`)
  return `${variable}=${mark}${value}${mark}\n`
}

/** @throws Error with one line for people when the name or the host is taken, or none */
function refuseTaken(installation: InstallationSettings, { name, host, databaseUrl, ownerUrl }: ToAdd): string {
  if (!isCollegeName(name))
    throw new Error(
      `"${name}" is no name for a college: small letters and digits, 30 at the most, single hyphens between`,
    )
  const plain = writtenHost(host)
  if (!plain) throw new Error(`"${host}" is no host`)
  if (collegeNames(installation).includes(name)) throw new Error(`there is a college ${name} already`)
  const other = readRegistry(installation).byHost.get(plain)
  if (other) throw new Error(`the host ${plain} is that of ${other.name}`)
  if (!installation.adminUrl && !databaseUrl)
    throw new Error('set COLLEGES_DATABASE_URL, or say where its database is: --database-url and --owner-url')
  if ((databaseUrl === undefined) !== (ownerUrl === undefined))
    throw new Error('--database-url needs --owner-url too: the address of the plain role, and that of the owner')
  return plain
}

/** Returns what is done before an upgrade of a database. */
type Beforehand = (owner: Db, config: pg.PoolConfig) => (due: Upgrade) => Promise<void>

/** Brings a college's database to this version, as its owner; resolves with it open as the plain role. */
export const prepareDatabase = (settings: Settings, beforehand?: Beforehand): Promise<OpenDatabase> =>
  openDatabase(settings, async (owner, config) => {
    await upgrade(owner, beforehand?.(owner, config))
    await setRetention(owner, settings)
  })

/**
 * Makes a college: database, roles, folder, first administrator. All or nothing.
 * @returns what is to be told once: the password of the administrator
 * @throws Error with one line for people
 */
export async function addCollege(installation: InstallationSettings, given: ToAdd, begin: Begin): Promise<string[]> {
  const host = refuseTaken(installation, given)
  const { name, collegeName, adminEmail } = given
  const folder = join(installation.directory, `.adding-${name}`)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Error(`${name} is being added just now; if not, remove ${folder}, which was cut off, and its database`)
  }
  let made: MadeDatabase | undefined
  try {
    if (!given.databaseUrl && installation.adminUrl) made = await makeDatabase(installation.adminUrl, name)
    const variables = {
      COLLEGE_HOSTS: host,
      ...(collegeName ? { COLLEGE_NAME: collegeName } : {}),
      ...(adminEmail ? { ADMIN_EMAIL: adminEmail } : {}),
      DATABASE_URL: made?.url ?? given.databaseUrl ?? '',
      DATABASE_OWNER_URL: made?.ownerUrl ?? given.ownerUrl ?? '',
      ...(installation.backups ? { BACKUP_DIR: join(installation.backups, name) } : {}),
    }
    writeFileSync(join(folder, SETTINGS_FILE), Object.entries(variables).map(written).join(''), {
      mode: 0o600,
      flag: 'wx',
    })
    const lines: string[] = []
    const { settings } = collegeIn(folder, name, installation)
    const opened = await prepareDatabase(settings)
    try {
      await begin(opened, settings, (line) => lines.push(line))
    } finally {
      await opened.close()
    }
    renameSync(folder, folderOf(installation, name))
    return lines
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    await made?.drop()
    throw error
  }
}
