import { type Kysely, sql } from 'kysely'
import type { WayBack } from '../types.ts'

/**
 * The postings of a rotation plan: a group is in its department from one day to another. A group has no two postings on
 * the same day; the range of its id alone lets the constraint do without an extension.
 */
const statements = [
  `create table postings (
    id integer generated always as identity primary key,
    group_id integer not null,
    batch_id integer not null references batches,
    department_id integer not null references departments,
    first_day date not null,
    last_day date not null,
    ward text collate "und-x-icu",
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    foreign key (group_id, batch_id) references groups (id, batch_id),
    foreign key (group_id, department_id) references groups (id, department_id),
    constraint postings_days_check check (last_day >= first_day),
    constraint postings_length_check check (last_day - first_day < 366),
    constraint postings_no_overlap exclude using gist
      (int4range(group_id, group_id, '[]') with &&, daterange(first_day, last_day, '[]') with &&)
  )`,
  'create index postings_group_id on postings (group_id, first_day, id)',
  'create index postings_batch_id on postings (batch_id, first_day, id)',
  'create index postings_department_id on postings (department_id, first_day, id)',
  'create index postings_first_day on postings (first_day, id)',
  'create index postings_last_day on postings (last_day)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export const back: WayBack = {
  losing: { 'postings of groups': 'postings' },
  statements: ['drop table postings'],
}
