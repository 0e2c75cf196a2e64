import { type Kysely, sql } from 'kysely'
import type { WayBack } from '../types.ts'

/**
 * The packs that a college gives to those who inspect it: whose batch, of which days, and how far each is. One at a time
 * is made. The file of a pack stands in a row of its own, which there is once the pack is whole.
 */
const statements = [
  `create table inspection_packs (
    id integer generated always as identity primary key,
    batch_id integer not null references batches,
    from_day date not null,
    to_day date not null,
    asked_by integer not null references users,
    state text not null default 'waiting' check (state in ('waiting', 'making', 'ready', 'failed')),
    run uuid,
    tries integer not null default 0,
    files_done integer not null default 0,
    files_total integer,
    begun_at timestamptz(3),
    touched_at timestamptz(3) not null default now(),
    finished_at timestamptz(3),
    kept_until timestamptz(3),
    failure text,
    created_at timestamptz(3) not null default now(),
    check (from_day <= to_day),
    check ((state = 'failed') = (failure is not null)),
    check ((state in ('ready', 'failed')) = (finished_at is not null)),
    check ((finished_at is null) = (kept_until is null))
  )`,
  `create unique index inspection_packs_under_way on inspection_packs ((true)) where state in ('waiting', 'making')`,
  'create index inspection_packs_batch_id on inspection_packs (batch_id)',
  'create index inspection_packs_asked_by on inspection_packs (asked_by)',
  `create table inspection_pack_files (
    pack_id integer primary key references inspection_packs on delete cascade,
    size bigint not null check (size > 0),
    sha256 bytea not null check (length(sha256) = 32),
    storage_key text not null unique
  )`,
  // A pack takes minutes: in a queue of its own it holds up no sweep.
  `select jobs.create_queue('packs', '{"policy": "standard"}')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export const back: WayBack = {
  losing: { 'inspection packs': 'inspection_packs' },
  statements: ['drop table inspection_pack_files', 'drop table inspection_packs', `select jobs.delete_queue('packs')`],
}
