import { type Kysely, sql } from 'kysely'

/** Departments, designations and groups are imported, too; the kinds that are added beside them keep their place. */
const statements = [
  'alter table imports drop constraint imports_kind_check',
  `alter table imports add constraint imports_kind_check check (kind in
    ('students', 'staff', 'skills', 'results', 'attendance', 'departments', 'designations', 'groups'))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
