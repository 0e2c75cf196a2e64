import { type Kysely, sql } from 'kysely'
import type { WayBack } from '../types.ts'

/**
 * The eligibility of a batch as it was on a day. Names stand there by value, and ids refer to nothing: students,
 * batches and departments may be renamed or deleted, and the list says what it said. The paper of a list is an issued
 * document.
 */
const statements = [
  `alter table verified_documents drop constraint verified_documents_kind_check`,
  `alter table verified_documents add constraint verified_documents_kind_check
    check (kind in ('logbook', 'attendance', 'results', 'eligibility-list'))`,
  `create table eligibility_lists (
    id integer generated always as identity primary key,
    document_id integer not null unique references verified_documents,
    title text check (title <> ''),
    batch_id integer not null,
    batch_name text not null,
    department_id integer,
    department_name text,
    rules jsonb not null,
    eligible integer not null check (eligible >= 0),
    on_course integer not null check (on_course >= 0),
    at_risk integer not null check (at_risk >= 0),
    not_eligible integer not null check (not_eligible >= 0),
    exempted integer not null check (exempted >= 0),
    unjudged integer not null check (unjudged >= 0),
    frozen_at timestamptz(3) not null,
    frozen_by_name text not null,
    check ((department_id is null) = (department_name is null))
  )`,
  'create index eligibility_lists_batch_id on eligibility_lists (batch_id, id desc)',
  'create index eligibility_lists_department_id on eligibility_lists (department_id, id desc)',
  `create table eligibility_list_rows (
    list_id integer not null references eligibility_lists,
    position integer not null,
    student_id integer not null,
    name text not null,
    roll_no text,
    verdict text not null check (verdict in ('eligible', 'on_course', 'at_risk', 'not_eligible', 'exempted', 'unjudged')),
    conditions jsonb not null,
    primary key (list_id, position)
  )`,
  'create unique index eligibility_list_rows_student_id on eligibility_list_rows (student_id, list_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export const back: WayBack = {
  losing: {
    'frozen lists of the eligibility': 'eligibility_lists',
    'papers of such lists': `verified_documents where kind = 'eligibility-list'`,
  },
  statements: [
    'drop table eligibility_list_rows',
    'drop table eligibility_lists',
    'alter table verified_documents drop constraint verified_documents_kind_check',
    `alter table verified_documents add constraint verified_documents_kind_check
      check (kind in ('logbook', 'attendance', 'results'))`,
  ],
}
