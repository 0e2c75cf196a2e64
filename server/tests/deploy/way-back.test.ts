import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readManifest } from '../../backup/manifest.ts'
import { migrationNames } from '../../db/migrate.ts'
import { run } from '../../testing/commands.ts'
import { startProduct } from '../../testing/product.ts'
import { FLEETING, formerCollege, lostIn } from '../../testing/upgraded.ts'
import { formerStates } from '../../testing/upgrades.ts'

const newest = formerStates().at(-1) ?? ''
const LIMIT = { timeout: 60_000 }

test('an upgrade without a way back makes a backup first, or does not begin', LIMIT, async () => {
  const { db, before, environment, dataDir } = await formerCollege(newest)
  const settings = { ...environment, UPGRADE_WITHOUT_BACKUP: '' }
  const nowhere = await run('main', { ...settings, BACKUP_DIR: '/nowhere/at/all' })
  expect(nowhere.said).toMatch(
    /Clinical eLog cannot start: the upgrade has no way back from 00\w+, and no backup could be made first in \/nowhere\/at\/all: .*Nothing was changed.*UPGRADE_WITHOUT_BACKUP=yes/,
  )
  // The service does not try that again by itself.
  expect(nowhere.status).toBe(78)
  const full = await run('main', { ...settings, DISK_RESERVE: '9999999GB,0%' })
  expect([full.status, full.said]).toEqual([
    78,
    expect.stringMatching(/before-upgrade: it needs up to .*, and 0 bytes are free/),
  ])
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db)
  expect(rows[0]?.name.slice(0, 4)).toBe(newest.slice(0, 4))
  expect(existsSync(join(dataDir, 'before-upgrade'))).toBe(false)

  const product = await startProduct(settings)
  expect(await product.end('SIGTERM')).toEqual([0, null])
  const place = join(dataDir, 'before-upgrade')
  const [name = ''] = readdirSync(place)
  const told = product
    .said()
    .split('\n')
    .filter((line) => line.includes('backup'))
  expect(told.map((line) => JSON.parse(line).msg)).toEqual([
    'an upgrade without a way back: a backup is made first',
    'the backup of before the upgrade was made',
  ])
  expect(JSON.parse(told[1] ?? '').path).toBe(join(place, name))
  expect((await run('backup', {}, '--verify', join(place, name))).status).toBe(0)
  expect(readManifest(join(place, name)).migrations).toEqual(migrationNames.slice(0, before.kysely_migration?.length))
  expect(await lostIn(db, before, FLEETING)).toEqual({})
})
