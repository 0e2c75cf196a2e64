import { type Kysely, sql } from 'kysely'

/** An announcement may be for one group, whose department and batch it has then. */
const statements = [
  `alter table announcements
    add column group_id integer,
    add foreign key (group_id, department_id) references groups (id, department_id),
    add foreign key (group_id, batch_id) references groups (id, batch_id),
    add constraint announcements_group_place
      check (group_id is null or (department_id is not null and batch_id is not null))`,
  'create index announcements_group_id on announcements (group_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
