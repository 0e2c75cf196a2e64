import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inQueue, type JobServices } from '../../jobs/kinds.ts'
import { finishRestoreTest, type RestoreResult, whileHeard } from './trials.writes.ts'

/** The program of the process that restores: beside the other programs of the server. */
const PROGRAM = join(import.meta.dirname, '../../restore-test.ts')
const PLACE = 'restore-test-'

type Source = 'directory' | 'bucket'

/** Restores in a process of its own, so that no request waits for it. */
async function runProcess(args: [Source, ...string[]], BACKUP_URL = '', signal?: AbortSignal): Promise<RestoreResult> {
  const begun = fork(PROGRAM, args, {
    env: { ...process.env, BACKUP_URL },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const left = Promise.withResolvers<void>()
  // It takes its database along then. Once this side has ended the channel, nothing but its exit is told.
  const leave = () => {
    begun.once('exit', () => left.resolve())
    if (begun.connected) begun.disconnect()
  }
  signal?.addEventListener('abort', leave, { once: true })
  let result: RestoreResult = { failure: 'Its process ended before it was done.' }
  begun.on('message', (said: RestoreResult) => {
    result = said
  })
  begun.on('error', (error) => {
    result = { failure: error.message }
  })
  await Promise.race([once(begun, 'close').catch(() => undefined), left.promise])
  signal?.removeEventListener('abort', leave)
  return result
}

/** Restores the newest backup of the directory, or of the bucket, into a place that goes again. */
async function restoreNewest(
  kind: Source,
  { settings, files }: Pick<JobServices, 'settings' | 'files'>,
  signal?: AbortSignal,
): Promise<RestoreResult> {
  const { BACKUP_DIR, DATA_DIR } = settings
  const from = kind === 'bucket' ? DATA_DIR : BACKUP_DIR
  if (from === undefined) return { failure: 'No directory for backups is set.' }
  const installation = await files.readInstallation()
  if (installation === undefined) return { failure: 'The installation is not known yet.' }
  // There is one test of a kind at a time: what lies there was left by one that was cut off.
  const name = `${PLACE}${kind}-`
  for (const left of readdirSync(DATA_DIR).filter((one) => one.startsWith(name)))
    rmSync(join(DATA_DIR, left), { recursive: true, force: true, maxRetries: 5 })
  const place = mkdtempSync(join(DATA_DIR, name))
  try {
    return await runProcess([kind, place, from, installation], settings.BACKUP_URL, signal)
  } finally {
    rmSync(place, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The same, with what went wrong as the result. */
export const tryNewest = (...how: Parameters<typeof restoreNewest>): Promise<RestoreResult> =>
  restoreNewest(...how).catch((error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }))

/** Restores the newest backup to try it. A failure is a result, and is not tried again. */
export const restoreTest = inQueue<{ test_id: number }>('sweeps', {
  kind: 'test-restore',
  retries: { times: 1, first: 60, most: 60 },
  priority: 0,
  run: async (services, { test_id }) => {
    const result = await whileHeard(services.db, test_id, () => tryNewest('directory', services))
    // It was cut off, and another one may be under way.
    if (!result) return
    await services.db.transaction().execute((tx) => finishRestoreTest(tx, test_id, result))
    if ('failure' in result) services.log.error({ reason: result.failure }, 'a test restore failed')
    else services.log.info({ ...result }, 'a test restore went well')
  },
})
