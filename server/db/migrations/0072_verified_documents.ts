import { type Kysely, sql } from 'kysely'
import type { WayBack } from '../types.ts'

/**
 * The papers that the college has given out. Number, code, name and hash are those on the paper, and stay. A newer one
 * names the one whose place it takes. Checks by strangers are counted by network and minute.
 */
const statements = [
  `create table document_numbers (
    year integer primary key,
    last integer not null check (last > 0)
  )`,
  `create table verified_documents (
    id integer generated always as identity primary key,
    number text not null unique,
    code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
    kind text not null check (kind in ('logbook', 'attendance', 'results')),
    student_id integer references students,
    name text,
    roll_no text,
    issued_on date not null,
    issued_by integer not null references users,
    state text not null default 'stands' check (state in ('stands', 'replaced', 'withdrawn')),
    ended_on date,
    replaces integer unique references verified_documents,
    withdrawn_by integer references users,
    reason text,
    size integer not null check (size > 0),
    sha256 bytea not null check (length(sha256) = 32),
    storage_key text not null unique,
    created_at timestamptz(3) not null default now(),
    check ((student_id is null) = (name is null)),
    check ((state = 'stands') = (ended_on is null)),
    check ((state = 'withdrawn') = (withdrawn_by is not null)),
    check ((state = 'withdrawn') = (reason is not null))
  )`,
  'create index verified_documents_student_id on verified_documents (student_id, id desc)',
  `create unique index verified_documents_standing on verified_documents (student_id, kind) where state = 'stands'`,
  'create index verified_documents_issued_by on verified_documents (issued_by)',
  'create index verified_documents_withdrawn_by on verified_documents (withdrawn_by) where withdrawn_by is not null',
  `create table document_checks (
    network text not null,
    minute timestamptz(3) not null,
    calls integer not null default 1,
    primary key (network, minute)
  )`,
  'create index document_checks_minute on document_checks (minute)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export const back: WayBack = {
  losing: { 'issued documents': 'verified_documents', 'years of their numbers': 'document_numbers' },
  statements: ['drop table document_checks', 'drop table verified_documents', 'drop table document_numbers'],
}
