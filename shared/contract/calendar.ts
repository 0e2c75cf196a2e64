import * as z from 'zod/mini'
import { credential, get, one, post, remove } from '../endpoint.ts'
import { idFilters, optionalWord, requiredDate } from '../fields.ts'
import { SESSION_STATUSES } from '../labels.ts'
import { PLACE_MAX, TIMETABLE_DAYS_MAX } from '../limits.ts'
import { NamedRef } from './groups.ts'
import { OwnPosting } from './postings.ts'

/** The address reads the calendar without a sign-in. */
const CalendarAddress = z.object({
  /** Whole when the server knows its own name, otherwise from the root: "/api/calendar/…". Null for none. */
  address: z.nullable(credential),
  created_at: z.nullable(z.string()),
})
export type CalendarAddress = z.infer<typeof CalendarAddress>

/** An own session, as a timetable shows it. */
const TimetableSession = z.object({
  id: z.int(),
  /** The day on which it begins, `YYYY-MM-DD`. */
  activity_date: z.string(),
  /** `HH:MM`; an end at or before the start is the next day's. */
  start_time: z.string(),
  end_time: z.string(),
  status: z.enum(SESSION_STATUSES),
  department: NamedRef,
  batch: NamedRef,
  group: NamedRef,
  staff: NamedRef,
})
export type TimetableSession = z.infer<typeof TimetableSession>

/** The last day of one of a student's tasks. */
const TimetableTask = z.object({
  id: z.int(),
  name: z.string(),
  end_date: z.string(),
  department: z.string(),
  /** A task that asks for a number of performances is handed in once they are counted. */
  is_handed_in: z.boolean(),
  /** The skill of such a task; null for work that is handed in. */
  skill_id: z.nullable(z.int()),
})
export type TimetableTask = z.infer<typeof TimetableTask>

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

const TimetableDays = z
  .object({
    from: requiredDate('From'),
    to: requiredDate('To'),
    /** In the place of the own week that of a group, of a teacher, or of all groups that are posted to a ward, as far as shown. */
    ...idFilters('group_id', 'staff_id'),
    ward: optionalWord('Ward', PLACE_MAX),
  })
  .check(
    z.refine(({ from, to }) => to >= from, { path: ['to'], error: 'To must be on or after from' }),
    z.refine(({ from, to }) => daysBetween(from, to) < TIMETABLE_DAYS_MAX, {
      path: ['to'],
      error: `At most ${TIMETABLE_DAYS_MAX} days at once`,
    }),
  )

export const calendar = {
  days: get('/calendar/days', {
    summary:
      'The own sessions that begin on these days, the last days of a student’s tasks, and the own postings; with a group, a teacher or a ward, sessions and postings of that',
    action: 'calendar:own',
    query: TimetableDays,
    reply: z.object({
      data: z.object({
        sessions: z.array(TimetableSession),
        tasks: z.array(TimetableTask),
        /** A student’s, and for teachers and heads those of the own department, with a day among these. */
        postings: z.array(OwnPosting),
      }),
    }),
    failure: 'Failed to fetch the timetable',
  }),
  read: get('/calendar', {
    summary: 'The address of the own calendar, if there is one',
    action: 'calendar:own',
    reply: one(CalendarAddress),
    failure: 'Failed to fetch the calendar address',
  }),
  create: post('/calendar', {
    summary: 'Make a new address for the own calendar; the former one stops working',
    action: 'calendar:own',
    reply: one(CalendarAddress),
    failure: 'Failed to make a calendar address',
  }),
  remove: remove('/calendar', {
    summary: 'Revoke the address of the own calendar',
    action: 'calendar:own',
    failure: 'Failed to revoke the calendar address',
  }),
  feed: get('/calendar/:secret/feed.ics', {
    summary: 'The calendar behind an address: own sessions, and a student’s tasks; 304 where it is known',
    action: 'public',
    params: { secret: z.string() },
    file: { type: 'text/calendar', description: 'iCalendar (RFC 5545), from 30 days back to 180 days ahead' },
    hasValidator: true,
    failure: 'Failed to fetch the calendar',
  }),
}
