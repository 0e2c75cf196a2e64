import { type Kysely, sql } from 'kysely'

const countsOf = (status: string) =>
  `coalesce(sum(entry.n) filter (where entry.status = '${status}'), 0)::int as ${status}`

/** Adds what the entries of this source count for; `n` is 1 for each that is there, and -1 for each that has gone. */
const add = (source: string) => `insert into attendance_standings as standing
    (student_id, department_id, present, absent, leave)
  select entry.student_id, entry.department_id, ${['present', 'absent', 'leave'].map(countsOf).join(', ')}
  from ${source} group by entry.student_id, entry.department_id order by entry.student_id, entry.department_id
  on conflict (student_id, department_id) do update set present = standing.present + excluded.present,
    absent = standing.absent + excluded.absent, leave = standing.leave + excluded.leave`

const ofCompleted = (entries: string) => `(${entries}) entry join attendance_sessions session
  on session.id = entry.attendance_session_id and session.status = 'completed'`
const ADDED = 'select added.*, 1 as n from added'
const REMOVED = 'select removed.*, -1 as n from removed'

/**
 * A student's entries in the completed sessions of each department, counted by the database: a batch's report and the
 * day of those who oversee the college are read from these rows, a hundred times fewer than entries.
 */
const statements = [
  `create table attendance_standings (
    student_id integer not null references students (id) on delete cascade,
    department_id integer not null references departments (id) on delete cascade,
    present integer not null,
    absent integer not null,
    leave integer not null,
    primary key (student_id, department_id)
  ) with (fillfactor = 70)`,
  'create index attendance_standings_department_id on attendance_standings (department_id)',
  add(ofCompleted('select *, 1 as n from attendance_submissions')),

  `create function attendance_keep_standings() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${add(ofCompleted(ADDED))};
      elsif tg_op = 'UPDATE' then ${add(ofCompleted(`${ADDED} union all ${REMOVED}`))};
      else ${add(ofCompleted(REMOVED))};
      end if;
      return null;
    end
  $$`,
  `create trigger attendance_standings_added after insert on attendance_submissions
    referencing new table as added for each statement execute function attendance_keep_standings()`,
  `create trigger attendance_standings_changed after update on attendance_submissions
    referencing old table as removed new table as added for each statement execute function attendance_keep_standings()`,
  `create trigger attendance_standings_removed after delete on attendance_submissions
    referencing old table as removed for each statement execute function attendance_keep_standings()`,

  `create function attendance_restate_standings() returns trigger language plpgsql as $$
    begin
      ${add(`(select *, case new.status when 'completed' then 1 else -1 end as n
        from attendance_submissions where attendance_session_id = new.id) entry`)};
      return null;
    end
  $$`,
  `create trigger attendance_standings_restated after update of status on attendance_sessions
    for each row when ((old.status = 'completed') <> (new.status = 'completed'))
    execute function attendance_restate_standings()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
