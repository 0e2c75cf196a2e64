import { type Kysely, sql } from 'kysely'

/**
 * The chain of seals over the audit trail (docs/decisions/0017-sealed-trail.md). A seal covers rows by their ids; an id
 * that is missing below the highest one covered (`up_to`, by this seal or an earlier one) is awaited for a day, since it
 * may be in an open transaction. `marks` are four bytes of each row's own hash, in order of the ids. Only SQL of
 * features/audit/seals.*.ts reads and writes this table.
 */
const statements = [
  `create table audit_seals (
    id integer primary key,
    at timestamptz(3) not null,
    covered int8multirange not null,
    row_count integer not null,
    up_to bigint not null,
    awaited int8multirange not null,
    marks bytea not null,
    hash bytea not null
  )`,
  'create index audit_seals_at on audit_seals (at)',
  `create trigger audit_seals_append_only before update or delete or truncate on audit_seals
    for each statement execute function audit_is_append_only()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
