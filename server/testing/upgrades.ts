import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../db/types.ts'

const FOLDER = join(import.meta.dirname, 'upgrades')
const SUFFIX = '.sql.gz'

/** The released states of which a demo college is kept, oldest first: by their last migration and what was new. */
export const formerStates = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(SUFFIX))
    .map((name) => name.slice(0, -SUFFIX.length))
    .sort()

/**
 * Puts a former state into an empty database, by `pg_dump`'s own statements, and its files into a data directory.
 * @returns the files' bytes, by their path there
 */
export async function loadFormer(state: string, config: pg.ClientConfig, dataDir: string) {
  const text = gunzipSync(readFileSync(join(FOLDER, state + SUFFIX))).toString()
  const files = new Map<string, Buffer>()
  for (const line of text.slice(0, text.indexOf('\n\n')).split('\n')) {
    const [, path = '', bytes = ''] = /^-- file (\S+) (\S*)$/.exec(line) ?? []
    files.set(path, Buffer.from(bytes, 'base64'))
    mkdirSync(dirname(join(dataDir, path)), { recursive: true })
    writeFileSync(join(dataDir, path), files.get(path) ?? '')
  }
  const client = new pg.Client(config)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
  return files
}

/** All that a schema is: columns, constraints, indexes, triggers, functions, sequences, extensions, and rights. */
export async function schemaOf(db: Db, roles: { owner: string; app: string }): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with ours as (select oid, nspname from pg_namespace where nspname in ('public', 'jobs')), named as (
      select c.*, c.oid::regclass::text as place from pg_class c
      where relnamespace in (select oid from ours) and relkind in ('r', 'p', 'v', 'S')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e'))
    select format('%s.%s %s%s%s%s', place, attname, format_type(atttypid, atttypmod),
        case when attnotnull then ' not null' else '' end, ' ' || pg_get_expr(d.adbin, d.adrelid) || attgenerated::text,
        ' ' || attcollation::regcollation) as line
      from named join pg_attribute a on attrelid = named.oid and attnum > 0 and not attisdropped
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = attnum where relkind <> 'S'
    union all select format('%s of %s to %s', place, relkind, x.right) from named,
      lateral (select string_agg(format('%s %s', privilege_type, grantee), ', ' order by grantee, privilege_type) as right
        from (select privilege_type, case grantee when 0 then 'everybody' else grantee::regrole::text end as grantee
          from aclexplode(coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner)))) g) x
    union all select format('%s.%s to %s', place, attname, attacl) from named join pg_attribute on attrelid = named.oid
      where attacl is not null
    union all select format('%s: %s %s %s', place, conname, pg_get_constraintdef(k.oid), convalidated)
      from pg_constraint k join named on named.oid = conrelid where contype <> 'n'
    union all select format('%s %s', indexdef, indisvalid) from pg_indexes join pg_index on indexrelid = format('%I.%I', schemaname, indexname)::regclass
      where schemaname in ('public', 'jobs')
    union all select format('%s %s', pg_get_triggerdef(t.oid), tgenabled) from pg_trigger t where not tgisinternal
    union all select pg_get_functiondef(p.oid) from pg_proc p where pronamespace in (select oid from ours)
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all select format('%s: %s from %s by %s', place, seqtypid::regtype, seqstart, seqincrement)
      from pg_sequence join named on named.oid = seqrelid
    union all select 'extension ' || extname from pg_extension
    union all select format('schema %s: %s', nspname, coalesce(
      (select string_agg(format('%s %s', privilege_type, grantee::regrole), ', ' order by 1)
        from aclexplode(nspacl) where grantee <> 0), '')) from pg_namespace where oid in (select oid from ours where nspname = 'jobs')
    union all select name from kysely_migration
    order by 1`.execute(db)
  return rows.map(({ line }) => line.replaceAll(roles.owner, 'the owner').replaceAll(roles.app, 'the app'))
}
