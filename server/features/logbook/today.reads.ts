import { sql } from 'kysely'
import { TODAY_LINES } from '../../../shared/contract/today.ts'
import { counted } from '../../../shared/labels.ts'
import { SIGNED_LATE_DAYS } from '../../../shared/limits.ts'
import { hasAnyRole } from '../../../shared/permissions.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { addressOf } from '../../core/app-address.ts'
import { studentOf } from '../../core/scope.ts'
import { dayOf, lineOf, type TodayKind } from '../../core/today.ts'
import { keptEntries } from './reads.ts'

/** The characters of a return that its line tells; the entry tells all. */
const LINE_TEXT = 120

/** Tells a supervisor of what waits for the own signature, by student, the longest waiting first. */
export const toSign: TodayKind = {
  kind: 'to-sign',
  title: 'To sign',
  isFor: ({ staff, may, roles }) => staff !== null && may('logbook:sign') && hasAnyRole(roles, ['hod', 'faculty']),
  read: async (db, caller) => {
    const rows = await keptEntries(db, caller, { only: 'to-sign' })
      .innerJoin('students', 'students.id', 'log_entries.student_id')
      .innerJoin('users', 'users.id', 'students.user_id')
      .groupBy(['students.id', 'users.name', 'students.roll_no'])
      .select([
        'students.id',
        'users.name',
        'students.roll_no',
        sql<number>`count(*)::int`.as('count'),
        sql<string>`min(log_entries.created_at)`.as('since'),
        sql<number>`sum(count(*)) over ()::int`.as('total'),
      ])
      .orderBy('since')
      .orderBy('students.id')
      .limit(TODAY_LINES)
      .execute()
    return {
      total: rows[0]?.total ?? 0,
      lines: rows.map(({ id, name, roll_no, count, since }) =>
        lineOf({
          text: name,
          detail: [roll_no, counted(count, 'performance')].filter(Boolean).join(', '),
          since: dayOf(since),
          to: addressOf('/logbook', { tab: 'to-sign', student_id: id }),
        }),
      ),
      to: addressOf('/logbook', { tab: 'to-sign' }),
    }
  },
}

const HAS_LEFT = sql<boolean>`(staff.status <> 'active' or staff.department_id <> log_entries.department_id)`

/**
 * Tells a head of performances that have waited long for a signature in the department, or name somebody who is not at
 * work there any more, by supervisor.
 */
export const unsignedLong: TodayKind = {
  kind: 'unsigned-long',
  title: `Unsigned for over ${SIGNED_LATE_DAYS} days`,
  isFor: ({ roles, may, staff }) => staff !== null && may('logbook:sign-any') && hasAnyRole(roles, ['hod']),
  read: async (db, caller, { today }) => {
    const longAgo = Temporal.PlainDate.from(today).subtract({ days: SIGNED_LATE_DAYS }).toString()
    const rows = await keptEntries(db, caller, { status: 'logged', department_id: caller.staff?.departmentId })
      .innerJoin('staff', 'staff.id', 'log_entries.supervisor_id')
      .innerJoin('users', 'users.id', 'staff.user_id')
      .where(
        sql<boolean>`(log_entries.created_at < now() - make_interval(days => ${SIGNED_LATE_DAYS})
          or ${HAS_LEFT})`,
      )
      .groupBy(['staff.id', 'users.name', HAS_LEFT])
      .select([
        'staff.id',
        'users.name',
        HAS_LEFT.as('has_left'),
        sql<number>`count(*)::int`.as('count'),
        sql<string>`min(log_entries.created_at)`.as('since'),
        sql<number>`sum(count(*)) over ()::int`.as('total'),
      ])
      .orderBy('since')
      .orderBy('staff.id')
      .limit(TODAY_LINES)
      .execute()
    const to = addressOf('/logbook', { tab: 'entries', status: 'logged' })
    return {
      total: rows[0]?.total ?? 0,
      lines: rows.map(({ id, name, has_left, count, since }) =>
        lineOf({
          text: name,
          detail: has_left ? 'not at work any more' : null,
          count,
          since: dayOf(since),
          is_urgent: has_left,
          // All of somebody who has left, else those of days so long ago.
          to: addressOf('/logbook', {
            tab: 'entries',
            supervisor_id: id,
            status: 'logged',
            to: has_left ? undefined : longAgo,
          }),
        }),
      ),
      to,
    }
  },
}

/** Tells a student of performances that came back, that which has waited longest first. */
export const entriesReturned: TodayKind = {
  kind: 'entries-returned',
  title: 'Performances sent back',
  isFor: (caller) => studentOf(caller) !== undefined && caller.may('logbook:log'),
  read: async (db, caller) => {
    const rows = await keptEntries(db, caller, { status: 'returned', student_id: studentOf(caller)?.id })
      .innerJoin('skills', 'skills.id', 'log_entries.skill_id')
      .select([
        'log_entries.id',
        'skills.name',
        'log_entries.performed_on',
        'log_entries.updated_at',
        sql<string>`left(log_entries.feedback, ${LINE_TEXT})`.as('feedback'),
        sql<number>`count(*) over ()::int`.as('total'),
      ])
      .orderBy('log_entries.updated_at')
      .orderBy('log_entries.id')
      .limit(TODAY_LINES)
      .execute()
    return {
      total: rows[0]?.total ?? 0,
      lines: rows.map(({ id, name, performed_on, updated_at, feedback }) =>
        lineOf({
          text: name,
          detail: `${writtenDay(performed_on)}: ${feedback}`,
          since: dayOf(updated_at),
          to: addressOf('/logbook', { modal: 'edit', id }),
        }),
      ),
      to: '/logbook',
    }
  },
}
