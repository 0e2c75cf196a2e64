import { collegeToday } from '../../../shared/college-clock.ts'
import type { TimetableSession, TimetableTask } from '../../../shared/contract/calendar.ts'
import type { Group, NamedRef } from '../../../shared/contract/groups.ts'
import type { OwnPosting } from '../../../shared/contract/postings.ts'
import { PLACE_MAX } from '../../../shared/limits.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { sessionMay } from '../../../shared/policies/sessions.ts'
import { dayAfter, isOnDay, overlap } from '../../../shared/session-times.ts'
import { isDay } from '../../../shared/written-day.ts'
import type { Address } from '../../core/address.ts'
import { hasOwnWeek } from './own-week.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Returns the place of a day in its week, from Monday on. */
const placeOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

export const weekdayOf = (day: string): (typeof WEEKDAYS)[number] => WEEKDAYS[placeOf(day)] ?? 'Monday'

/** Returns the seven days of the week of a day, from Monday on. */
export function weekOf(day: string): string[] {
  const monday = dayAfter(day, -placeOf(day))
  return WEEKDAYS.map((_, place) => dayAfter(monday, place))
}

/** Returns the days to ask for: the week of a day and the night before it, since a duty that begins on Sunday ends on Monday. */
export function daysAsked(day: string): { from: string; to: string } {
  const [monday = day] = weekOf(day)
  return { from: dayAfter(monday, -1), to: dayAfter(monday, 6) }
}

/** Returns true for a day whose week the server takes, from its first day to its last. */
const hasWeek = (day: string): boolean => isDay(day) && Object.values(daysAsked(day)).every(isDay)

export interface WeekOf {
  group_id: number | undefined
  staff_id: number | undefined
  ward: string | undefined
}

/** Returns true where the week is nobody else's. */
export const isOwnWeek = ({ group_id, staff_id, ward }: WeekOf) =>
  group_id === undefined && staff_id === undefined && ward === undefined

/**
 * Reads the day of the address; one that no timetable has is told, and today stands in for it. For staff also the group,
 * the teacher or the ward of the week; several at once would mostly be nothing. It is empty for people without an own
 * week who have chosen none.
 */
export function addressOf(address: Address) {
  const { text, id, can, roles } = address
  const asked = text('day')
  const isStaff = can('attendance:take')
  const group_id = isStaff ? id('group_id') : undefined
  const staff_id = can('attendance:oversee') && group_id === undefined ? id('staff_id') : undefined
  const isOfOne = group_id !== undefined || staff_id !== undefined
  const ward = isStaff && !isOfOne ? text('ward').trim().slice(0, PLACE_MAX) : ''
  const of: WeekOf = { group_id, staff_id, ward: ward || undefined }
  return {
    ...(hasWeek(asked) ? { day: asked, wrong: undefined } : { day: collegeToday(), wrong: asked || undefined }),
    of,
    isEmpty: isOwnWeek(of) && !hasOwnWeek(roles),
  }
}

/** Returns the wards of some postings, each once, by name. */
export const wardsOf = (postings: readonly { ward: string | null }[], chosen: string | undefined): string[] =>
  [...new Set([...postings.flatMap(({ ward }) => ward ?? []), ...(chosen === undefined ? [] : [chosen])])].sort(
    (one, other) => one.localeCompare(other),
  )

type Named = Pick<Group, 'name' | 'batch'>

export interface Week {
  sessions: readonly TimetableSession[]
  postings: readonly OwnPosting[]
}

/** Returns a group by its id among those that are loaded: the active ones, and those of the week. */
function groupIn(id: number, groups: readonly Group[], { sessions, postings }: Week): Named | undefined {
  const group = groups.find((one) => one.id === id)
  return (
    group ?? [...sessions, ...postings].map((one) => ({ ...one.group, batch: one.batch })).find((one) => one.id === id)
  )
}

/** The group or the ward of a week: its name as far as it is known, and a sentence if it is known that there is none. */
export interface Subject {
  name: string | undefined
  missing: string | undefined
}

interface Loaded {
  groups: readonly Group[] | undefined
  staff: readonly NamedRef[] | undefined
  week: Week | undefined
  /** True where the server has said that there is no such group or teacher for this person. */
  isNobody: boolean
}

const NOBODY: Record<'group' | 'teacher', Subject> = {
  group: { name: undefined, missing: 'There is no such group' },
  teacher: { name: undefined, missing: 'There is no such teacher' },
}

function teacherOf(staffId: number, { staff, week }: Loaded): Subject {
  const teachers = [...(staff ?? []), ...(week?.sessions ?? []).map((session) => session.staff)]
  const name = teachers.find(({ id }) => id === staffId)?.name
  const isMissing = name === undefined && staff !== undefined && week !== undefined
  return { name, missing: isMissing ? 'The department has no such teacher at work' : undefined }
}

/** Names a group with its batch, since batches have groups of the same names. */
export const groupName = ({ name, batch }: Named) => `${name} (${batch.name})`

function groupOf(groupId: number, { groups, week }: Loaded): Subject {
  const group = groupIn(groupId, groups ?? [], week ?? { sessions: [], postings: [] })
  const isMissing = !group && groups !== undefined && week !== undefined
  return {
    name: group && groupName(group),
    missing: isMissing ? 'The department has no such group at work' : undefined,
  }
}

/** Names the group, the teacher or the ward of a week from what is loaded; a list that is not loaded yet is undefined. */
export function subjectOf({ group_id, staff_id, ward }: WeekOf, loaded: Loaded): Subject {
  if (staff_id !== undefined) return loaded.isNobody ? NOBODY.teacher : teacherOf(staff_id, loaded)
  if (group_id !== undefined) return loaded.isNobody ? NOBODY.group : groupOf(group_id, loaded)
  const isMissing = ward !== undefined && loaded.week?.postings.length === 0
  return { name: ward, missing: isMissing ? 'No group is posted to this ward in this week' : undefined }
}

export interface TimetableDay {
  day: string
  sessions: TimetableSession[]
  tasks: TimetableTask[]
}

const isHeld = ({ status }: TimetableSession) => allows(sessionMay.hold, status)

/** Returns the sessions that are held at the hours of one of them: a person or a group cannot be at both, a ward can. */
export const clashesOf = (session: TimetableSession, sessions: readonly TimetableSession[]): TimetableSession[] =>
  isHeld(session) ? sessions.filter((one) => one.id !== session.id && isHeld(one) && overlap(one, session)) : []

/** Returns the sessions and last days of each day. A night duty stands on both of its days. */
export const byDay = (
  days: readonly string[],
  { sessions, tasks }: { sessions: readonly TimetableSession[]; tasks: readonly TimetableTask[] },
): TimetableDay[] =>
  days.map((day) => ({
    day,
    sessions: sessions.filter((session) => isOnDay(session, day)),
    tasks: tasks.filter(({ end_date }) => end_date === day),
  }))
