import { labelOf } from '../../../shared/labels.ts'
import { addressOf } from '../../core/app-address.ts'
import { type Day, dayOf, FIRST_LINES, lineOf, type TodayKind } from '../../core/today.ts'
import { listReportings } from './reads.ts'
import { asTold, type ReportingRecord } from './rules.ts'

const OLDEST = { sort: 'turn', order: 'asc' } as const

/** Names a case by its number, not by what it says: the reader opens the case, and the trail tells of it. */
function caseLine(record: ReportingRecord, { responseDays }: Day) {
  const { id, case_number, severity, status, turn_since } = record
  return lineOf({
    text: case_number,
    detail: `${labelOf(severity)}, ${labelOf(status)}`,
    since: dayOf(turn_since),
    is_urgent: asTold(record, responseDays).is_overdue,
    to: addressOf('/reporting', { modal: 'view', id }),
  })
}

export const cases: TodayKind = {
  kind: 'cases',
  title: 'Cases waiting for you',
  isFor: ({ may }) => may('reportings:create'),
  read: async (db, caller, day) => {
    const { data, meta } = await listReportings(db, caller, { turn: 'mine', ...OLDEST }, FIRST_LINES)
    return {
      total: meta.total,
      lines: data.map((record) => caseLine(record, day)),
      to: addressOf('/reporting', { turn: 'mine' }),
    }
  },
}

export const casesOverdue: TodayKind = {
  kind: 'cases-overdue',
  title: 'Cases overdue in the college',
  isFor: ({ may }) => may('reportings:oversee'),
  read: async (db, caller, day) => {
    const filter = { turn: 'overdue', responseDays: day.responseDays, ...OLDEST } as const
    const { data, meta } = await listReportings(db, caller, filter, FIRST_LINES)
    return {
      total: meta.total,
      lines: data.map((record) => caseLine(record, day)),
      to: addressOf('/reporting', { turn: 'overdue' }),
    }
  },
}
