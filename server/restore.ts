// `npm run restore -- <backup>`: puts a backup back into an empty place, with the settings that the server will have; with
// `--from-bucket` one that is fetched from the bucket of `BACKUP_URL` first.

import { resolve } from 'node:path'
import { counted } from '../shared/labels.ts'
import { ENDED } from './backup/loading.ts'
import type { Manifest } from './backup/manifest.ts'
import { numberText, sizeText } from './backup/progress.ts'
import { openBackup, restoreBackup } from './backup/restoring.ts'
import type { Source } from './backup/source.ts'
import { readSettings, type Settings } from './settings.ts'

/** Tables that are said by name, the longest ones. */
const NAMED = 12

const say = (line: string) => process.stdout.write(`${line}\n`)

function sayWhat({ taken_at, product, tables, files, missing, damaged }: Manifest): void {
  const [...sorted] = tables
    .filter(({ name, rows }) => rows > 0 && !ENDED.includes(name))
    .sort((a, b) => b.rows - a.rows)
  const rest = sorted.slice(NAMED)
  const lines = sorted.slice(0, NAMED).map(({ name, rows }) => [name, numberText(rows)])
  if (rest.length > 0)
    lines.push([`${counted(rest.length, 'other table')}`, numberText(rest.reduce((sum, { rows }) => sum + rows, 0))])
  lines.push(['files', `${numberText(files.count)} (${sizeText(files.bytes)})`])
  say(`Restored as of ${taken_at}, of Clinical eLog ${product}; everybody signs in again:`)
  for (const [name = '', count = ''] of lines) say(`  ${name.padEnd(32)} ${count}`)
  if (missing.length > 0) say(`Missing when it was made, and so still: ${counted(missing.length, 'file')}.`)
  if (damaged.length > 0) say(`Damaged when it was made, and so still: ${counted(damaged.length, 'file')}.`)
}

async function restore(backup: Source, settings: Settings): Promise<void> {
  const { manifest, account } = await restoreBackup(backup, settings, say)
  sayWhat(manifest)
  if (account) say(`It belongs to the user ${account.name}: start the server as that user, or as root.`)
}

async function main(): Promise<void> {
  const [given, ...rest] = process.argv.slice(2)
  const isFetched = given === '--from-bucket'
  if (!given || (rest.length > 0 && !isFetched)) throw new Error('say which backup: npm run restore -- <backup>')
  const settings = readSettings(process.env)
  process.umask(0o077)
  if (isFetched) {
    const { restoreFromBucket } = await import('./restore-from-bucket.ts')
    return restoreFromBucket(rest, settings, { say, restore })
  }
  const { files, close } = await openBackup(resolve(given))
  try {
    await restore(files, settings)
  } finally {
    await close()
  }
}

process.exitCode = await main().then(
  () => 0,
  (error: unknown) => {
    process.stderr.write(`Nothing was restored: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  },
)
