import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { OpenDatabase } from './db/open.ts'
import type { Settings } from './settings.ts'

/** The time for the process to remove what it has begun; then it is killed, and the next one removes it. */
const ENDING_MS = 5_000

/**
 * Returns the address of the embedded database for the other process: it is not to look for it, whatever directories it
 * may enter.
 */
export function socketUrl({ host, port, user, database }: OpenDatabase['pool']['options']): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`
}

/** A process of `backup.ts`, one at a time, with the settings of this server. */
export interface BackupProcess {
  /** Runs it to its end. @returns what it says of itself, or why it says nothing */
  run<R extends object>(plan: '--scheduled' | '--copy', directory: string): Promise<R | { failure: string }>
  /** Ends it, and waits for what was waiting for it. */
  stop(under: Promise<void> | undefined): Promise<void>
}

export function backupProcess({ pool }: OpenDatabase, settings: Settings): BackupProcess {
  const { DATA_DIR, DATABASE_URL, BACKUP_URL, BACKUP_URL_KEEP } = settings
  let child: ChildProcess | undefined
  let isStopping = false
  return {
    run: async <R extends object>(plan: string, BACKUP_DIR: string) => {
      const begun = fork(join(import.meta.dirname, 'backup.ts'), [plan], {
        env: {
          ...process.env,
          DATA_DIR,
          BACKUP_DIR,
          // Read at each run, since an administrator may change it.
          BACKUP_KEEP: `${settings.BACKUP_KEEP}`,
          BACKUP_URL: BACKUP_URL ?? '',
          BACKUP_URL_KEEP: `${BACKUP_URL_KEEP}`,
          DATABASE_URL: DATABASE_URL ?? socketUrl(pool.options),
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      child = begun
      let result: R | { failure: string } = { failure: 'Its process ended before it was done.' }
      begun.on('message', (said: R) => {
        result = said
      })
      begun.on('error', (error) => {
        result = { failure: error.message }
      })
      await once(begun, 'close').catch(() => undefined)
      child = undefined
      return isStopping ? { failure: 'The server was stopped.' } : result
    },
    stop: async (under) => {
      isStopping = true
      const running = child
      running?.kill('SIGTERM')
      const late = setTimeout(() => running?.kill('SIGKILL'), ENDING_MS)
      await under
      clearTimeout(late)
    },
  }
}
