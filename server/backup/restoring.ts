import { refuseUnfit } from '../db/fit.ts'
import { openDatabase } from '../db/open.ts'
import { fileStoreOf } from '../files/open.ts'
import { accountFor, becomeOwner } from '../machine/leave-root.ts'
import type { Account } from '../machine/process.ts'
import type { Settings } from '../settings.ts'
import { readApart } from './apart.ts'
import { fromBackup, loadTables, refuseTables } from './loading.ts'
import type { Manifest } from './manifest.ts'
import { putFilesBack, refuseFiles, removeMark } from './put-back.ts'
import { backupAt, manifestOf, type Source } from './source.ts'
import { refuseNewer, verifyBackup } from './verify.ts'

/** Opens the backup; root reads it apart. */
export async function openBackup(backup: string): Promise<{ files: Source; close(): Promise<void> }> {
  if (process.geteuid?.() === 0) return readApart('backup', backup)
  return { files: backupAt(backup), close: async () => undefined }
}

/**
 * Verifies a backup and puts it into the empty place that the settings name.
 * @returns its manifest, and the user that the restored data belong to, where that is not our own
 * @throws Error with one line for people
 */
export async function restoreBackup(
  backup: Source,
  settings: Settings,
  say: (line: string) => void,
): Promise<{ manifest: Manifest; account: Account | null }> {
  refuseNewer(await manifestOf(backup))
  const placeIn = async (dataDir: string) => {
    return { store: await fileStoreOf({ ...settings, DATA_DIR: dataDir }), dataDir, backup }
  }
  let { DATA_DIR } = settings
  await refuseFiles(await placeIn(DATA_DIR))
  say(`Verifying ${backup.place} …`)
  const manifest = await verifyBackup(backup, say)
  // Root goes on as the owner of the data before it writes any.
  if (settings.DATABASE_URL) DATA_DIR = becomeOwner(DATA_DIR, accountFor(DATA_DIR))
  const opened = await openDatabase({ ...settings, DATA_DIR }, async (owner, config, account) => {
    await refuseUnfit(owner)
    DATA_DIR = becomeOwner(DATA_DIR, account)
    await refuseTables(config)
    say('Files …')
    await putFilesBack(await placeIn(DATA_DIR), manifest, say)
    say('Tables …')
    await loadTables(config, fromBackup(backup, manifest, say))
  })
  await opened.close()
  removeMark(DATA_DIR)
  return { manifest, account: opened.account }
}
