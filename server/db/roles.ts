import { sql } from 'kysely'
import { APP_ROLE } from '../machine/access.ts'
import type { Db } from './types.ts'

/** Tables that only grow. The app reads and adds; the columns listed are filled in by the database alone. */
export const APPEND_ONLY: Readonly<Record<string, readonly string[]>> = {
  audit: ['id'],
  audit_seals: [],
  eligibility_lists: ['id'],
  eligibility_list_boards: [],
  eligibility_list_rows: [],
  submission_comments: ['id'],
  reporting_entries: ['id'],
  reporting_files: ['id'],
  set_aside_files: [],
}

/** The schema of the job queue. Its tables have rows and columns of their own, and no sequence. */
export const JOBS_SCHEMA = 'jobs'

/** The sequence of the trail's ids. */
const TRAIL_NUMBERS = 'audit_id_seq'

/** Which migrations have run, and how long things are kept, is the owner's to write. */
export const READ_ONLY: readonly string[] = ['kysely_migration', 'kysely_migration_lock', 'retention']

/** Any number; two that grant at once on one table would fail over each other. */
const GRANT_LOCK = 7_011

/** PostgreSQL's own roles that could write into the trail, or past it into its files. */
const STRONG = ['pg_write_all_data', 'pg_write_server_files', 'pg_execute_server_program']

/** Makes the embedded database's app role, or makes it plain again. */
export async function ensureAppRole(db: Db): Promise<void> {
  const { rows } = await sql<{ plain: boolean }>`select rolcanlogin and not (rolsuper or rolcreatedb or rolcreaterole
    or rolreplication or rolbypassrls) as plain from pg_roles where rolname = ${APP_ROLE}`.execute(db)
  if (rows[0]?.plain) return
  const verb = sql.raw(rows.length > 0 ? 'alter' : 'create')
  await sql`${verb} role ${sql.id(APP_ROLE)}
    login nosuperuser nocreatedb nocreaterole noreplication nobypassrls`.execute(db)
}

/**
 * Gives a role what the app needs on every table there is, and no more. Runs after each migration, so that a new table
 * needs no line here unless it only grows. Nothing is written when the role has just that, as at most starts.
 * @throws Error with one line for people when the role could change the trail all the same.
 */
export async function grantApp(db: Db, role: string): Promise<void> {
  if (!(await isGranted(db, role))) await grant(db, role)
  await refusePowerful(db, role)
}

/** Lets the role say when a copy of the cluster's files begins and ends; it reads nothing by that. */
export const grantCopying = (db: Db, role: string) =>
  sql`grant execute on function pg_backup_start(text, boolean), pg_backup_stop(boolean) to ${sql.id(role)}`.execute(db)

/** True when the role has each of the rights that `grant` gives, and none that it takes. */
async function isGranted(db: Db, role: string): Promise<boolean> {
  const kept = [...READ_ONLY, ...Object.keys(APPEND_ONLY)]
  const filledIn = Object.entries(APPEND_ONLY).flatMap(([table, columns]) => columns.map((name) => `${table}.${name}`))
  const { rows } = await sql<{ granted: boolean }>`
    select not exists (select from unnest(array['public', ${JOBS_SCHEMA}]) as schema where
        not has_schema_privilege(r.oid, schema, 'usage') or has_schema_privilege(r.oid, schema, 'create'))
      and not has_database_privilege(r.oid, current_database(), 'create, temporary')
      and not exists (select from pg_class c, lateral (values
          ('select', true), ('insert', not relname = any(${kept})), ('update', not relname = any(${kept})),
          ('delete', not relname = any(${kept})), ('truncate, references, trigger', false)) as wanted (rights, given)
        where c.relnamespace in ('public'::regnamespace, ${JOBS_SCHEMA}::regnamespace) and c.relkind in ('r', 'p', 'v', 'm', 'f')
          and has_table_privilege(r.oid, c.oid, rights) <> given)
      and not exists (select from unnest(${Object.keys(APPEND_ONLY)}::text[]) as name, pg_attribute a
        where a.attrelid = name::regclass and a.attnum > 0 and not a.attisdropped
          and has_column_privilege(r.oid, a.attrelid, a.attnum, 'insert') = (name || '.' || a.attname = any(${filledIn})))
      and not exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
        and (has_sequence_privilege(r.oid, c.oid, 'usage') = (c.relname = ${TRAIL_NUMBERS})
          or not has_sequence_privilege(r.oid, c.oid, 'select') or has_sequence_privilege(r.oid, c.oid, 'update')))
      as granted
    from pg_roles r where r.rolname = ${role}`.execute(db)
  return rows[0]?.granted ?? false
}

