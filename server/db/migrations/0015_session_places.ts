import { type Kysely, sql } from 'kysely'

/** A session refers to its department and batch itself, so that they are found from it like from every other record. */
const statements = [
  'alter table attendance_sessions add foreign key (department_id) references departments (id)',
  'alter table attendance_sessions add foreign key (batch_id) references batches (id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
