import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { openServer } from '../../db/open.ts'
import { contentsOf, emptyDatabase, scratch } from '../../testing/backups.ts'
import { databaseConfig } from '../../testing/cluster.ts'
import { run } from '../../testing/commands.ts'
import { OTHER_MISSING, otherMajorVersion } from '../../testing/outside.ts'
import { type Product, startProduct } from '../../testing/product.ts'
import { addressOf } from '../../testing/upgraded.ts'

const LIMIT = { timeout: 60_000 }
let product: Product | undefined

afterEach(async () => {
  await product?.end('SIGKILL')
  product = undefined
})

/** Every file below a directory, with all that a start could change of it. */
const filesIn = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => {
      const { mode, uid, mtimeMs } = statSync(path)
      return [path, mode, uid, mtimeMs, statSync(path).isFile() ? readFileSync(path).toString('base64') : '']
    })

/** As a superuser, who may write what the server says of itself. */
async function inDatabase(name: string, ...statements: string[]): Promise<void> {
  const admin = new pg.Client(databaseConfig(inject('cluster').config, name))
  await admin.connect()
  for (const statement of statements) await admin.query(statement)
  await admin.end()
}

test(
  'a database that a newer version has migrated is refused, and neither a row nor a file is changed',
  LIMIT,
  async () => {
    const { db, config } = await emptyDatabase()
    await migrate(db)
    await sql`insert into kysely_migration (name, timestamp) values ('9999_hence', '2030-01-01')`.execute(db)
    const before = await contentsOf(db)
    const dataDir = scratch()
    chmodSync(dataDir, 0o777)
    for (const path of ['files/kept/aa/aa0000', 'files/incoming/old', 'files/removed/2020-01-01/bb/bb0000']) {
      mkdirSync(join(dataDir, path, '..'), { recursive: true })
      writeFileSync(join(dataDir, path), 'handed in')
      utimesSync(join(dataDir, path), new Date(0), new Date(0))
    }
    const contents = () => filesIn(join(dataDir, 'files')).map(([path, , , time, bytes]) => [path, time, bytes])
    const files = contents()
    const { status, said } = await run('main', { DATA_DIR: dataDir, DATABASE_URL: addressOf(config) })
    expect([status, said.split('\n').filter((line) => !line.startsWith('Started as root'))]).toEqual([
      78,
      [
        'Clinical eLog cannot start: the database is of a newer Clinical eLog, with the migration 9999_hence: start that version, let it go back (npm run db:back), or put a backup of before the upgrade back into an empty place (npm run restore). Nothing was changed',
        '',
      ],
    ])
    expect(await contentsOf(db)).toEqual(before)
    expect(contents()).toEqual(files)
  },
)

test(
  'wrong settings have a status of their own, by which the service knows that no other try mends them',
  LIMIT,
  async () => {
    const { config } = await emptyDatabase()
    const dataDir = scratch()
    chmodSync(dataDir, 0o777)
    const settings = { DATA_DIR: dataDir, DATABASE_URL: addressOf(config) }
    for (const [wrong, line] of [
      [{ PORT: 'x' }, 'PORT must be a port number'],
      [{ FILES_URL: 's3://files' }, 'FILES_URL must be s3://KEY:SECRET@HOST/BUCKET'],
      [{ ADMIN_PASSWORD: 'Password1' }, 'ADMIN_PASSWORD is one that many people use'],
      [{ ADMIN_PASSWORD: 'Hospital1' }, 'ADMIN_PASSWORD is made of words of medicine or of the college’s name'],
    ] as const) {
      const { status, said } = await run('main', { ...settings, ...wrong })
      expect(said).toContain(`Clinical eLog cannot start: Wrong settings: ${line}`)
      expect(status).toBe(78)
    }
  },
)

const other = otherMajorVersion()
if (!other) process.stderr.write(`refused starts: one is left out, since ${OTHER_MISSING}\n`)

