import { TODAY_LINES } from '../../../shared/contract/today.ts'
import { hasAnyRole } from '../../../shared/permissions.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { addressOf } from '../../core/app-address.ts'
import { studentOf } from '../../core/scope.ts'
import { lineOf, type TodayKind } from '../../core/today.ts'
import { readOwnPostings } from './running.reads.ts'

/** The days ahead in which a student is told of the next posting. */
const AHEAD_DAYS = 7

/** Tells a student where the own group is posted, and where it goes within a week. */
export const postingRunning: TodayKind = {
  kind: 'posting-running',
  title: 'Your posting',
  isFor: (caller) => studentOf(caller) !== undefined && caller.may('postings:read'),
  // It waits for nobody.
  mailed: null,
  read: async (db, caller, { today }) => {
    const to = Temporal.PlainDate.from(today).add({ days: AHEAD_DAYS }).toString()
    const rows = await readOwnPostings(db, caller, { from: today, to })
    return {
      total: rows.length,
      lines: rows.slice(0, TODAY_LINES).map(({ department, ward, group, first_day, last_day }) =>
        lineOf({
          text: [department, ward].filter(Boolean).join(', '),
          detail:
            first_day > today
              ? `${group}, from ${writtenDay(first_day)} to ${writtenDay(last_day)}`
              : `${group}, until ${writtenDay(last_day)}`,
          to: '/logbook',
        }),
      ),
      to: '/logbook',
    }
  },
}

/** Tells teachers and heads which groups are with their department today, the first to leave first. */
export const groupsPosted: TodayKind = {
  kind: 'groups-posted',
  title: 'Groups with you',
  isFor: ({ staff, roles }) => staff?.departmentType === 'academic' && hasAnyRole(roles, ['hod', 'faculty']),
  mailed: null,
  read: async (db, caller, { today }) => {
    const rows = await readOwnPostings(db, caller, { from: today, to: today })
    const lines = rows
      .toSorted((a, b) => a.last_day.localeCompare(b.last_day))
      .slice(0, TODAY_LINES)
      .map(({ id, group, batch, batch_id, ward, last_day }) =>
        lineOf({
          text: group,
          detail: [batch, ward, `until ${writtenDay(last_day)}`].filter(Boolean).join(', '),
          to: addressOf('/postings', { batch: batch_id, modal: 'view', id }),
        }),
      )
    const [first] = rows
    return { total: rows.length, lines, to: addressOf('/postings', { batch: first?.batch_id }) }
  },
}
