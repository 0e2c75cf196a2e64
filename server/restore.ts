// `npm run restore -- <backup>`: puts a backup back into an empty place, with the settings that the server will have.

import { resolve } from 'node:path'
import { counted } from '../shared/labels.ts'
import { fromBackup, loadTables, refuseTables } from './backup/loading.ts'
import { type Manifest, readManifest } from './backup/manifest.ts'
import { numberText, sizeText } from './backup/progress.ts'
import { putFilesBack, refuseFiles, removeMark } from './backup/put-back.ts'
import { refuseNewer, verifyBackup } from './backup/verify.ts'
import { fileStoreOf } from './core/files/open.ts'
import { giveFiles, settleDataDirectory } from './db/data-directory.ts'
import { openDatabase } from './db/open.ts'
import { readSettings } from './settings.ts'

/** So many tables are said by name, the longest ones. */
const NAMED = 12

const say = (line: string) => process.stdout.write(`${line}\n`)

function sayWhat({ taken_at, product, tables, files, missing, damaged }: Manifest): void {
  const [...sorted] = tables.filter(({ rows }) => rows > 0).sort((a, b) => b.rows - a.rows)
  const rest = sorted.slice(NAMED)
  const lines = sorted.slice(0, NAMED).map(({ name, rows }) => [name, numberText(rows)])
  if (rest.length > 0)
    lines.push([`${counted(rest.length, 'other table')}`, numberText(rest.reduce((sum, { rows }) => sum + rows, 0))])
  lines.push(['files', `${numberText(files.count)} (${sizeText(files.bytes)})`])
  say(`Restored as of ${taken_at}, of Clinical eLog ${product}:`)
  for (const [name = '', count = ''] of lines) say(`  ${name.padEnd(32)} ${count}`)
  if (missing.length > 0) say(`Missing when it was made, and so still: ${counted(missing.length, 'file')}.`)
  if (damaged.length > 0) say(`Damaged when it was made, and so still: ${counted(damaged.length, 'file')}.`)
}

async function main(): Promise<void> {
  const [given, ...rest] = process.argv.slice(2)
  if (!given || rest.length > 0) throw new Error('say which backup: npm run restore -- <backup>')
  const settings = readSettings(process.env)
  const backup = resolve(given)
  const { DATA_DIR } = settings
  process.umask(0o077)

  refuseNewer(readManifest(backup))
  const place = { store: await fileStoreOf(settings), dataDir: DATA_DIR, backup }
  await refuseFiles(place)
  say(`Verifying ${backup} …`)
  const manifest = await verifyBackup(backup, say)
  const opened = await openDatabase(settings, async (_, config) => {
    await refuseTables(config)
    say('Files …')
    await putFilesBack(place, manifest, say)
    say('Tables …')
    await loadTables(config, fromBackup(backup, manifest, say))
  })
  await opened.close()
  if (opened.account) giveFiles(resolve(DATA_DIR), opened.account)
  settleDataDirectory(resolve(DATA_DIR), opened.account)
  removeMark(DATA_DIR)
  sayWhat(manifest)
  if (opened.account) say(`It belongs to the user ${opened.account.name}: start the server as that user, or as root.`)
}

process.exitCode = await main().then(
  () => 0,
  (error: unknown) => {
    process.stderr.write(`Nothing was restored: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  },
)
