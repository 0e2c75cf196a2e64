import { sql } from 'kysely'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import type { Db } from '../../db/types.ts'
import { endsAt } from './reads.ts'

type Hours = Pick<AttendanceSession, 'start_time' | 'end_time'>

/**
 * The days among these on which the group, or the member of the staff, has a session, not cancelled, that these hours
 * overlap: one of the day itself, or one that lasts past midnight on either side.
 */
export async function busyDays(
  db: Db,
  who: Pick<AttendanceSession, 'group_id'> | Pick<AttendanceSession, 'staff_id'>,
  { start_time, end_time }: Hours,
  days: string[],
): Promise<Set<string>> {
  const whose = 'group_id' in who ? sql`held.group_id = ${who.group_id}` : sql`held.staff_id = ${who.staff_id}`
  const { rows } = await sql<{ day: string }>`
    select distinct asked.activity_date as day
    from (select day as activity_date, ${start_time}::time as start_time, ${end_time}::time as end_time
      from unnest(${days}::date[]) day) asked
    join attendance_sessions held on ${whose} and held.status <> 'cancelled'
      and held.activity_date between asked.activity_date - 1 and asked.activity_date + 1
      and held.activity_date + held.start_time < ${endsAt('asked')}
      and ${endsAt('held')} > asked.activity_date + asked.start_time`.execute(db)
  return new Set(rows.map(({ day }) => day))
}
