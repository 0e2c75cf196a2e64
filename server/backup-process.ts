import type pg from 'pg'
import type { OpenDatabase } from './db/open.ts'
import type { BackupResult } from './features/backups/writes.ts'
import { type Environment, programOf } from './program.ts'
import type { Settings } from './settings.ts'

/** The result of a backup as its process tells it: with the backup's path, where there is one. */
export type ToldResult = (Extract<BackupResult, { bytes: number }> & { path: string }) | { failure: string }

/**
 * Returns the address of a database for another process. The embedded one's is its socket: the process is not to look for
 * it, whatever directories it may enter.
 */
export function addressFor({ connectionString, host, port, user, database }: pg.PoolConfig): string {
  return (
    connectionString ?? `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`
  )
}

type Plan = '--scheduled' | '--copy'
type Variables = Record<'BACKUP_DIR' | 'DATABASE_URL', string> & Record<string, string>

/** Begins a backup in a process of its own, so that nothing waits for it, with these settings instead of ours. */
export const beginBackup = (
  { DATA_DIR, BACKUP_KEEP }: Pick<Settings, 'DATA_DIR' | 'BACKUP_KEEP'>,
  others: Variables,
  environment: Environment = process.env,
): Promise<ToldResult> => {
  const variables = { DATA_DIR, BACKUP_KEEP: `${BACKUP_KEEP}`, ...others }
  return programOf('backup.ts').run(['--scheduled'], { ...environment, ...variables })
}

/** A process of `backup.ts`, one at a time, with the settings of this server. */
export interface BackupProcess {
  /** Runs it to its end. @returns what it says of itself, or why it says nothing */
  run<R extends object>(plan: Plan, directory: string): Promise<R | { failure: string }>
  /** Ends it, and waits for what was waiting for it. */
  stop(under: Promise<void> | undefined): Promise<void>
}

export function backupProcess(
  { pool }: OpenDatabase,
  settings: Settings,
  environment: Environment = process.env,
): BackupProcess {
  const { DATA_DIR, DATABASE_URL, BACKUP_URL, BACKUP_URL_KEEP } = settings
  const program = programOf('backup.ts')
  let isStopping = false
  return {
    run: async <R extends object>(plan: Plan, BACKUP_DIR: string) => {
      const result = await program.run<R>([plan], {
        ...environment,
        DATA_DIR,
        BACKUP_DIR,
        // Read at each run, since an administrator may change it.
        BACKUP_KEEP: `${settings.BACKUP_KEEP}`,
        BACKUP_URL: BACKUP_URL ?? '',
        BACKUP_URL_KEEP: `${BACKUP_URL_KEEP}`,
        DATABASE_URL: DATABASE_URL ?? addressFor(pool.options),
      })
      return isStopping ? { failure: 'The server was stopped.' } : result
    },
    stop: (under) => {
      isStopping = true
      return program.stop(under)
    },
  }
}