/** All or nothing: processes that work meanwhile notice nothing. */
async function grant(db: Db, role: string): Promise<void> {
  const to = sql.id(role)
  const jobs = sql.id(JOBS_SCHEMA)
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${GRANT_LOCK})`.execute(tx)
    const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(tx)
    const database = sql.id(rows[0]?.database ?? '')
    // A temporary or new table named audit would be found before the real one.
    await sql`revoke create on schema public from public, ${to}`.execute(tx)
    await sql`revoke create, temporary on database ${database} from public, ${to}`.execute(tx)
    await sql`revoke all on schema ${jobs} from public, ${to}`.execute(tx)
    await sql`grant usage on schema public, ${jobs} to ${to}`.execute(tx)

    await sql`revoke all on all tables in schema public, ${jobs} from ${to}`.execute(tx)
    await sql`revoke all on all sequences in schema public from ${to}`.execute(tx)
    await sql`grant select, insert, update, delete on all tables in schema public, ${jobs} to ${to}`.execute(tx)
    await sql`grant usage, select on all sequences in schema public to ${to}`.execute(tx)
    for (const table of [...READ_ONLY, ...Object.keys(APPEND_ONLY)])
      await sql`revoke insert, update, delete on ${sql.table(table)} from ${to}`.execute(tx)
    for (const [table, theirs] of Object.entries(APPEND_ONLY)) {
      const columns = await columnsOf(tx, table)
      const given = columns.filter((column) => !theirs.includes(column)).map((column) => sql.id(column))
      await sql`grant insert (${sql.join(given)}) on ${sql.table(table)} to ${to}`.execute(tx)
    }
    // An id comes from its sequence without a right to it; with one, somebody could use the trail's numbers up.
    await sql`revoke usage on sequence ${sql.id(TRAIL_NUMBERS)} from ${to}`.execute(tx)
  })
}

async function columnsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Refuses powers that a grant can't take away: those of the role itself, ownership, memberships, rights of everybody.
 */
async function refusePowerful(db: Db, role: string): Promise<void> {
  const { rows } = await sql<{ why: string }>`
    select why from pg_roles r, lateral (values
      (r.rolsuper, 'is a superuser'),
      (r.rolcreaterole, 'may make roles'),
      (r.rolreplication, 'may replicate'),
      (exists (select from pg_class where relowner = r.oid), 'owns tables'),
      (exists (select from pg_roles g where g.oid <> r.oid and pg_has_role(r.oid, g.oid, 'member')
        and (g.rolsuper or g.rolcreaterole or g.rolname = any(${STRONG})
          or exists (select from pg_class where relowner = g.oid))), 'is a member of a role with power over it'),
      (exists (select from unnest(${Object.keys(APPEND_ONLY)}::text[]) as name
        where has_table_privilege(r.oid, name, 'update, delete, truncate, trigger')
          or has_any_column_privilege(r.oid, name, 'update')), 'is given more elsewhere')
    ) as power (has, why) where r.rolname = ${role} and has`.execute(db)
  if (rows.length === 0) return
  const reasons = rows.map(({ why }) => why).join(', ')
  throw new Error(`the role ${role} could change the audit trail, since it ${reasons}: use a plain role`)
}
