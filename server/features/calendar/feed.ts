import ical, { escape as escapeText, ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { lengthOf } from '../../../shared/session-times.ts'
import type { Settings } from '../../settings.ts'
import type { NamedPosting } from '../postings/running.reads.ts'
import type { OwnSession, OwnTask } from './reads.ts'
import type { Days } from './rules.ts'
import { timeZoneText } from './time-zone.ts'

const REFRESH_SECONDS = 60 * 60

/** Sequence numbers count the seconds from here, so that they have room in 32 bits until 2088. */
const COUNTED_FROM = Date.UTC(2020, 0, 1)

interface FeedContent {
  settings: Pick<Settings, 'COLLEGE_NAME' | 'COLLEGE_TIMEZONE' | 'PUBLIC_URL'>
  days: Days
  sessions: readonly OwnSession[]
  tasks: readonly OwnTask[]
  postings: readonly NamedPosting[]
}

/** Some programs take more for the end of a line than the library escapes. */
const onOneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/** When an event was changed: a program takes over the one with the higher number, and the same one is the same text. */
const changed = (at: string) => ({
  sequence: Math.floor((Date.parse(at) - COUNTED_FROM) / 1000),
  stamp: new Date(at),
  lastModified: new Date(at),
})

/** Midnight at the end of a day is the next day's first instant. */
function endOf({ activity_date, start_time, end_time }: Pick<OwnSession, 'activity_date' | 'start_time' | 'end_time'>) {
  const start = Temporal.PlainDateTime.from(`${activity_date}T${start_time}`)
  return start.add({ minutes: lengthOf({ start_time, end_time }) })
}

/** Performances of a skill are counted, and nothing is handed in. */
function stateOf({ handed_in_at, skill_id }: Pick<OwnTask, 'handed_in_at' | 'skill_id'>): string {
  if (!handed_in_at) return 'Due'
  return skill_id === null ? 'Handed in' : 'Done'
}

/** A person's sessions and tasks as an iCalendar file (RFC 5545). */
export function feedText({ settings, days, sessions, tasks, postings }: FeedContent): string {
  const { COLLEGE_NAME, COLLEGE_TIMEZONE, PUBLIC_URL } = settings
  const host = PUBLIC_URL ? new URL(PUBLIC_URL).hostname : 'clinical-elog'
  const calendar = ical({
    // This one text the library leaves as it is.
    name: escapeText(onOneLine(COLLEGE_NAME), false),
    prodId: { company: 'clinical-elog', product: 'Clinical eLog', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
    // Not the calendar's own zone: the library would write its instants by it, which have to be UTC.
    timezone: { name: null, generator: (zone) => timeZoneText(zone, days) },
  })
  for (const { id, activity_date, start_time, end_time, status, changed_at, ...names } of sessions)
    calendar.createEvent({
      id: `session-${id}@${host}`,
      timezone: COLLEGE_TIMEZONE,
      start: Temporal.PlainDateTime.from(`${activity_date}T${start_time}`),
      end: endOf({ activity_date, start_time, end_time }),
      summary: onOneLine(`${names.department}: ${names.group}`),
      description: [names.staff, names.batch].map(onOneLine).join('\n'),
      ...(status === 'cancelled'
        ? { status: ICalEventStatus.CANCELLED, transparency: ICalEventTransparency.TRANSPARENT }
        : { status: ICalEventStatus.CONFIRMED }),
      ...changed(changed_at),
    })
  for (const { id, name, department, end_date, updated_at, handed_in_at, skill_id } of tasks)
    calendar.createEvent({
      id: `task-${id}@${host}`,
      allDay: true,
      start: Temporal.PlainDate.from(end_date),
      summary: onOneLine(`${stateOf({ handed_in_at, skill_id })}: ${name}`),
      description: onOneLine(department),
      transparency: ICalEventTransparency.TRANSPARENT,
      ...changed(handed_in_at && handed_in_at > updated_at ? handed_in_at : updated_at),
    })
  for (const { id, group, batch, department, ward, first_day, last_day, changed_at } of postings)
    calendar.createEvent({
      id: `posting-${id}@${host}`,
      allDay: true,
      start: Temporal.PlainDate.from(first_day),
      // The end of whole days is the day after them.
      end: Temporal.PlainDate.from(last_day).add({ days: 1 }),
      summary: onOneLine(`Posting: ${[department, ward].filter(Boolean).join(', ')}`),
      description: [group, batch].map(onOneLine).join('\n'),
      transparency: ICalEventTransparency.TRANSPARENT,
      ...changed(changed_at),
    })
  return `${calendar.toString()}\r\n`
}
