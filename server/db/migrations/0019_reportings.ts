import { type Kysely, sql } from 'kysely'

const QUOTED = (words: string) =>
  words
    .split(' ')
    .map((word) => `'${word}'`)
    .join(', ')
const LEVELS = QUOTED('faculty hod vice_principal principal disciplinary_committee external_authority')

/** Incident and disciplinary cases, with what happened to each. */
const statements = [
  // The last number of each year: a row that is locked while a case is filed, so that none is left out or given twice.
  `create table reporting_numbers (
    year integer primary key,
    last integer not null check (last > 0)
  )`,

  `create table reportings (
    id integer generated always as identity primary key,
    case_number text not null unique,
    title text not null,
    description text not null,
    student_id integer not null references students,
    assigned_to integer not null references staff,
    reported_by integer not null references users,
    reported_at timestamptz(3) not null default now(),
    assigned_at timestamptz(3) not null default now(),
    turn_since timestamptz(3) not null default now(),
    mailed_to integer,
    escalated_at timestamptz(3),
    escalated_to integer references staff,
    escalation_reason text,
    initial_response text,
    resolved_at timestamptz(3),
    resolution_notes text,
    category text not null default 'other' check (category in (${QUOTED(
      'academic_misconduct behavioral_issue attendance_problem disciplinary_violation safety_concern other',
    )})),
    severity text not null default 'medium' check (severity in (${QUOTED('low medium high critical')})),
    priority text not null default 'normal' check (priority in (${QUOTED('low normal high urgent')})),
    status text not null default 'open' check (status in (${QUOTED(
      'open under_review escalated pending_response resolved closed reopened',
    )})),
    current_level text not null check (current_level in (${LEVELS})),
    requires_immediate_attention boolean not null default false,
    is_confidential boolean not null default false,
    internal_notes text,
    withdrawn_at timestamptz(3),
    withdrawn_by integer references users,
    turn_rank smallint not null generated always as (case when status in ('open', 'escalated', 'reopened') then 0
      when status in ('resolved', 'closed') then 2 else 1 end) stored,
    severity_rank smallint not null generated always as (array_position(
      array['low', 'medium', 'high', 'critical'], severity)) stored,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    check ((resolved_at is not null) = (status in ('resolved', 'closed'))),
    check ((withdrawn_at is null) = (withdrawn_by is null))
  )`,
  'create index reportings_student_id on reportings (student_id, id desc)',
  'create index reportings_assigned_to on reportings (assigned_to, turn_since, id)',
  'create index reportings_to_mail on reportings (assigned_at) where mailed_to is distinct from assigned_to',
  'create index reportings_reported_by on reportings (reported_by, id desc)',
  'create index reportings_escalated_to on reportings (escalated_to)',
  'create index reportings_withdrawn_by on reportings (withdrawn_by)',
  'create index reportings_withdrawn_at on reportings (withdrawn_at desc, id desc) where withdrawn_at is not null',
  'create index reportings_reported_at on reportings (reported_at desc, id desc) where withdrawn_at is null',
  'create index reportings_turn on reportings (turn_rank, turn_since, id) where withdrawn_at is null',
  'create index reportings_severity_rank on reportings (severity_rank, id) where withdrawn_at is null',
  'create index reportings_status on reportings (status, reported_at desc, id desc) where withdrawn_at is null',
  'create index reportings_severity on reportings (severity, reported_at desc, id desc) where withdrawn_at is null',
  'create index reportings_category on reportings (category, reported_at desc, id desc) where withdrawn_at is null',

  // Present and former assignees of cases: a former one goes on reading.
  `create table reporting_assignees (
    reporting_id integer not null references reportings on delete cascade,
    staff_id integer not null references staff,
    primary key (staff_id, reporting_id)
  )`,
  'create index reporting_assignees_reporting_id on reporting_assignees (reporting_id)',

  // The case file: only ever added to.
  `create table reporting_entries (
    id integer generated always as identity primary key,
    reporting_id integer not null references reportings,
    kind text not null check (kind in (${QUOTED(
      'created assigned edited responded awaited escalated resolved closed reopened handed_over comment reply no_reply withdrawn',
    )})),
    author_id integer references users,
    text text,
    staff_id integer references staff,
    level text check (level in (${LEVELS})),
    at timestamptz(3) not null default now()
  )`,
  'create index reporting_entries_reporting_id on reporting_entries (reporting_id, id)',
  'create index reporting_entries_author_id on reporting_entries (author_id)',
  'create index reporting_entries_staff_id on reporting_entries (staff_id)',

  `create table reporting_files (
    id integer generated always as identity primary key,
    reporting_entry_id integer not null references reporting_entries,
    position integer not null,
    name text not null,
    type text not null,
    size integer not null check (size > 0),
    sha256 bytea not null,
    storage_key text not null unique,
    unique (reporting_entry_id, position),
    unique (reporting_entry_id, name)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
