import { type Kysely, sql } from 'kysely'

/**
 * A mark carries the department of its session, so that a student's marks in one department are read by an index, and
 * not picked from a thousand of all departments. The key holds the two together; a writer of marks may leave it out.
 */
const statements = [
  'alter table attendance_sessions add constraint attendance_sessions_id_department_id_key unique (id, department_id)',
  'alter table attendance_submissions add column department_id integer',
  `update attendance_submissions mark set department_id = session.department_id
    from attendance_sessions session where session.id = mark.attendance_session_id`,
  `alter table attendance_submissions alter column department_id set not null,
    drop constraint attendance_submissions_attendance_session_id_fkey,
    add foreign key (attendance_session_id, department_id) references attendance_sessions (id, department_id)`,
  `create function attendance_submissions_take_department() returns trigger language plpgsql as $$
    begin
      select department_id into new.department_id from attendance_sessions where id = new.attendance_session_id;
      return new;
    end
  $$`,
  `create trigger attendance_submissions_department before insert on attendance_submissions
    for each row when (new.department_id is null) execute function attendance_submissions_take_department()`,
  'drop index attendance_submissions_student',
  `create index attendance_submissions_student
    on attendance_submissions (student_id, department_id, attendance_session_id) include (status)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
