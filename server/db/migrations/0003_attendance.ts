import { type Kysely, sql } from 'kysely'

/**
 * Attendance: sessions of a group and the marks of their students. The marks are the largest table
 * of all (ten years are some ten million), so they carry no more than they must, and every way of reading them has an
 * index: by session, and by student.
 */
const statements = [
  'alter table groups add constraint groups_id_batch_id_key unique (id, batch_id)',
  `create table attendance_sessions (
    id integer generated always as identity primary key,
    department_id integer not null,
    batch_id integer not null,
    year text check (year in ('1st Year', '2nd Year', '3rd Year', '4th Year', '5th Year')),
    group_id integer not null,
    activity_date date not null,
    start_time time(0) not null,
    end_time time(0) not null,
    staff_id integer not null references staff,
    status text not null default 'pending' check (status in ('pending', 'completed', 'cancelled')),
    remarks text,
    taken_by integer references users on delete set null,
    taken_at timestamptz(3),
    -- The device's own name for the taking, so that what is sent twice is known.
    taken_key text,
    created_by integer references users on delete set null,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    check (end_time > start_time),
    check ((status = 'completed') = (taken_at is not null)),
    foreign key (group_id, department_id) references groups (id, department_id),
    foreign key (group_id, batch_id) references groups (id, batch_id)
  )`,
  `create index attendance_sessions_group_id
    on attendance_sessions (group_id, activity_date desc, start_time desc, id desc)`,
  `create index attendance_sessions_department_id
    on attendance_sessions (department_id, activity_date desc, start_time desc, id desc)`,
  'create index attendance_sessions_staff_id on attendance_sessions (staff_id)',
  'create index attendance_sessions_batch_id on attendance_sessions (batch_id)',
  'create index attendance_sessions_taken_by on attendance_sessions (taken_by)',
  'create index attendance_sessions_created_by on attendance_sessions (created_by)',
  `create index attendance_sessions_pending
    on attendance_sessions (activity_date, start_time, id) where status = 'pending'`,

  `create table attendance_submissions (
    id integer generated always as identity primary key,
    attendance_session_id integer not null references attendance_sessions,
    student_id integer not null references students,
    status text not null check (status in ('present', 'absent', 'leave')),
    remarks text,
    updated_at timestamptz(3) not null default now()
  )`,
  `create unique index attendance_submissions_session
    on attendance_submissions (attendance_session_id, student_id) include (status)`,
  `create index attendance_submissions_student
    on attendance_submissions (student_id, attendance_session_id) include (status)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
