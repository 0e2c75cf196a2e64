import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inQueue, type JobServices } from '../../jobs/kinds.ts'
import { finishRestoreTest, type RestoreResult } from './writes.ts'

/** The program of the process that restores: beside the other programs of the server. */
const PROGRAM = join(import.meta.dirname, '../../restore-test.ts')
const PLACE = 'restore-test-'

/** Restores in a process of its own, so that no request waits for it. */
async function runProcess(place: string, backups: string, installation: string): Promise<RestoreResult> {
  const begun = fork(PROGRAM, [place, backups, installation], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  let result: RestoreResult = { failure: 'Its process ended before it was done.' }
  begun.on('message', (said: RestoreResult) => {
    result = said
  })
  begun.on('error', (error) => {
    result = { failure: error.message }
  })
  await once(begun, 'close').catch(() => undefined)
  return result
}

async function restoreNewest({ settings, files }: JobServices): Promise<RestoreResult> {
  const { BACKUP_DIR, DATA_DIR } = settings
  if (BACKUP_DIR === undefined) return { failure: 'No directory for backups is set.' }
  const installation = await files.readInstallation()
  if (installation === undefined) return { failure: 'The installation is not known yet.' }
  // There is one test at a time: what lies there was left by one that was cut off.
  for (const name of readdirSync(DATA_DIR).filter((one) => one.startsWith(PLACE)))
    rmSync(join(DATA_DIR, name), { recursive: true, force: true, maxRetries: 5 })
  const place = mkdtempSync(join(DATA_DIR, PLACE))
  try {
    return await runProcess(place, BACKUP_DIR, installation)
  } finally {
    rmSync(place, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Restores the newest backup to try it. A failure is a result, and is not tried again. */
export const restoreTest = inQueue<{ test_id: number }>('sweeps', {
  kind: 'test-restore',
  retries: { times: 1, first: 60, most: 60 },
  priority: 0,
  run: async (services, { test_id }) => {
    const result = await restoreNewest(services).catch((error: unknown) => ({
      failure: error instanceof Error ? error.message : String(error),
    }))
    await services.db.transaction().execute((tx) => finishRestoreTest(tx, test_id, result))
    if ('failure' in result) services.log.error({ reason: result.failure }, 'a test restore failed')
    else services.log.info({ ...result }, 'a test restore went well')
  },
})
