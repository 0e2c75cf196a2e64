// Makes a fixture for `server/tests/deploy/upgrades.test.ts` of a demo college: see CONTRIBUTING, "When a version is released". It thins
// the college out where it is, so that the fixture stays small.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { constants, gzipSync } from 'node:zlib'
import pg from 'pg'

/** The share of students that stays, one in so many, and of sessions and assessments. */
const KEPT = { students: 12, attendance_sessions: 5, assessments: 4 }
/** Files of each table that come along, the smallest ones. */
const FILES_EACH = 2

const quoted = pg.escapeIdentifier

interface Link {
  table: string
  name: string
  definition: string
  columns: string[]
  parent: string
  keys: string[]
}

/** Takes most of the college away. Counts are kept right by the database's own triggers. */
async function thin(client: pg.Client): Promise<void> {
  const { rows: links } = await client.query<Link>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition,
      array(select attname::text from unnest(conkey) with ordinality as k (n, i) join pg_attribute on attrelid = conrelid and attnum = n order by i) as columns,
      confrelid::regclass::text as parent,
      array(select attname::text from unnest(confkey) with ordinality as k (n, i) join pg_attribute on attrelid = confrelid and attnum = n order by i) as keys
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  await client.query('begin')
  for (const { table, name } of links) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  const { rows: people } = await client.query<{ table: string; column: string }>(`
    select table_name as table, column_name as column from information_schema.columns
    where (table_name in ('reportings', 'leaves') or table_name like 'reporting\\_%') and table_schema = 'public'
      and column_name in ('student_id', 'reported_by', 'author_id', 'actor_id', 'uploaded_by')`)
  const named = people.map(({ table, column }) => {
    const of = column === 'student_id' ? 's.id' : 's.user_id'
    return `or exists (select from ${quoted(table)} x where x.${quoted(column)} = ${of})`
  })
  await client.query(`delete from users where id in (select user_id from students s where not (
    s.id % ${KEPT.students} = 0 or s.user_id in (select id from users where email = 'student@college.test')
    or s.id in (select min(id) from students group by status) ${named.join(' ')}))`)
  const isThere = async (table: string) =>
    (await client.query('select to_regclass($1) is not null as there', [table])).rows[0].there
  // Few sessions are those of a leave.
  const asked = (await isThere('leave_sessions')) ? 'select attendance_session_id from leave_sessions' : 'select 0'
  if (await isThere('attendance_sessions'))
    await client.query(
      `delete from attendance_sessions where id % ${KEPT.attendance_sessions} <> 0 and id not in (${asked})`,
    )
  if (await isThere('assessments')) await client.query(`delete from assessments where id % ${KEPT.assessments} <> 0`)
  for (let removed = 1; removed > 0; ) {
    removed = 0
    for (const { table, columns, parent, keys } of links) {
      const refers = columns.map((column) => `c.${quoted(column)} is not null`).join(' and ')
      const meets = columns.map((column, n) => `p.${quoted(keys[n] ?? '')} = c.${quoted(column)}`).join(' and ')
      const { rowCount } = await client.query(
        `delete from ${table} c where ${refers} and not exists (select from ${parent} p where ${meets})`,
      )
      removed += rowCount ?? 0
    }
  }
  for (const { table, name, definition } of links)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  await client.query('commit')
}

/** The smallest files of each table that has some, and whatever else lies in the data directory. */
async function filesOf(client: pg.Client, dataDir: string): Promise<string[]> {
  const { rows: holders } = await client.query<{ table: string }>(`select table_name as table
    from information_schema.columns where column_name = 'storage_key' and table_schema = 'public'`)
  const chosen: string[] = []
  for (const { table } of holders) {
    const { rows } = await client.query<{ key: string }>(`select storage_key as key from ${quoted(table)}`)
    const paths = rows.map(({ key }) => join(dataDir, 'files/kept', key)).filter((path) => existsSync(path))
    chosen.push(...paths.sort((a, b) => statSync(a).size - statSync(b).size).slice(0, FILES_EACH))
  }
  const beside = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => /(?:trail-heads\.log|files\/[a-z-]+\.txt)$/.test(path))
  return [...new Set([...chosen, ...beside])]
}

async function main([url, dataDir, name]: string[]): Promise<void> {
  if (!url || !dataDir || !name) throw new Error('say which: npm run fixture -- DATABASE_URL DATA_DIR NNNN-name')
  const client = new pg.Client(url)
  await client.connect()
  const { rowCount: marked } = await client.query(`select from secrets where name = 'demo'`)
  if (!marked) throw new Error('this is no demo college: nothing is taken from it')
  await thin(client)
  const options = ['--inserts', '--rows-per-insert=100', '--no-owner', '--no-privileges', '--no-comments']
  const dumped = spawnSync('pg_dump', [...options, url], { encoding: 'utf8', maxBuffer: 1 << 30 })
  if (dumped.status !== 0) throw new Error(dumped.stderr)
  // psql's own words.
  const lines = dumped.stdout.split('\n').filter((line) => !/^\\(?:un)?restrict /.test(line))
  const files = (await filesOf(client, dataDir)).map(
    (path) => `-- file ${relative(dataDir, path)} ${readFileSync(path).toString('base64')}`,
  )
  await client.end()
  const text = [...files, '', ...lines].join('\n')
  const target = join(import.meta.dirname, `${name}.sql.gz`)
  writeFileSync(target, gzipSync(text, { level: constants.Z_BEST_COMPRESSION }))
  process.stdout.write(`${target}: ${statSync(target).size} bytes\n`)
}

await main(process.argv.slice(2))
