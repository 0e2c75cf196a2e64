import { type Kysely, sql } from 'kysely'

/**
 * Everybody and everything of the administration, tasks with their submissions, sessions and the audit trail.
 * Texts that people sort by carry an ICU collation, so that order is the same on every server.
 */
const statements = [
  `create table secrets (
    name text primary key,
    value bytea not null
  )`,

  `create table roles (
    id integer generated always as identity primary key,
    name text collate "und-x-icu" not null,
    built_in boolean not null default false
  )`,
  'create unique index roles_name_key on roles (lower(name))',
  `insert into roles (name, built_in) values
    ('admin', true), ('principal', true), ('hod', true), ('faculty', true), ('clerk', true),
    ('student-affair', true), ('student', true)`,

  `create table users (
    id integer generated always as identity primary key,
    name text collate "und-x-icu" not null,
    email text not null,
    password_hash text not null,
    must_change_password boolean not null default true,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  )`,
  'create unique index users_email_key on users (lower(email))',
  `create table user_roles (
    user_id integer not null references users on delete cascade,
    role_id integer not null references roles,
    primary key (user_id, role_id)
  )`,
  'create index user_roles_role_id on user_roles (role_id)',

  `create table sessions (
    token_hash bytea primary key,
    user_id integer not null references users on delete cascade,
    user_agent text,
    created_at timestamptz(3) not null default now(),
    last_used_at timestamptz(3) not null default now(),
    expires_at timestamptz(3) not null
  )`,
  'create index sessions_user_id on sessions (user_id)',
  'create index sessions_expires_at on sessions (expires_at)',
  `create table password_resets (
    token_hash bytea primary key,
    user_id integer not null references users on delete cascade,
    expires_at timestamptz(3) not null
  )`,
  'create index password_resets_user_id on password_resets (user_id)',
  `create table login_failures (
    id bigint generated always as identity primary key,
    email text not null,
    address text not null,
    at timestamptz(3) not null default now()
  )`,
  'create index login_failures_email on login_failures (email, at)',
  'create index login_failures_address on login_failures (address, at)',

  `create table departments (
    id integer generated always as identity primary key,
    name text collate "und-x-icu" not null,
    type text not null default 'academic' check (type in ('academic', 'non-academic')),
    status text not null default 'active' check (status in ('active', 'inactive')),
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    unique (id, type)
  )`,
  'create unique index departments_name_key on departments (lower(name))',
  `create table designations (
    id integer generated always as identity primary key,
    name text collate "und-x-icu" not null
  )`,
  'create unique index designations_name_key on designations (lower(name))',

  `create table staff (
    id integer generated always as identity primary key,
    user_id integer not null unique references users,
    department_id integer not null references departments,
    designation_id integer not null references designations,
    role_id integer references roles,
    phone text,
    gender text check (gender in ('male', 'female', 'other')),
    date_of_birth date,
    date_of_joining date,
    date_of_leaving date,
    date_of_retirement date,
    description text,
    status text not null default 'active'
      check (status in ('active', 'inactive', 'on_leave', 'transferred', 'retired', 'terminated', 'resigned')),
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  )`,
  'create index staff_department_id on staff (department_id)',
  'create index staff_designation_id on staff (designation_id)',
  'create index staff_role_id on staff (role_id)',

  `create table batches (
    id integer generated always as identity primary key,
    name text collate "und-x-icu" not null,
    current_year text not null check (current_year in ('1st Year', '2nd Year', '3rd Year', '4th Year', '5th Year')),
    description text,
    status text not null default 'active' check (status in ('active', 'inactive')),
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  )`,
  'create unique index batches_name_key on batches (lower(name))',

  `create table students (
    id integer generated always as identity primary key,
    user_id integer not null unique references users,
    roll_no text collate "und-x-icu" not null,
    role_id integer references roles,
    phone text,
    gender text check (gender in ('male', 'female', 'other')),
    date_of_birth date,
    date_of_admission date,
    current_year text check (current_year in ('1st Year', '2nd Year', '3rd Year', '4th Year', '5th Year')),
    description text,
    status text not null default 'active'
      check (status in ('active', 'inactive', 'on_leave', 'transferred', 'graduated', 'dropped', 'suspended', 'expelled')),
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  )`,
  'create unique index students_roll_no_key on students (lower(roll_no))',
  'create index students_roll_no on students (roll_no, id)',
  'create index students_role_id on students (role_id)',

  `create table student_batches (
    id integer generated always as identity primary key,
    student_id integer not null references students on delete cascade,
    batch_id integer not null references batches,
    status text not null default 'active' check (status in ('active', 'inactive')),
    created_at timestamptz(3) not null default now(),
    ended_at timestamptz(3),
    check ((status = 'active') = (ended_at is null))
  )`,
  `create unique index student_batches_one_active on student_batches (student_id) where status = 'active'`,
  'create index student_batches_student_id on student_batches (student_id)',
  'create index student_batches_batch_id on student_batches (batch_id, status)',

  // A group's department is academic: the type is part of the key that it refers to.
  `create table groups (
    id integer generated always as identity primary key,
    name text collate "und-x-icu" not null,
    batch_id integer not null references batches,
    department_id integer not null,
    department_type text not null default 'academic' check (department_type = 'academic'),
    description text,
    status text not null default 'active' check (status in ('active', 'pending', 'inactive')),
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    foreign key (department_id, department_type) references departments (id, type),
    unique (id, department_id)
  )`,
  'create unique index groups_name_key on groups (batch_id, department_id, lower(name))',
  'create index groups_department_id on groups (department_id, batch_id)',

  // The department stands here too, so that the database itself holds "one active group in a department".
  `create table student_groups (
    id integer generated always as identity primary key,
    student_id integer not null references students on delete cascade,
    group_id integer not null,
    department_id integer not null,
    status text not null default 'active' check (status in ('active', 'inactive')),
    created_at timestamptz(3) not null default now(),
    ended_at timestamptz(3),
    check ((status = 'active') = (ended_at is null)),
    foreign key (group_id, department_id) references groups (id, department_id) on update cascade
  )`,
  `create unique index student_groups_one_active on student_groups (student_id, department_id) where status = 'active'`,
  'create index student_groups_group_id on student_groups (group_id, status)',
  'create index student_groups_student_id on student_groups (student_id, status)',

  `create table tasks (
    id integer generated always as identity primary key,
    name text collate "und-x-icu" not null,
    type text,
    detail text,
    label text,
    total_marks integer check (total_marks >= 0),
    passing_marks integer check (passing_marks >= 0),
    start_date date,
    end_date date,
    description text,
    department_id integer not null,
    department_type text not null default 'academic' check (department_type = 'academic'),
    status text not null default 'active' check (status in ('active', 'pending', 'inactive')),
    task_type text not null default 'single' check (task_type in ('single', 'bulk')),
    created_by integer references users on delete set null,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    check (passing_marks <= coalesce(total_marks, 100)),
    check (end_date >= start_date),
    foreign key (department_id, department_type) references departments (id, type),
    unique (id, department_id)
  )`,
  'create index tasks_department_id on tasks (department_id, id desc)',
  'create index tasks_created_by on tasks (created_by)',

  // A task and its groups are of one department.
  `create table task_groups (
    task_id integer not null,
    group_id integer not null,
    department_id integer not null,
    position integer not null,
    primary key (task_id, group_id),
    foreign key (task_id, department_id) references tasks (id, department_id)
      on delete cascade deferrable initially deferred,
    foreign key (group_id, department_id) references groups (id, department_id)
  )`,
  'create index task_groups_group_id on task_groups (group_id, task_id desc)',

  `create table task_submissions (
    id integer generated always as identity primary key,
    task_id integer not null references tasks,
    student_id integer not null references students,
    remarks text,
    date_time timestamptz(3) not null default now(),
    status text not null default 'submitted' check (status in ('submitted')),
    is_late boolean not null default false,
    marks integer check (marks >= 0),
    faculty_remarks text,
    graded_by integer references users on delete set null,
    graded_at timestamptz(3),
    updated_at timestamptz(3) not null default now(),
    check ((marks is null) = (graded_at is null)),
    unique (task_id, student_id)
  )`,
  'create index task_submissions_student_id on task_submissions (student_id, id desc)',
  'create index task_submissions_graded_by on task_submissions (graded_by)',
  `create table submission_files (
    id integer generated always as identity primary key,
    submission_id integer not null references task_submissions on delete cascade,
    name text not null,
    size integer not null check (size > 0),
    sha256 bytea not null,
    storage_key text not null unique,
    unique (submission_id, name)
  )`,

  // No foreign key to users: the trail outlives the people in it.
  `create table audit (
    id integer generated always as identity primary key,
    at timestamptz(3) not null default now(),
    actor_id integer,
    actor_name text,
    action text not null,
    entity text not null,
    entity_id integer not null,
    changes jsonb not null default '{}'
  )`,
  'create index audit_entity on audit (entity, entity_id, id desc)',
  'create index audit_actor_id on audit (actor_id, id desc)',
  `create function audit_is_append_only() returns trigger language plpgsql as $$
    begin raise exception 'the audit trail is append-only'; end
  $$`,
  `create trigger audit_append_only before update or delete or truncate on audit
    for each statement execute function audit_is_append_only()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
