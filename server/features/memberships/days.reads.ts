import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { invalid } from '../../core/errors.ts'

/** Days of the college for which is asked, both included; without one of them they have no end on that side. */
export interface Days {
  from?: string | null | undefined
  to?: string | null | undefined
}

/**
 * Returns the days of a filter, undefined where it names none.
 * @throws 422 on `to` where it is before `from`
 */
export function daysOf({ from, to }: Days): Days | undefined {
  if (!from && !to) return undefined
  if (from && to && to < from) throw invalid({ to: ['To must be on or after from'] })
  return { from, to }
}

/** The one day for which is asked, as days. */
export const onDay = (day: string): Days => ({ from: day, to: day })

const FOREVER = sql`'infinity'::date`
const NEVER = sql`'-infinity'::date`

/**
 * Selects the first day on which a link of `student_groups` no longer counts. An ended one of former versions without
 * such a day counts on none.
 */
export const endOf = (link: string) =>
  sql`case when ${sql.ref(`${link}.status`)} = 'active' then ${FOREVER}
    else coalesce(${sql.ref(`${link}.left_on`)}, ${NEVER}) end`

/** True when some of these days has all of the spans in it: each has a first day and the first day that is not in it. */
const haveDayIn = ({ from, to }: Days, spans: readonly { first: RawBuilder<unknown>; end: RawBuilder<unknown> }[]) =>
  sql<SqlBool>`greatest(${from ?? null}::date, ${sql.join(spans.map(({ first }) => first))})
    < least(${to ?? null}::date + 1, ${sql.join(spans.map(({ end }) => end))})`

const spanOf = (link: string) => ({ first: sql`${sql.ref(`${link}.first_day`)}`, end: endOf(link) })

/** True of links of `student_groups`, under this name, that count on one of the days. */
export const countsIn = (link: string, days: Days) => haveDayIn(days, [spanOf(link)])

/** True of links of `student_groups` that count on the day in this column. */
export const countsOn = (link: string, column: string) =>
  sql<SqlBool>`(${sql.ref(`${link}.first_day`)} <= ${sql.ref(column)} and ${sql.ref(column)} < ${endOf(link)})`

/**
 * True where the student in one column was a member of the group on the day in the other. All who were ever come first,
 * as an array, so that the index of their students is used.
 */
export const wasMember = (groupId: number, student: string, day: string) =>
  sql<SqlBool>`${sql.ref(student)} = any(array(select link.student_id from student_groups link
      where link.group_id = ${groupId}))
    and exists (select from student_groups link where link.group_id = ${groupId}
      and link.student_id = ${sql.ref(student)} and ${countsOn('link', day)})`

/**
 * True where a link counts on one of the days on which the task (`tasks`) was asked. A task without a first day is asked
 * from the day on which it was made, one without a last day until now.
 */
export const wasAskedIn = (link: string, days: Days, zone: string) =>
  haveDayIn(days, [
    spanOf(link),
    {
      first: sql`coalesce(tasks.start_date, (tasks.created_at at time zone ${zone})::date)`,
      end: sql`coalesce(tasks.end_date + 1, ${FOREVER})`,
    },
  ])

/**
 * True of links of `student_batches` that count on one of the days. They keep instants alone: the first one of a student
 * counts from the beginning, each until the day on which it ended.
 */
export const isInBatchIn = (link: string, days: Days, zone: string) => {
  const [student, id, status, made, ended] = ['student_id', 'id', 'status', 'created_at', 'ended_at'].map((column) =>
    sql.ref(`${link}.${column}`),
  )
  const first = sql`case when exists (select from student_batches former
    where former.student_id = ${student} and former.id < ${id}) then (${made} at time zone ${zone})::date else ${NEVER} end`
  const end = sql`case when ${status} = 'active' then ${FOREVER}
    else coalesce((${ended} at time zone ${zone})::date, ${NEVER}) end`
  return haveDayIn(days, [{ first, end }])
}
