// `npm run restore -- <backup>`: puts a backup back into an empty place, with the settings that the server will have; with
// `--from-bucket` one that is fetched from the bucket of `BACKUP_URL` first.
// `npm run restore -- --until "2026-11-26 10:47"`: restores the embedded database and the files of then out of the archive.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { counted } from '../shared/labels.ts'
import { instantIn, localText } from './backup/archive/instants.ts'
import { restoreUntil } from './backup/archive/restoring.ts'
import { ENDED } from './backup/loading.ts'
import type { Manifest } from './backup/manifest.ts'
import { numberText, sizeText } from './backup/progress.ts'
import { openBackup, restoreBackup } from './backup/restoring.ts'
import type { Source } from './backup/source.ts'
import type { Account } from './machine/process.ts'
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

function sayOwner(account: Account | null): void {
  if (account) say(`It belongs to the user ${account.name}: start the server as that user, or as root.`)
}

async function restore(backup: Source, settings: Settings): Promise<void> {
  const { manifest, account } = await restoreBackup(backup, settings, say)
  sayWhat(manifest)
  sayOwner(account)
}

/** Reads the key of a bucket's archive from a file, or as it is typed. */
async function keyOf(file: string | undefined): Promise<string> {
  const [{ typedKey }, { identityIn }] = await Promise.all([
    import('./restore-from-bucket.ts'),
    import('./offsite/keys.ts'),
  ])
  return identityIn(file === undefined ? await typedKey() : readFileSync(file, 'utf8'))
}

/** Restores out of the archive, as of an instant or of its end. */
async function restoreTo(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      until: { type: 'string' },
      installation: { type: 'string' },
      'key-file': { type: 'string' },
      'from-bucket': { type: 'boolean' },
    },
  })
  const settings = readSettings(process.env)
  const zone = settings.COLLEGE_TIMEZONE
  const instant = instantIn(values.until ?? '', zone)
  if (instant !== undefined) say(`Restoring as of ${localText(instant, zone)} in ${zone} (${instant}) …`)
  const keyFile = values['key-file']
  const isOfBucket = values['from-bucket'] === true || keyFile !== undefined
  const identity = isOfBucket ? await keyOf(keyFile) : undefined
  process.umask(0o077)
  const restored = await restoreUntil(settings, { instant, installation: values.installation, identity }, say)
  const { until, segments, files, missing, account } = restored
  say(`Restored as of ${localText(until, zone)} in ${zone} (${until}); everybody signs in again:`)
  say(`  ${counted(segments, 'segment')} of the log, ${counted(files, 'file')}`)
  if (missing.length > 0)
    say(`WARNING: ${counted(missing.length, 'file')} that records name are not in the archive: ${missing[0]} …`)
  sayOwner(account)
}

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.some((one) => one.startsWith('--until'))) return restoreTo(args)
  const [given, ...rest] = args
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
