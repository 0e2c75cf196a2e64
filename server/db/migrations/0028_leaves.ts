import { type Kysely, sql } from 'kysely'

/**
 * Leave requests: for whole days, or for sessions and then no days; and the answer of each department that is asked. A
 * register is read with the leave that was granted for it, by student and department.
 */
const statements = [
  `create table leaves (
    id integer generated always as identity primary key,
    student_id integer not null references students,
    first_day date,
    last_day date,
    reason text not null check (reason <> ''),
    created_at timestamptz(3) not null default now(),
    unique (id, student_id),
    check ((first_day is null) = (last_day is null)),
    check (last_day >= first_day)
  )`,
  'create index leaves_student_id on leaves (student_id, id desc)',

  `create table leave_answers (
    leave_id integer not null,
    student_id integer not null,
    department_id integer not null references departments,
    status text not null default 'pending' check (status in ('pending', 'granted', 'refused', 'withdrawn')),
    note text,
    answered_by integer references users,
    answered_at timestamptz(3),
    updated_at timestamptz(3) not null default now(),
    primary key (leave_id, department_id),
    foreign key (leave_id, student_id) references leaves (id, student_id) on delete cascade,
    check ((answered_by is not null) = (status in ('granted', 'refused'))),
    check ((answered_at is null) = (answered_by is null))
  )`,
  'create index leave_answers_department_id on leave_answers (department_id, status, leave_id)',
  "create index leave_answers_pending on leave_answers (leave_id) where status = 'pending'",
  "create index leave_answers_granted on leave_answers (student_id, department_id) where status = 'granted'",
  'create index leave_answers_leave_id on leave_answers (leave_id, student_id)',
  'create index leave_answers_answered_by on leave_answers (answered_by)',

  `create table leave_sessions (
    leave_id integer not null references leaves on delete cascade,
    attendance_session_id integer not null references attendance_sessions on delete cascade,
    primary key (leave_id, attendance_session_id)
  )`,
  'create index leave_sessions_attendance_session_id on leave_sessions (attendance_session_id)',

  `create table leave_files (
    leave_id integer primary key references leaves,
    name text not null,
    type text not null,
    size integer not null check (size > 0),
    sha256 bytea not null,
    storage_key text not null unique
  )`,

  'alter table news_seen drop constraint news_seen_kind_check',
  `alter table news_seen add constraint news_seen_kind_check
    check (kind in ('new-marks', 'new-results', 'leave-answers'))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
