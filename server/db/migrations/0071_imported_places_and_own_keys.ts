import { type Kysely, sql } from 'kysely'
import type { WayBack } from '../types.ts'

/** Two spellings of a number with dashes are one: "35202-1234567-1" and "3520212345671". `ownKey` does the same in code. */
const KEY = `case when kind = 'text' and folded(value) ~ '^[0-9][0-9 ‐‑‒–—−-]*$'
  then regexp_replace(folded(value), '[^0-9]', '', 'g') else folded(value) end`

const statements = [
  // Departments, designations and groups are imported, too, and results and attendance of former years.
  'alter table imports drop constraint imports_kind_check',
  `alter table imports add constraint imports_kind_check check (kind in
    ('students', 'staff', 'skills', 'results', 'attendance', 'departments', 'designations', 'groups'))`,
  'drop index own_values_unique_key',
  `alter table own_values add column value_key text collate "C" not null generated always as (${KEY}) stored`,
  // Nobody can tell which of two records has the right number, so that the field waits for people. The trail says so.
  `with twins as (
    select distinct field_id from own_values where is_unique group by field_id, value_key having count(*) > 1
  ), changed as (
    update own_fields set is_unique = false, updated_at = now() from twins where id = field_id returning id
  )
  insert into audit (action, entity, entity_id, changes)
    select 'update', 'own_field', id, '{"is_unique": [true, false]}' from changed order by id`,
  'create unique index own_values_unique_key on own_values (field_id, value_key) where is_unique',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export const back: WayBack = {
  losing: {
    'imports of departments, designations and groups': `imports where kind in ('departments', 'designations', 'groups')`,
  },
  statements: [
    'drop index own_values_unique_key',
    'alter table own_values drop column value_key',
    'create unique index own_values_unique_key on own_values (field_id, value_folded) where is_unique',
    'alter table imports drop constraint imports_kind_check',
    `alter table imports add constraint imports_kind_check
      check (kind in ('students', 'staff', 'skills', 'results', 'attendance'))`,
  ],
}
