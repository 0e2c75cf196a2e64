import { type Kysely, sql } from 'kysely'

/**
 * Names that differ only by joiners and marks that nobody sees (U+200C to U+200F) or by how a letter is composed are
 * one name. The unique indexes keep their names. If a college has such twins already, each but the first gets its id
 * behind the name, so that all stay and people can tell them apart.
 */
const KEYS = [
  ['roles', 'name_key(name)'],
  ['departments', 'name_key(name)'],
  ['designations', 'name_key(name)'],
  ['batches', 'name_key(name)'],
  ['groups', 'batch_id, department_id, name_key(name)'],
] as const

const statements = [
  // The collation is named, so that the database lowers a letter alike in whatever column or query it stands.
  `create function name_key(name text) returns text language sql immutable strict parallel safe as $$
    select lower(normalize(translate(name, U&'\\200C\\200D\\200E\\200F', ''), NFC) collate "und-x-icu")
  $$`,
  ...KEYS.flatMap(([table, key]) => [
    `drop index ${table}_name_key`,
    `do $$ begin
      loop
        update ${table} set name = ${table}.name || ' (' || ${table}.id || ')' from (
          select id, row_number() over (partition by ${key} order by id) as place from ${table}
        ) twin where twin.id = ${table}.id and twin.place > 1;
        exit when not found;
      end loop;
    end $$`,
    `create unique index ${table}_name_key on ${table} (${key})`,
  ]),
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
