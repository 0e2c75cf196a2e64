import { join } from 'node:path'
import { constants, createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Manifest, type TableOf, tableFile } from './manifest.ts'
import { progressOf, sizeText } from './progress.ts'
import { writeSummed } from './writing.ts'

const quoted = pg.escapeIdentifier

/** Every table with the columns that are stored and not computed. An extension's tables are the extension's. */
export async function tablesOf(client: pg.Client): Promise<Pick<TableOf, 'name' | 'columns'>[]> {
  const { rows } = await client.query(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.oid, c.relname order by c.relname collate "C"`)
  return rows
}

export async function migrationsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

/** As in `files/installation.ts`; undefined where no server has run yet. */
export async function installationIn(client: pg.Client): Promise<string | undefined> {
  const { rows: tables } = await client.query(
    `select from pg_tables where schemaname = 'public' and tablename = 'secrets'`,
  )
  if (tables.length === 0) return undefined
  const { rows } = await client.query<{ value: Buffer }>(`select value from secrets where name = 'installation'`)
  return rows[0]?.value.subarray(0, 16).toString('hex')
}

const copyText = ({ name, columns }: Pick<TableOf, 'name' | 'columns'>) =>
  `public.${quoted(name)} (${columns.map(quoted).join(', ')})`

/** The statement that takes a table's rows in. */
export const copyInText = (table: Pick<TableOf, 'name' | 'columns'>) => `copy ${copyText(table)} from stdin`

/** The text of a table's rows, in the order in which they lie there. */
export const rowsOut = (client: pg.Client, table: Pick<TableOf, 'name' | 'columns'>) =>
  client.query(copyTo(`copy ${copyText(table)} to stdout`, { highWaterMark: 1024 * 1024 }))

interface Copying {
  directory: string
  signal: AbortSignal
  say(line: string): void
}

/** Writes each table into a file of its own, compressed, as text that any version of PostgreSQL reads. */
export async function copyTables(client: pg.Client, { directory, signal, say }: Copying): Promise<TableOf[]> {
  const tables = await tablesOf(client)
  const tell = progressOf(say)
  const written: TableOf[] = []
  for (const table of tables) {
    const source = rowsOut(client, table)
    const place = `${table.name}, table ${written.length + 1} of ${tables.length}`
    const tellSize = (size: number) => tell(() => `  ${place}: ${sizeText(size)} compressed`)
    const packing = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } })
    const sum = await writeSummed(join(directory, tableFile(table.name)), source, {
      signal,
      packing,
      tell: tellSize,
    })
    written.push({ ...table, rows: source.rowCount, ...sum })
  }
  return written
}

/**
 * Returns the position of each sequence. Sequences stand outside of any snapshot, so that they are never behind its
 * rows.
 */
export async function sequencesOf(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(`select relname::text as name from pg_class
    where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname collate "C"`)
  const all: Manifest['sequences'] = []
  for (const { name } of rows) {
    const found = await client.query(`select last_value::text as last, is_called as called from public.${quoted(name)}`)
    all.push({ name, ...found.rows[0] })
  }
  return all
}

/**
 * Writes a line `key, SHA-256` for every file that some row names, in the order of the keys. Every table with a
 * `storage_key` holds files: the sweep sees to it that there is no other (`files/holders.ts`).
 */
export async function listFiles(client: pg.Client, path: string, signal: AbortSignal): Promise<void> {
  const tables = await tablesOf(client)
  const holders = tables.filter(({ columns }) => columns.includes('storage_key'))
  // Files that an administrator has set aside are not looked for. An older version has no table of them.
  const wanted = tables.some(({ name }) => name === 'set_aside_files')
    ? 'where not exists (select from public.set_aside_files s where s.file_key = storage_key)'
    : ''
  const each = holders.map(
    ({ name }) => `select storage_key collate "C" as key, encode(sha256, 'hex') from public.${quoted(name)} ${wanted}`,
  )
  const all = each.join(' union ') || 'select null where false'
  await writeSummed(path, client.query(copyTo(`copy (${all} order by 1) to stdout`)), { signal })
}
