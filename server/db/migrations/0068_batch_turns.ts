import { type Kysely, sql } from 'kysely'

const year = (column: string) =>
  `${column} text check (${column} in ('1st Year', '2nd Year', '3rd Year', '4th Year', '5th Year'))`

/**
 * The years' turns of batches, with what each did to which student, by which it can be undone. A turn names those who
 * went on with the batch too: undoing sets the year back for them, and for nobody who came later.
 */
const statements = [
  `create table batch_turns (
    id integer generated always as identity primary key,
    batch_id integer not null references batches on delete cascade,
    ${year('from_year')} not null,
    ${year('to_year')},
    turned_by text not null,
    turned_at timestamptz(3) not null default now(),
    undone_by text,
    undone_at timestamptz(3),
    check ((undone_at is null) = (undone_by is null))
  )`,
  'create index batch_turns_batch_id on batch_turns (batch_id, id desc)',
  'create index batch_turns_turned_at on batch_turns (turned_at)',
  `create table batch_turn_students (
    turn_id integer not null references batch_turns on delete cascade,
    student_id integer not null references students on delete cascade,
    fate text not null check (fate in ('went_on', 'graduated', 'held_back')),
    ${year('own_year_before')},
    ${year('own_year_after')},
    links jsonb,
    primary key (turn_id, student_id)
  )`,
  'create index batch_turn_students_student_id on batch_turn_students (student_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
