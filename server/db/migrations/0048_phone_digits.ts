import { type Kysely, sql } from 'kysely'

/**
 * The SQL function `phone_key` gives a folded text the key of the phone number that it is, or null
 * (docs/decisions/0020-names.md). `server/core/phones.ts` does the same in code. The text is folded outside of it: a
 * function that calls another one finds it not while a dump is put back.
 */
const SEPARATORS =
  ' ().\\u2212\\u058A\\u05BE\\u1400\\u1806\\u2010-\\u2015\\u2E17\\u2E1A\\u2E3A\\u2E3B\\u2E40\\u301C\\u30A0\\u3030-'
const PREFIX = '^(?:(?:\\+|00)920?|92(?=[0-9]{10}$)|00|\\+|0)'

const PHONE_KEY = `create function phone_key(x text) returns text language sql immutable parallel safe as $$
  select nullif(regexp_replace(regexp_replace(
    substring(regexp_replace(x, '[${SEPARATORS}]', '', 'g') from '^\\+?[0-9]{1,20}$'),
    '^003[0-9]{9}$', ''), '${PREFIX}', ''), '')
$$`

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const { rows } = await sql<{ schema: string }>`select nspname as schema from pg_opclass c
    join pg_namespace n on n.oid = c.opcnamespace where opcname = 'gin_trgm_ops'`.execute(db)
  const [trigrams] = rows
  await run(PHONE_KEY)
  for (const table of ['students', 'staff']) {
    await run(`alter table ${table} add column phone_digits text collate "C"
      generated always as (phone_key(folded(phone))) stored`)
    await run(`create index ${table}_phone_digits_begins on ${table} (phone_digits)`)
    if (trigrams)
      await sql`create index ${sql.id(`${table}_phone_digits_contains`)} on ${sql.table(table)}
        using gin (phone_digits ${sql.id(trigrams.schema, 'gin_trgm_ops')})`.execute(db)
  }
}
