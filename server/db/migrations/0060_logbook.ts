import { type Kysely, sql } from 'kysely'

const ADDED = 'select added.*, 1 as n from added'
const REMOVED = 'select removed.*, -1 as n from removed'

const addCounts = (source: string) => `insert into log_entry_counts as known
    (skill_id, supervisor_id, status, department_id, entries)
  select skill_id, supervisor_id, status, department_id, sum(n) from (${source}) counted
  group by skill_id, supervisor_id, status, department_id having sum(n) <> 0
  order by skill_id, supervisor_id, status
  on conflict (skill_id, supervisor_id, status) do update set entries = known.entries + excluded.entries`

/**
 * Performances of skills, codes under which they are signed at the bedside, and wrong codes. How often a student has done
 * a skill is counted from the index `log_entries_counting` alone. The totals of long lists are kept by the database.
 */
const statements = [
  `create table log_entries (
    id integer generated always as identity primary key,
    key text,
    student_id integer not null references students,
    skill_id integer not null,
    department_id integer not null references departments,
    performed_on date not null,
    place text,
    setting text not null default 'patient' check (setting in ('patient', 'simulated')),
    level text not null check (level in ('observed', 'assisted', 'supervised', 'independent')),
    attempt text not null default 'first' check (attempt in ('first', 'repeat', 'remedial')),
    supervisor_id integer not null references staff,
    patient_age_band text
      check (patient_age_band in ('newborn', 'infant', 'child', 'adolescent', 'adult', 'elderly')),
    patient_sex text check (patient_sex in ('male', 'female', 'other')),
    reflection text,
    status text not null default 'logged' check (status in ('logged', 'signed', 'returned', 'withdrawn')),
    is_late boolean not null default false,
    corrects_id integer references log_entries,
    is_corrected boolean not null default false,
    decision text check (decision in ('completed', 'repeat', 'remedial')),
    rating text check (rating in ('below', 'meets', 'exceeds')),
    feedback text,
    signed_by integer references users,
    signed_at timestamptz(3),
    signed_by_code boolean not null default false,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    foreign key (skill_id, department_id) references skills (id, department_id),
    constraint log_entries_signed_check check ((status = 'signed') = (decision is not null)
      and (status = 'signed') = (signed_by is not null) and (status = 'signed') = (signed_at is not null)
      and (status = 'signed' or rating is null and not signed_by_code)),
    constraint log_entries_returned_check check (status <> 'returned' or feedback is not null)
  )`,
  'create unique index log_entries_key on log_entries (student_id, key) where key is not null',
  `create unique index log_entries_one_correction on log_entries (corrects_id)
    where status <> 'withdrawn'`,
  'create index log_entries_corrected on log_entries (corrects_id) where corrects_id is not null',
  `create index log_entries_counting on log_entries (student_id, department_id, skill_id)
    include (status, decision, level, setting, performed_on, is_corrected)`,
  'create index log_entries_student_id on log_entries (student_id, performed_on desc, id desc)',
  'create index log_entries_department_id on log_entries (department_id, performed_on desc, id desc)',
  'create index log_entries_skill_id on log_entries (skill_id, performed_on desc, id desc)',
  'create index log_entries_supervisor_id on log_entries (supervisor_id, performed_on desc, id desc)',
  'create index log_entries_performed_on on log_entries (performed_on desc, id desc)',
  `create index log_entries_waiting on log_entries (department_id, supervisor_id, created_at) where status = 'logged'`,
  `create index log_entries_signed_by on log_entries (signed_by, signed_at desc) where signed_by is not null`,
  `create table log_entry_counts (
    skill_id integer not null references skills on delete cascade,
    supervisor_id integer not null references staff on delete cascade,
    status text not null,
    department_id integer not null references departments on delete cascade,
    entries integer not null,
    primary key (skill_id, supervisor_id, status)
  ) with (fillfactor = 70)`,
  'create index log_entry_counts_department_id on log_entry_counts (department_id)',
  'create index log_entry_counts_supervisor_id on log_entry_counts (supervisor_id)',
  `create function log_entries_keep_counts() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${addCounts(ADDED)};
      elsif tg_op = 'UPDATE' then ${addCounts(`${ADDED} union all ${REMOVED}`)};
      else ${addCounts(REMOVED)};
      end if;
      return null;
    end
  $$`,
  `create trigger log_entry_counts_added after insert on log_entries
    referencing new table as added for each statement execute function log_entries_keep_counts()`,
  `create trigger log_entry_counts_changed after update on log_entries
    referencing old table as removed new table as added for each statement execute function log_entries_keep_counts()`,
  `create trigger log_entry_counts_removed after delete on log_entries
    referencing old table as removed for each statement execute function log_entries_keep_counts()`,
  // A code is six digits, so only those that can still be used are apart.
  `create table log_codes (
    id integer generated always as identity primary key,
    student_id integer not null references students on delete cascade,
    code text not null check (code ~ '^[0-9]{6}$'),
    secret_hash bytea,
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3) not null,
    used_at timestamptz(3),
    used_by integer references users on delete set null
  )`,
  'create unique index log_codes_code on log_codes (code) where used_at is null',
  'create index log_codes_student_id on log_codes (student_id, created_at)',
  'create index log_codes_expires_at on log_codes (expires_at)',
  'create index log_codes_used_by on log_codes (used_by)',
  `create table log_code_entries (
    code_id integer not null references log_codes on delete cascade,
    entry_id integer not null references log_entries on delete cascade,
    primary key (code_id, entry_id)
  )`,
  'create index log_code_entries_entry_id on log_code_entries (entry_id)',
  `create table wrong_log_codes (
    id integer generated always as identity primary key,
    user_id integer not null references users on delete cascade,
    tried_at timestamptz(3) not null default now()
  )`,
  'create index wrong_log_codes_user_id on wrong_log_codes (user_id, tried_at)',
  'create index wrong_log_codes_tried_at on wrong_log_codes (tried_at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
