import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { APP_ROLE } from '../machine/access.ts'
import { type EmbeddedPostgres, startEmbedded } from '../machine/embedded.ts'
import { databaseConfig } from '../testing/cluster.ts'
import { unfurnished } from '../testing/college.ts'
import { migrate } from './migrate.ts'
import { connect, openDatabase } from './open.ts'
import { APPEND_ONLY, grantApp, READ_ONLY } from './roles.ts'
import type { Db } from './types.ts'

const { config, app: role } = inject('cluster')
const at = await unfurnished()

const RIGHTS = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']

/** Table → the rights that the role has on the whole of it. */
async function rightsOf(db: Db, name: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ table: string; rights: string }>`
    select c.relname as table, coalesce(string_agg(r.name, ' ' order by r.at)
      filter (where has_table_privilege(${name}, c.oid, r.name)), '') as rights
    from pg_class c, unnest(${RIGHTS}::text[]) with ordinality as r (name, at)
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by c.relname`.execute(db)
  return Object.fromEntries(rows.map((row) => [row.table, row.rights]))
}

test('the app has the declared rights on every table there is', async () => {
  const rights = await rightsOf(at.db, role.user)
  expect(Object.keys(rights)).toEqual(expect.arrayContaining([...Object.keys(APPEND_ONLY), ...READ_ONLY, 'users']))
  for (const [table, given] of Object.entries(rights)) {
    const isKept = table in APPEND_ONLY || READ_ONLY.includes(table)
    expect(`${table}: ${given}`).toBe(`${table}: ${isKept ? 'select' : 'select insert update delete'}`)
  }
})

test('the app adds to what only grows, but for the columns that the database fills in', async () => {
  for (const [table, theirs] of Object.entries(APPEND_ONLY)) {
    const { rows } = await sql<{ name: string; may: boolean; more: boolean }>`select attname as name,
      has_column_privilege(${role.user}, attrelid, attnum, 'insert') as may,
      has_column_privilege(${role.user}, attrelid, attnum, 'update, references') as more
      from pg_attribute where attrelid = ${table}::regclass and attnum > 0`.execute(at.db)
    for (const { name, may, more } of rows)
      expect([table, name, may, more]).toEqual([table, name, !theirs.includes(name), false])
  }
})

test('the app is a plain role that owns nothing', async () => {
  const { rows } = await sql`select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
    exists (select from pg_class where relowner = r.oid) or exists (select from pg_proc where proowner = r.oid) as owns
    from pg_roles r where rolname = ${role.user}`.execute(at.db)
  expect(rows.map((row) => Object.values(row as object))).toEqual([[false, false, false, false, false, false]])
})

test('a captured connection of the app cannot change the trail, nor get round it', async () => {
  await at.plainDb.insertInto('audit').values({ action: 'x', entity: 'task', entity_id: 1, changes: '{}' }).execute()
  const id = (await at.db.selectFrom('audit').select('id').executeTakeFirstOrThrow()).id
  const attempts = [
    `update audit set action = 'y' where id = ${id}`,
    'truncate audit',
    `insert into audit (id, action, entity, entity_id) overriding system value values (0, 'x', 'x', 1)`,
    `select setval('audit_id_seq', 1)`,
    `select nextval('audit_id_seq')`,
    'alter table audit disable trigger all',
    'drop table audit',
    `set clinical_elog.removing = 'by its time'; delete from audit`,
    'drop trigger audit_append_only on audit',
    'create or replace function audit_is_append_only() returns trigger language sql as $$ select null $$',
    'set session_replication_role = replica',
    'create table public.other (id int)',
    'create schema other',
    'update audit_seals set row_count = 0',
    'delete from audit_seals',
    'truncate audit_seals',
    `insert into kysely_migration values ('9999', 'now')`,
    `update kysely_migration_lock set is_locked = 1`,
    'select pg_reload_conf()',
    `copy audit to program 'cat'`,
    `select pg_read_file('pg_hba.conf')`,
  ]
  for (const attempt of attempts)
    await expect(sql.raw(attempt).execute(at.plainDb), attempt).rejects.toThrow(
      /permission denied|must be owner|must be superuser/,
    )
  const { rows } = await sql<{ owner: string }>`select current_user as owner`.execute(at.db)
  await expect(sql`set role ${sql.id(rows[0]?.owner ?? '')}`.execute(at.plainDb)).rejects.toThrow('permission denied')
  expect(await at.db.selectFrom('audit').select(['id', 'action']).execute()).toEqual([{ id, action: 'x' }])
})

