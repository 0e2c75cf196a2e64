import { type Kysely, sql } from 'kysely'

/**
 * Fields that a college defines for its students and staff, and their values. A value carries the entity and the kind of
 * its field, so that it can belong to no other sort of record, and whether it is unique, which an index then holds.
 */
const statements = [
  `create table own_fields (
    id integer generated always as identity primary key,
    entity text not null check (entity in ('student', 'staff')),
    name text collate "und-x-icu" not null check (name <> ''),
    name_folded text collate "C" not null generated always as (folded(name)) stored,
    kind text not null check (kind in ('text', 'number', 'day', 'choice')),
    options text[] not null default '{}' check (cardinality(options) <= 50),
    is_required boolean not null default false,
    is_unique boolean not null default false,
    is_masked boolean not null default false,
    seen_by text not null default 'readers' check (seen_by in ('readers', 'staff', 'editors')),
    position integer not null check (position between 1 and 20),
    status text not null default 'active' check (status in ('active', 'inactive')),
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    unique (id, entity, kind),
    unique (id, is_unique),
    constraint own_fields_position_key unique (entity, position) deferrable initially immediate,
    constraint own_fields_options_check1 check ((kind = 'choice') = (cardinality(options) > 0))
  )`,
  'create unique index own_fields_name_key on own_fields (entity, name_folded)',
  `create table own_values (
    id integer generated always as identity primary key,
    field_id integer not null,
    entity text not null,
    kind text not null,
    is_unique boolean not null,
    student_id integer references students on delete cascade,
    staff_id integer references staff on delete cascade,
    value text collate "und-x-icu" not null check (value <> '' and length(value) <= 200),
    value_folded text collate "C" not null generated always as (folded(value)) stored,
    foreign key (field_id, entity, kind) references own_fields (id, entity, kind),
    foreign key (field_id, is_unique) references own_fields (id, is_unique) on update cascade,
    constraint own_values_record_check check ((entity = 'student') = (student_id is not null)
      and (entity = 'staff') = (staff_id is not null)),
    constraint own_values_kind_check check (case kind
      when 'number' then value ~ '^-?[0-9]{1,12}([.][0-9]{1,4})?$'
      when 'day' then value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
      else true end),
    constraint own_values_student_key unique (student_id, field_id),
    constraint own_values_staff_key unique (staff_id, field_id)
  )`,
  'create index own_values_field_id on own_values (field_id)',
  'create unique index own_values_unique_key on own_values (field_id, value_folded) where is_unique',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  const { rows } = await sql<{ schema: string }>`select nspname as schema from pg_opclass c
    join pg_namespace n on n.oid = c.opcnamespace where opcname = 'gin_trgm_ops'`.execute(db)
  const [trigrams] = rows
  if (trigrams)
    await sql`create index own_values_value_contains on own_values
      using gin (value_folded ${sql.id(trigrams.schema, 'gin_trgm_ops')})`.execute(db)
}
