import { type Kysely, sql } from 'kysely'

/**
 * The SQL function `folded` folds unique names and searched texts (docs/decisions/0020-names.md). `shared/folding.ts`
 * does the same in code. The function is one expression without a query of its own, so that the planner writes it into
 * the statement: called as a function it would take ten times as long.
 */
const UNSEEN =
  '\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFF8\\U0001BCA0-\\U0001BCA3\\U0001D173-\\U0001D17A\\U000E0000-\\U000E0FFF'
const MARKS =
  '\\u0300-\\u036F\\u0483-\\u0489\\u0591-\\u05BD\\u05BF\\u05C1\\u05C2\\u05C4\\u05C5\\u05C7\\u0610-\\u061A\\u0640\\u064B-\\u065F\\u0670\\u06D6-\\u06DC\\u06DF-\\u06E4\\u06E7\\u06E8\\u06EA-\\u06ED\\u08CA-\\u08E1\\u08E3-\\u08FF\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\u20D0-\\u20FF\\uFE20-\\uFE2F'
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
  0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0,
  0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0x104a0, 0x10d30, 0x10d40, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0,
  0x11450, 0x114d0, 0x11650, 0x116c0, 0x116d0, 0x116da, 0x11730, 0x118e0, 0x11950, 0x11bf0, 0x11c50, 0x11d50, 0x11da0,
  0x11de0, 0x11f50, 0x16130, 0x16a60, 0x16ac0, 0x16b50, 0x16d70, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e5f1, 0x1e950,
]
const escaped = (point: number) => `\\U${point.toString(16).padStart(8, '0')}`
const DIGITS = ZEROS.map((zero) => `${escaped(zero)}-${escaped(zero + 9)}`).join('')
const allDigits = ZEROS.flatMap((zero) => Array.from({ length: 10 }, (_, n) => String.fromCodePoint(zero + n))).join('')
const asciiDigits = '0123456789'.repeat(ZEROS.length)
const SPACES = '\\t-\\r \\u0085\\u1680\\u2028\\u2029'

const HAS_SPACES = ["'  '", ...[9, 10, 11, 12, 13].map((point) => `chr(${point})`)]
  .map((spaces) => `strpos(x, ${spaces}) > 0`)
  .join(' or ')

/** Looks for digits before it replaces them, as there are 680 of them. Text of ASCII alone takes the short way. */
const FOLDED = `create function folded(x text) returns text language sql immutable parallel safe as $$
  select case when octet_length(x) = char_length(x) then
    trim(lower((case when ${HAS_SPACES} then regexp_replace(x, '[\\t-\\r ]+', ' ', 'g') else x end) collate "C")) collate "und-x-icu"
  else
    trim(regexp_replace(replace(translate(regexp_replace(
      lower(normalize(case when x ~ '[${DIGITS}]' then translate(x, '${allDigits}', '${asciiDigits}') else x end, NFKD)
        collate "und-x-icu"),
      '[${UNSEEN}${MARKS}]+', '', 'g'), 'يىكہەۃٱςı', 'ییکههةاσi'), 'ß', 'ss'),
      '[${SPACES}]{2,}|[\\t-\\r\\u0085\\u1680\\u2028\\u2029]', ' ', 'g'))
  end
$$`

/** The tables with unique names, what the trail calls their records, and within which columns a name is unique. */
const ONCE = [
  ['roles', 'role', ''],
  ['departments', 'department', ''],
  ['designations', 'designation', ''],
  ['batches', 'batch', ''],
  ['groups', 'group', 'batch_id, department_id, '],
] as const

/** The texts that are searched most are kept folded too: folding 40,000 names for each search would take 0.2 s. */
const SEARCHED = [
  ['users', 'name'],
  ['groups', 'name'],
  ['tasks', 'name'],
  ['library_entries', 'title'],
  ['feedback_surveys', 'title'],
] as const

/**
 * Tells names apart that the folding makes equal. Each but the first gets its id behind the name. The trail says so.
 * No records are merged, and no start fails.
 */
const apart = (table: string, entity: string, within: string) => `do $$ begin
  loop
    with twins as (
      select id, name, row_number() over (partition by ${within}folded(name) order by id) as place from ${table}
    ), renamed as (
      update ${table} set name = twins.name || ' (' || twins.id || ')' from twins
        where twins.id = ${table}.id and twins.place > 1 returning twins.id, twins.name as former, ${table}.name as name
    )
    insert into audit (action, entity, entity_id, changes)
      select 'update', '${entity}', id, jsonb_build_object('name', jsonb_build_array(former, name)) from renamed order by id;
    exit when not found;
  end loop;
end $$`

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const { rows } = await sql<{ schema: string }>`select nspname as schema from pg_opclass c
    join pg_namespace n on n.oid = c.opcnamespace where opcname = 'gin_trgm_ops'`.execute(db)
  const [trigrams] = rows
  await run(FOLDED)
  for (const [table, entity, within] of ONCE) {
    await run(`drop index ${table}_name_key`)
    await run(apart(table, entity, within))
  }
  for (const [table, column] of SEARCHED) {
    await run(`drop index ${table}_${column}_begins`)
    await run(`drop index if exists ${table}_${column}_contains`)
    // In this collation a plain index serves searches for the beginning of a text, and comparing is fastest.
    await run(`alter table ${table} add column ${column}_folded text collate "C" not null
      generated always as (folded(${column})) stored`)
    await run(`create index ${table}_${column}_begins on ${table} (${column}_folded)`)
    if (trigrams)
      await sql`create index ${sql.id(`${table}_${column}_contains`)} on ${sql.table(table)}
        using gin (${sql.id(`${column}_folded`)} ${sql.id(trigrams.schema, 'gin_trgm_ops')})`.execute(db)
  }
  for (const [table, , within] of ONCE)
    await run(
      `create unique index ${table}_name_key on ${table} (${within}${within === '' ? 'folded(name)' : 'name_folded'})`,
    )
  await run('drop function name_key(text)')
}
