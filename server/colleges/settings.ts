import { availableParallelism } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import * as z from 'zod/mini'
import { readSettings, type Settings, WrongSettings } from '../settings.ts'

const numberOf = (what: string, least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,5}$/, `must be a number of ${what}`)),
    z.pipe(
      z.transform(Number),
      z.int().check(z.minimum(least, `must be at least ${least}`), z.maximum(most, `must be at most ${most}`)),
    ),
  )

const postgres = z
  .string()
  .check(
    z.refine<string>(
      (text) => ['postgres:', 'postgresql:'].includes(URL.parse(text)?.protocol ?? ''),
      'must be an address that starts with postgres:// or postgresql://',
    ),
  )

/** The variables of an installation of many colleges, beside those that each college has in its own file. */
const Installation = z.object({
  /** A directory with one folder for each college. */
  COLLEGES_DIR: z.string(),
  /** A role that may make databases and roles, for `npm run colleges`; the server itself never uses it. */
  COLLEGES_DATABASE_URL: z.optional(postgres),
  /** The place below which each new college has its directory of backups. */
  COLLEGES_BACKUP_DIR: z.optional(
    z.string().check(z.refine<string>(isAbsolute, 'must be a path from the root, such as /mnt/backups')),
  ),
  /** Processes that answer; one more does what is due for colleges that nobody is at. */
  COLLEGES_PROCESSES: z.optional(numberOf('processes', 1, 64)),
  /** Connections to databases, of all processes and colleges together. */
  COLLEGES_CONNECTIONS: z._default(numberOf('connections', 12, 10_000), 90),
  /** A college that nobody has called for so long is closed until somebody does. */
  COLLEGES_IDLE_MINUTES: z._default(numberOf('minutes', 1, 1440), 10),
})

/** Variables that belong to the processes, which all colleges share. A college's file may not have them. */
export const OF_PROCESSES = [
  'PORT',
  'HOST',
  'TRUST_PROXY',
  'METRICS_PORT',
  'METRICS_HOST',
  'SLOW_STATEMENT_MS',
  'DATA_DIR',
] as const

export interface InstallationSettings {
  directory: string
  adminUrl: string | undefined
  backups: string | undefined
  processes: number
  connections: number
  idleMinutes: number
  /** Those of the processes, read as for one college. */
  own: Settings
}

/**
 * Reads the settings of an installation of many colleges.
 * @throws WrongSettings with one line that names each wrong variable
 */
export function readInstallation(environment: Record<string, string | undefined>): InstallationSettings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  if (given.COLLEGES_DIR === undefined) throw new WrongSettings('COLLEGES_DIR is not set')
  const parsed = z.safeParse(Installation, given)
  if (!parsed.success)
    throw new WrongSettings(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '))
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'FILES_URL'])
    if (given[name] !== undefined)
      throw new WrongSettings(`${name} is not for an installation of many colleges, which COLLEGES_DIR makes it`)
  const { data } = parsed
  const names = [...OF_PROCESSES, 'COLLEGE_TIMEZONE']
  return {
    directory: resolve(data.COLLEGES_DIR),
    adminUrl: data.COLLEGES_DATABASE_URL,
    backups: data.COLLEGES_BACKUP_DIR,
    processes: data.COLLEGES_PROCESSES ?? availableParallelism(),
    connections: data.COLLEGES_CONNECTIONS,
    idleMinutes: data.COLLEGES_IDLE_MINUTES,
    own: readSettings(Object.fromEntries(names.map((name) => [name, given[name]]))),
  }
}
