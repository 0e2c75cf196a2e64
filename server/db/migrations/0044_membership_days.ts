import { type Kysely, sql } from 'kysely'
import { collegeTimezone } from '../../../shared/college-clock.ts'

/**
 * A membership of a group has a first day, and one that has ended the first day on which it no longer counts. A student's
 * first group of a department counts from the admission, any other one from the day on which the student was put into it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const zone = sql.lit(collegeTimezone())
  await sql`alter table student_groups add column first_day date, add column left_on date`.execute(db)
  await sql`
    update student_groups link set
      first_day = days.first_day,
      left_on = greatest(days.first_day, (link.ended_at at time zone ${zone})::date)
    from (
      select own.id, least((own.created_at at time zone ${zone})::date,
        case when own.id = min(own.id) over (partition by own.student_id, own.department_id)
          then students.date_of_admission end) as first_day
      from student_groups own join students on students.id = own.student_id
    ) days
    where days.id = link.id`.execute(db)
  await sql`update student_groups set left_on = null where status = 'active'`.execute(db)
  // A row that somebody loads by hand counts from the beginning where it has no first day, and for no day where it has
  // ended without saying when.
  await sql`alter table student_groups alter column first_day set default '-infinity', alter column first_day set not null,
    add check (status = 'inactive' or left_on is null), add check (left_on >= first_day)`.execute(db)
}
