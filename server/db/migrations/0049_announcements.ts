import { type Kysely, sql } from 'kysely'

/** Announcements, for some roles, a department or a batch, and the people who have read each. */
const statements = [
  `create table announcements (
    id integer generated always as identity primary key,
    title text not null check (title <> ''),
    title_folded text collate "C" not null generated always as (folded(title)) stored,
    text text not null check (text <> ''),
    roles text[] not null default '{}',
    department_id integer references departments,
    batch_id integer references batches,
    last_day date,
    created_by integer not null references users,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  )`,
  // In this collation a plain index serves searches for the beginning of a text.
  'create index announcements_title_begins on announcements (title_folded)',
  'create index announcements_department_id on announcements (department_id, id desc)',
  'create index announcements_batch_id on announcements (batch_id, id desc)',
  'create index announcements_created_by on announcements (created_by)',
  `create table announcement_readings (
    announcement_id integer not null references announcements on delete cascade,
    user_id integer not null references users on delete cascade,
    read_at timestamptz(3) not null default now(),
    primary key (announcement_id, user_id)
  )`,
  'create index announcement_readings_user_id on announcement_readings (user_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  const { rows } = await sql<{ schema: string }>`select nspname as schema from pg_opclass c
    join pg_namespace n on n.oid = c.opcnamespace where opcname = 'gin_trgm_ops'`.execute(db)
  const [trigrams] = rows
  if (trigrams)
    await sql`create index announcements_title_contains on announcements
      using gin (title_folded ${sql.id(trigrams.schema, 'gin_trgm_ops')})`.execute(db)
}
