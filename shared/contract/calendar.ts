import * as z from 'zod/mini'
import { credential, get, one, post, remove } from '../endpoint.ts'

/** The address reads the calendar without a sign-in. */
const CalendarAddress = z.object({
  /** Whole when the server knows its own name, otherwise from the root: "/api/calendar/…". Null for none. */
  address: z.nullable(credential),
  created_at: z.nullable(z.string()),
})
export type CalendarAddress = z.infer<typeof CalendarAddress>

export const calendar = {
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
