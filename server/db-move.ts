// `npm run db:move`: moves a college from the embedded database of its data directory to the PostgreSQL server of
// DATABASE_URL, and its files to the bucket of FILES_URL if there is one. The settings are those that the server will have.

import { join, resolve } from 'node:path'
import { counted } from '../shared/labels.ts'
import { refuseTables } from './backup/loading.ts'
import type { TableOf } from './backup/manifest.ts'
import { sizeText } from './backup/progress.ts'
import { connectAlone } from './db/alone.ts'
import { refuseUnfit } from './db/fit.ts'
import { openDatabase } from './db/open.ts'
import { reachEmbedded } from './db/reach.ts'
import { type MovedFiles, moveFiles } from './db-move/files.ts'
import { moveRows } from './db-move/rows.ts'
import { diskStore } from './files/disk.ts'
import { fileStoreOf } from './files/open.ts'
import { markMoved } from './machine/data-directory.ts'
import { becomeOwner } from './machine/leave-root.ts'
import { readSettings } from './settings.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** An address as it may be read by others: without the password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

function sayWhat(tables: TableOf[], { count, bytes, missing, damaged }: MovedFiles, bucket: string | undefined): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  say(`Moved and compared: ${counted(tables.length, 'table')}, ${counted(rows, 'row')}.`)
  say(`${bucket ? 'Moved and compared' : 'Compared, where they are'}: ${counted(count, 'file')}, ${sizeText(bytes)}.`)
  for (const [what, keys] of Object.entries({ missing, damaged }))
    if (keys.length > 0) say(`WARNING: ${counted(keys.length, 'file')} that records name ${what}: ${keys[0]} …`)
}

async function main(): Promise<void> {
  if (process.argv.length > 2) throw new Error('it takes no arguments, only the settings that the server will have')
  process.umask(0o077)
  const settings = readSettings(process.env)
  const { DATABASE_URL, FILES_URL } = settings
  if (!DATABASE_URL) throw new Error('set DATABASE_URL to the database that the college moves to')
  // The modules are loaded before root's rights are given up, from wherever the program lies.
  await fileStoreOf(settings)
  const shown = resolve(settings.DATA_DIR)
  const embedded = await reachEmbedded(settings.DATA_DIR)
  try {
    if (embedded.isServed) throw new Error(`a server runs on ${shown}: stop it first`)
    const DATA_DIR = becomeOwner(settings.DATA_DIR, embedded.account)
    const source = await connectAlone(embedded.pool.options)
    try {
      const from = diskStore(join(DATA_DIR, 'files'))
      const to = FILES_URL ? await fileStoreOf({ ...settings, DATA_DIR }) : undefined
      const moved: { tables?: TableOf[]; files?: MovedFiles } = {}
      const opened = await openDatabase({ ...settings, DATA_DIR }, async (owner, config) => {
        await refuseUnfit(owner)
        await refuseTables(config)
        say('Files …')
        moved.files = await moveFiles(source.client, { from, to, say })
        say('Tables …')
        moved.tables = await moveRows(source.client, config, say)
      })
      await opened.close()
      const bucket = FILES_URL && placeOf(FILES_URL)
      markMoved(DATA_DIR, placeOf(DATABASE_URL), bucket)
      if (moved.tables && moved.files) sayWhat(moved.tables, moved.files, bucket)
    } finally {
      await source.close()
    }
  } finally {
    await embedded.close()
  }
  say(`Start the server with these settings. What is left in ${shown} of the database is not used any more.`)
}

process.exitCode = await main().then(
  () => 0,
  (error: unknown) => {
    process.stderr.write(`Nothing was moved: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  },
)
