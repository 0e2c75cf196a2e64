import { type Kysely, sql } from 'kysely'

/**
 * When a survey was closed: the students whom it asked are those who were in its group or batch then. The trail knows it of
 * surveys that are closed already.
 */
const statements = [
  'alter table feedback_surveys add column closed_at timestamptz(3)',
  `update feedback_surveys f set closed_at = coalesce((select max(a.at) from audit a
      where a.entity = 'feedback_survey' and a.entity_id = f.id and a.changes -> 'status' ->> 1 = 'closed'), f.updated_at)
    where f.status = 'closed'`,
  `alter table feedback_surveys add check ((status = 'closed') = (closed_at is not null))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
