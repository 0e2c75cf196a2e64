import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type pg from 'pg'
import type { BackupResult } from './features/backups/writes.ts'
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

/** Begins a backup in a process of its own, so that nothing waits for it, with these settings instead of ours. */
export function beginBackup(
  { DATA_DIR, BACKUP_KEEP }: Pick<Settings, 'DATA_DIR' | 'BACKUP_KEEP'>,
  others: Record<'BACKUP_DIR' | 'DATABASE_URL', string> & Record<string, string>,
): { child: ChildProcess; result: Promise<ToldResult> } {
  const child = fork(join(import.meta.dirname, 'backup.ts'), ['--scheduled'], {
    env: { ...process.env, DATA_DIR, BACKUP_KEEP: `${BACKUP_KEEP}`, ...others },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let told: ToldResult = { failure: 'Its process ended before it was done.' }
  child.on('message', (said: ToldResult) => {
    told = said
  })
  child.on('error', (error) => {
    told = { failure: error.message }
  })
  const result = once(child, 'close').then(
    () => told,
    () => told,
  )
  return { child, result }
}
