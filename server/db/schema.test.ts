import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { databaseConfig } from '../testing/cluster.ts'
import { unfurnished } from '../testing/college.ts'
import { migrate } from './migrate.ts'
import { connect } from './open.ts'
import { describeTables } from './table-types.ts'

const at = await unfurnished()

/**
 * The schema as text: the migration that it is of, by which `npm run check` sees that it is old, and every table with its
 * columns, constraints and indexes.
 */
async function describeSchema(): Promise<string> {
  const { rows: migrations } = await sql<{ line: string }>`
    select '-- as of ' || max(name) as line from kysely_migration`.execute(at.db)
  const { rows } = await sql<{ line: string }>`
    select line from (
      select c.relname as place, 0 as kind, lpad(a.attnum::text, 3) as at,
        format('%s.%s %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
          case when a.attnotnull then ' not null' else '' end,
          coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')) as line
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      union all
      select r.relname, 1, k.conname, format('%s: %s %s', r.relname, k.conname, pg_get_constraintdef(k.oid))
      from pg_constraint k join pg_class r on r.oid = k.conrelid
      where k.connamespace = 'public'::regnamespace and k.contype <> 'n'
      union all
      select i.tablename, 2, i.indexname, format('%s: %s', i.tablename, i.indexdef)
      from pg_indexes i where i.schemaname = 'public'
      union all
      select r.relname, 3, t.tgname, format('%s: %s', r.relname, pg_get_triggerdef(t.oid))
      from pg_trigger t join pg_class r on r.oid = t.tgrelid where not t.tgisinternal
    ) as described
    where place not like 'kysely%' order by place collate "C", kind, at collate "C"`.execute(at.db)
  return `${[...migrations, ...rows].map((row) => row.line).join('\n')}\n`
}

const PUT_ON_RECORD =
  'Put a new migration on record (npx vitest run server/db/schema.test.ts -u) and look at the difference'

test('the schema is the one on record', async () => {
  await expect(await describeSchema(), PUT_ON_RECORD).toMatchFileSnapshot('./schema.snapshot.sql')
})

test('the types of the tables are those of the schema', async () => {
  await expect(await describeTables(at.db), PUT_ON_RECORD).toMatchFileSnapshot('./tables.ts')
})

test('every foreign key has an index behind it', async () => {
  const { rows } = await sql<{ constraint: string }>`
    select k.conrelid::regclass || '.' || k.conname as constraint from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = k.conrelid
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = (select format('(%I IS NOT NULL)', a.attname)
          from pg_attribute a where a.attrelid = k.conrelid and a.attnum = k.conkey[1]))
        and (i.indkey::int2[])[0:0] <@ k.conkey and (i.indkey::int2[])[0:0] && k.conkey)`.execute(at.db)
  // Reached only by way of the other key column, which has its own index.
  expect(rows.map((row) => row.constraint)).toEqual([])
})

test('the audit trail takes no change and no removal', async () => {
  await at.db.insertInto('audit').values({ action: 'create', entity: 'task', entity_id: 1, changes: '{}' }).execute()
  await expect(at.db.deleteFrom('audit').execute()).rejects.toThrow('append-only')
  await expect(at.db.updateTable('audit').set({ action: 'x' }).execute()).rejects.toThrow('append-only')
  await expect(sql`truncate audit`.execute(at.db)).rejects.toThrow('append-only')
})

test('a session knows how many marks of each status it has, whatever happens to them', async () => {
  const batch = await at.make.batch()
  const group = await at.make.group(batch, await at.make.department())
  const [first, second] = [await at.make.session(group), await at.make.session(group)]
  const students = [
    (await at.make.student(batch)).id,
    (await at.make.student(batch)).id,
    (await at.make.student(batch)).id,
  ]
  const counts = async () => {
    const sessions = at.db.selectFrom('attendance_sessions').select(['present', 'absent', 'leave'])
    return (await sessions.where('group_id', '=', group).orderBy('id').execute()).map(Object.values)
  }
  await at.db
    .insertInto('attendance_submissions')
    .values(
      [first, second].flatMap((attendance_session_id) =>
        students.map((student_id, n) => ({
          attendance_session_id,
          student_id,
          status: n === 0 ? ('leave' as const) : ('present' as const),
          remarks: null,
        })),
      ),
    )
    .execute()
  expect(await counts()).toEqual([
    [2, 0, 1],
    [2, 0, 1],
  ])
  const marks = at.db.updateTable('attendance_submissions').set({ status: 'absent' })
  await marks.where('student_id', '=', students[1] as number).execute()
  expect(await counts()).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ])
  await at.db.deleteFrom('attendance_submissions').where('attendance_session_id', '=', second).execute()
  expect(await counts()).toEqual([
    [1, 1, 1],
    [0, 0, 0],
  ])
})

test('processes that start together on an empty database migrate it once', async () => {
  const { config } = inject('cluster')
  const name = `elog_together_${process.pid}`
  const admin = new pg.Client(config)
  await admin.connect()
  await admin.query(`create database ${name}`)
  const starters = [1, 2, 3].map(() => connect({ ...databaseConfig(config, name), max: 2 }))
  try {
    await Promise.all(starters.map(({ db }) => migrate(db)))
    const [first] = starters
    expect(await first?.db.selectFrom('roles').selectAll().execute()).toHaveLength(7)
  } finally {
    await Promise.all(starters.map((one) => one.close()))
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
})
