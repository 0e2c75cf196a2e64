import { type Kysely, sql } from 'kysely'

const statements = [
  // The answer to a call with an Idempotency-Key. The row is committed together with what the call wrote, so that other
  // calls with the key wait for it and no committed row is without its answer.
  `create table idempotency_keys (
    user_id integer not null references users on delete cascade,
    key_hash bytea not null check (octet_length(key_hash) = 32),
    body_digest bytea not null check (octet_length(body_digest) = 32),
    status smallint,
    -- Encrypted under a key that only the Idempotency-Key gives.
    answer bytea,
    created_at timestamptz(3) not null default now(),
    primary key (user_id, key_hash)
  )`,
  'create index idempotency_keys_created_at on idempotency_keys (created_at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