test.runIf(other)(
  'a database of another major version of PostgreSQL is refused with the way to go, and left as it is',
  LIMIT,
  async () => {
    const dataDir = scratch()
    chmodSync(dataDir, 0o777)
    const cluster = join(dataDir, 'postgres')
    other?.makeCluster(cluster)
    const before = filesIn(cluster)
    const { status, said } = await run('main', { DATA_DIR: dataDir })
    expect([status, said]).toEqual([
      78,
      `Clinical eLog cannot start: The database in ${cluster} is of PostgreSQL ${other?.version}, this version brings 18, and nothing was changed: start the version of Clinical eLog that ran on it, make a backup with it (npm run backup), and put that back with this one into a new data directory (npm run restore).\n`,
    ])
    expect(filesIn(cluster)).toEqual(before)
    expect(readdirSync(dataDir).filter((name) => !name.startsWith('server.'))).toEqual(['postgres'])
  },
)

test('a database that does not fit is refused in a line that says what to do', LIMIT, async () => {
  const { db, config } = await emptyDatabase()
  const { config: cluster, app } = inject('cluster')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const name = rows[0]?.name ?? ''
  const dataDir = scratch()
  chmodSync(dataDir, 0o777)
  const refusal = async (DATABASE_URL: string) => {
    const { status, said } = await run('main', { DATA_DIR: dataDir, DATABASE_URL })
    expect(status).toBe(1)
    return said.split('\n').filter((line) => line !== '' && !line.startsWith('Started as root'))
  }
  expect(await refusal(addressOf(databaseConfig(cluster, name, app)))).toEqual([
    `Clinical eLog cannot start: the role ${app.user} may make no tables in the database ${name}, which belongs to ${name}: let ${name} or a superuser do, alter database "${name}" owner to "${app.user}"`,
  ])
  await migrate(db)
  expect(await refusal(addressOf(databaseConfig(cluster, name, app)))).toEqual([
    expect.stringMatching(`the tables of the database ${name} belong to the role ${name}, .* reassign owned by`),
  ])
  await inDatabase(
    'postgres',
    `create database ${name}_ascii owner ${name} encoding 'SQL_ASCII' locale 'C' template template0`,
  )
  try {
    expect(await refusal(addressOf(databaseConfig(config, `${name}_ascii`)))).toEqual([
      expect.stringMatching(
        `the database ${name}_ascii has the encoding SQL_ASCII, .* encoding 'UTF8' template template0`,
      ),
    ])
  } finally {
    await inDatabase('postgres', `drop database ${name}_ascii with (force)`)
  }
})

test('a server that is too old is refused in a line', LIMIT, async () => {
  const { db, config } = await emptyDatabase()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const name = rows[0]?.name ?? ''
  // The server's account of itself, before its own words.
  await inDatabase(
    name,
    'create schema former',
    'grant usage on schema former to public',
    `create function former.current_setting(name text) returns text language sql as $$
      select case name when 'server_version_num' then '140012' else pg_catalog.current_setting(name) end $$`,
    `alter database ${name} set search_path = former, pg_catalog, public`,
  )
  await expect(openServer(addressOf(config), false)).rejects.toThrow(
    /^The database of DATABASE_URL cannot be used: PostgreSQL 15 or newer is needed, the server is 14$/,
  )
})

test('a collation that is another one since the indexes were made is told at the start', LIMIT, async () => {
  const { db, config } = await emptyDatabase()
  await migrate(db)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  await inDatabase(rows[0]?.name ?? '', `update pg_collation set collversion = '1.0' where collname = 'und-x-icu'`)
  const dataDir = scratch()
  chmodSync(dataDir, 0o777)
  product = await startProduct({ DATA_DIR: dataDir, DATABASE_URL: addressOf(config) })
  expect(product.said()).toMatch(/"collations":\["und-x-icu \(1\.0, now [\d.]+\)"\].*collations have changed/)
})
