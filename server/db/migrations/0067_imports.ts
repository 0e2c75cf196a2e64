import { type Kysely, sql } from 'kysely'

/**
 * Imports, with what each did to which record, by which it can be undone. Records are named by id and no foreign key: an
 * import holds up no deletion. A row of line 0 is a record that was made for the rows.
 */
const statements = [
  `create table imports (
    id integer generated always as identity primary key,
    kind text not null check (kind in ('students', 'staff', 'skills')),
    file_name text not null,
    actor_id integer not null,
    actor_name text not null,
    created integer not null,
    updated integer not null,
    unchanged integer not null,
    imported_at timestamptz(3) not null default now(),
    undone_at timestamptz(3),
    undone_by text,
    check ((undone_at is null) = (undone_by is null))
  )`,
  'create index imports_kind on imports (kind, imported_at desc, id desc)',
  'create index imports_actor_id on imports (actor_id, kind, imported_at desc, id desc)',
  'create index imports_imported_at on imports (imported_at)',
  `create table import_rows (
    import_id integer not null references imports on delete cascade,
    line integer not null,
    entity text not null
      check (entity in ('student', 'staff', 'skill', 'batch', 'department', 'designation', 'group')),
    entity_id integer not null,
    action text not null check (action in ('create', 'update')),
    name text not null,
    before jsonb,
    links jsonb,
    after_at timestamptz(3),
    primary key (import_id, entity, entity_id)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
