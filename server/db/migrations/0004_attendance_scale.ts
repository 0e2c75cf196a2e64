import { type Kysely, sql } from 'kysely'

/**
 * Keeps attendance fast after ten years.
 * - A session carries its number of marks of each status, which triggers keep: totals of long lists add up sessions,
 *   of which there are sixty times fewer than marks.
 * - Sessions have an index for each order in which they are read.
 * - Vacuum runs after so many changed marks, not after a share of them: by the share, the last two years of ten would
 *   never be vacuumed, and no index alone could answer for them.
 */
const statements = [
  `alter table attendance_sessions
    add column present integer not null default 0,
    add column absent integer not null default 0,
    add column leave integer not null default 0`,
  `update attendance_sessions session set present = marks.present, absent = marks.absent, leave = marks.leave
    from (select attendance_session_id, count(*) filter (where status = 'present') as present,
        count(*) filter (where status = 'absent') as absent, count(*) filter (where status = 'leave') as leave
      from attendance_submissions group by attendance_session_id) marks
    where session.id = marks.attendance_session_id`,
  `create function attendance_count_marks() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update attendance_sessions session set present = session.present - marks.present,
          absent = session.absent - marks.absent, leave = session.leave - marks.leave
        from (select attendance_session_id, count(*) filter (where status = 'present') as present,
            count(*) filter (where status = 'absent') as absent, count(*) filter (where status = 'leave') as leave
          from removed group by attendance_session_id) marks
        where session.id = marks.attendance_session_id;
      end if;
      if tg_op <> 'DELETE' then
        update attendance_sessions session set present = session.present + marks.present,
          absent = session.absent + marks.absent, leave = session.leave + marks.leave
        from (select attendance_session_id, count(*) filter (where status = 'present') as present,
            count(*) filter (where status = 'absent') as absent, count(*) filter (where status = 'leave') as leave
          from added group by attendance_session_id) marks
        where session.id = marks.attendance_session_id;
      end if;
      return null;
    end
  $$`,
  `create trigger attendance_submissions_added after insert on attendance_submissions
    referencing new table as added for each statement execute function attendance_count_marks()`,
  `create trigger attendance_submissions_changed after update on attendance_submissions
    referencing old table as removed new table as added for each statement execute function attendance_count_marks()`,
  `create trigger attendance_submissions_removed after delete on attendance_submissions
    referencing old table as removed for each statement execute function attendance_count_marks()`,

  `create index attendance_sessions_activity_date
    on attendance_sessions (activity_date desc, start_time desc, id desc)`,
  'drop index attendance_sessions_staff_id',
  `create index attendance_sessions_staff_id
    on attendance_sessions (staff_id, activity_date desc, start_time desc, id desc)`,
  'drop index attendance_sessions_batch_id',
  `create index attendance_sessions_batch_id
    on attendance_sessions (batch_id, department_id, activity_date desc, start_time desc, id desc)`,

  `alter table attendance_submissions
    set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 20000)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