/** An own database of the test's cluster, migrated by its owner. */
async function withDatabase(work: (owner: Db, url: (name: string, password: string) => string) => Promise<void>) {
  const name = `elog_roles_${process.pid}`
  const admin = new pg.Client(config)
  await admin.connect()
  await admin.query(`create database ${name}`)
  const { db, close } = connect({ ...databaseConfig(config, name), max: 2 })
  const url = (user: string, password: string) => {
    const given = databaseConfig(config, name, { user, password })
    if (given.connectionString) return given.connectionString
    return `postgres://${user}:${password}@${encodeURIComponent(String(given.host))}:${given.port}/${name}`
  }
  try {
    await migrate(db)
    await work(db, url)
  } finally {
    await close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}

test('rights are given again without harm, and no temporary table hides the trail', () =>
  withDatabase(async (owner, url) => {
    for (let time = 0; time < 2; time += 1) await grantApp(owner, role.user)
    const rights = await rightsOf(owner, role.user)
    expect(rights).toMatchObject({ audit: 'select', users: 'select insert update delete' })
    await sql`create table later (id int generated always as identity)`.execute(owner)
    await grantApp(owner, role.user)
    const { db, close } = connect({ connectionString: url(role.user, role.password), max: 1 })
    await sql`insert into later default values`.execute(db)
    await expect(sql`create temporary table audit (id int)`.execute(db)).rejects.toThrow('permission denied')
    await close()
  }))

test('what was given or taken by hand is put right, and a start that finds all as it should be writes nothing', () =>
  withDatabase(async (owner) => {
    const to = sql.id(role.user)
    const written = async () => {
      const { rows } = await sql<{ id: string }>`select xmin::text as id from pg_class where relname = 'audit'
        union all select xmin::text from pg_attribute where attrelid = 'audit'::regclass
        union all select xmin::text from pg_database where datname = current_database()`.execute(owner)
      return rows.map(({ id }) => id).join()
    }
    await grantApp(owner, role.user)
    const rights = await rightsOf(owner, role.user)
    const before = await written()
    await grantApp(owner, role.user)
    expect(await written()).toBe(before)
    for (const change of [
      sql`revoke select on users from ${to}`,
      sql`revoke insert on users from ${to}`,
      sql`revoke update on users from ${to}`,
      sql`revoke delete on users from ${to}`,
      sql`grant truncate on users to ${to}`,
      sql`grant references on users to ${to}`,
      sql`grant trigger on users to ${to}`,
      sql`grant insert on kysely_migration to ${to}`,
      sql`grant update on kysely_migration to ${to}`,
      sql`grant delete on kysely_migration_lock to ${to}`,
      sql`grant insert (id) on audit to ${to}`,
      sql`revoke insert (action) on audit from ${to}`,
      sql`grant usage on sequence audit_id_seq to ${to}`,
      sql`revoke usage on sequence users_id_seq from ${to}`,
      sql`revoke select on sequence users_id_seq from ${to}`,
      sql`grant update on sequence users_id_seq to ${to}`,
      sql`revoke usage on schema public from public, ${to}`,
      sql`grant create on schema public to public`,
      sql`grant create on database ${sql.id(`elog_roles_${process.pid}`)} to ${to}`,
      sql`grant temporary on database ${sql.id(`elog_roles_${process.pid}`)} to ${to}`,
    ]) {
      await change.execute(owner)
      const changed = await written()
      await grantApp(owner, role.user)
      expect(await rightsOf(owner, role.user)).toEqual(rights)
      const { rows } = await sql<{ right: boolean }>`select
        has_column_privilege(${role.user}, 'audit', 'action', 'insert')
        and not has_column_privilege(${role.user}, 'audit', 'id', 'insert')
        and not has_sequence_privilege(${role.user}, 'audit_id_seq', 'usage')
        and has_sequence_privilege(${role.user}, 'users_id_seq', 'usage')
        and has_sequence_privilege(${role.user}, 'users_id_seq', 'select')
        and not has_sequence_privilege(${role.user}, 'users_id_seq', 'update')
        and has_schema_privilege(${role.user}, 'public', 'usage')
        and not has_schema_privilege(${role.user}, 'public', 'create')
        and not has_database_privilege(${role.user}, current_database(), 'create, temporary') as right`.execute(owner)
      expect(rows, change.compile(owner).sql).toEqual([{ right: true }])
      expect(await written()).not.toBe(changed)
    }
  }))

test('what is new is given, whatever kind of table it is', () =>
  withDatabase(async (owner) => {
    await sql`create foreign data wrapper nothing; create server nowhere foreign data wrapper nothing`.execute(owner)
    for (const made of [
      'table later (id int)',
      'table later (id int) partition by list (id)',
      'view later as select 1 as id',
      'materialized view later as select 1 as id',
      'foreign table later (id int) server nowhere',
    ]) {
      await grantApp(owner, role.user)
      await sql.raw(`create ${made}`).execute(owner)
      await grantApp(owner, role.user)
      const { rows } = await sql`select has_table_privilege(${role.user}, 'later', 'select') as given`.execute(owner)
      expect(rows, made).toEqual([{ given: true }])
      await sql.raw(`drop ${made.slice(0, made.indexOf(' later'))} later`).execute(owner)
    }
  }))

test('processes that start together may all give the rights', () =>
  withDatabase(async (owner) => {
    const starts = Array.from({ length: 6 }, () => grantApp(owner, role.user))
    expect((await Promise.allSettled(starts)).map(({ status }) => status)).toEqual(starts.map(() => 'fulfilled'))
  }))

test('a role that could change the trail all the same is refused with its reason', () =>
  withDatabase(async (owner) => {
    const strong = `${role.user}_strong`
    const group = `${role.user}_group`
    const member = 'is a member of a role with power over it'
    const elsewhere = 'is given more elsewhere'
    const cases: [attribute: string, ofGroup: string, statement: string, why: string][] = [
      ['superuser', '', '', `is a superuser, ${member}, ${elsewhere}`],
      ['createrole', '', '', 'may make roles'],
      ['replication', '', '', 'may replicate'],
      ['', '', `create table theirs (); alter table theirs owner to ${strong}`, 'owns tables'],
      ['', 'superuser', `grant ${group} to ${strong}`, member],
      ['', 'createrole', `grant ${group} to ${strong}`, member],
      ['', '', `create table theirs (); alter table theirs owner to ${group}; grant ${group} to ${strong}`, member],
      ['', '', `grant pg_write_all_data to ${strong}`, `${member}, ${elsewhere}`],
      ['', '', `grant pg_execute_server_program to ${strong}`, member],
      ...['update', 'update (action)', 'delete', 'truncate', 'trigger'].map(
        (right): [string, string, string, string] => ['', '', `grant ${right} on audit to public`, elsewhere],
      ),
    ]
    for (const [attribute, ofGroup, statement, why] of cases) {
      await sql.raw(`create role ${strong} ${attribute}; create role ${group} ${ofGroup}`).execute(owner)
      try {
        if (statement) await sql.raw(statement).execute(owner)
        await expect(grantApp(owner, strong), `${attribute}${ofGroup}${statement}`).rejects.toThrow(
          `could change the audit trail, since it ${why}: use`,
        )
      } finally {
        const roles = `${strong}, ${group}`
        await sql.raw(`revoke all on audit from public; drop owned by ${roles}; drop role ${roles}`).execute(owner)
      }
    }
  }))

test('DATABASE_OWNER_URL prepares, and DATABASE_URL works with plain rights', () =>
  withDatabase(async (owner, url) => {
    const { rows } = await sql<{ name: string }>`select current_user as name`.execute(owner)
    const password = config.connectionString ? decodeURIComponent(new URL(config.connectionString).password) : 'none'
    const settings = {
      DATA_DIR: 'unused',
      DATABASE_URL: url(role.user, role.password),
      DATABASE_OWNER_URL: url(rows[0]?.name ?? '', password),
    }
    const opened = await openDatabase(settings, migrate)
    await opened.db.selectFrom('roles').selectAll().executeTakeFirstOrThrow()
    await expect(opened.db.deleteFrom('audit').execute()).rejects.toThrow('permission denied')
    await opened.close()
    const swapped = { ...settings, DATABASE_URL: settings.DATABASE_OWNER_URL }
    await expect(openDatabase(swapped, migrate)).rejects.toThrow(
      /^The database of DATABASE_OWNER_URL cannot be used: .*use a plain role$/,
    )
  }))

test('the embedded database of an earlier version takes the app in as a plain role and its owner no more', async () => {
  const dataDir = mkdtempSync('/tmp/elog-roles-')
  chmodSync(dataDir, 0o755)
  let server: EmbeddedPostgres | undefined
  try {
    // As the earlier version left it: everybody trusted, one role that owns everything.
    server = await startEmbedded(dataDir)
    const { host, port, user, database, stop } = server
    const earlier = connect({ host, port, user, database })
    await migrate(earlier.db)
    await earlier.db
      .insertInto('departments')
      .values({ name: 'Kept', type: 'academic' } as never)
      .execute()
    await earlier.close()
    await stop()
    writeFileSync(join(dataDir, 'postgres/pg_hba.conf'), 'local all all trust\n')

    for (let start = 1; start <= 2; start += 1) {
      const opened = await openDatabase({ DATA_DIR: dataDir }, migrate)
      const enter = (as: string) => connect({ host, port, user: as, database, max: 1 })
      const outsider = enter(user)
      // The database reads its configuration again when it comes to it.
      await expect
        .poll(() => outsider.pool.query('select').then(() => 'entered', String), { timeout: 5_000 })
        .toContain('no pg_hba.conf entry')
      await outsider.close()
      const { rows } = await opened.pool.query('select rolname, rolsuper from pg_roles where rolname = current_user')
      expect(rows).toEqual([{ rolname: APP_ROLE, rolsuper: false }])
      expect(await opened.db.selectFrom('departments').select('name').execute()).toEqual([{ name: 'Kept' }])
      await expect(opened.db.updateTable('audit').set({ action: 'x' }).execute()).rejects.toThrow('permission denied')
      await opened.close()
    }
    expect(readFileSync(join(dataDir, 'postgres/pg_hba.conf'), 'utf8')).toContain(`local all ${APP_ROLE} trust`)
  } finally {
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 60_000)
