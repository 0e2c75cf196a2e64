import type { TodayLine } from '../../../shared/contract/today.ts'
import { labelOf } from '../../../shared/labels.ts'
import { addressOf } from '../../core/app-address.ts'
import { type Day, dayOf, FIRST_LINES, lineOf, type TodayKind } from '../../core/today.ts'
import { listReportings } from './reads.ts'
import { asTold, type ReportingRecord } from './rules.ts'

/** Overdue ones first, of those the severe, of those the one that has waited longest. */
const worstFirst = ({ responseDays }: Day) => ({ responseDays, isWorstFirst: true })

const BEFORE_TITLE = ' · '

/** A mail lies about: it names a case by its number alone. */
const numberOf = ({ text }: TodayLine) => text.split(BEFORE_TITLE, 1).join()

/** Names a case as the list of cases does to the same reader. */
function caseLine(record: ReportingRecord, { responseDays }: Day) {
  const { id, case_number, title, severity, status, turn_since } = record
  return lineOf({
    text: `${case_number}${BEFORE_TITLE}${title}`,
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
  mailed: numberOf,
  read: async (db, caller, day) => {
    const { data, meta } = await listReportings(db, caller, { turn: 'mine', ...worstFirst(day) }, FIRST_LINES)
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
  mailed: numberOf,
  read: async (db, caller, day) => {
    const filter = { turn: 'overdue', ...worstFirst(day) } as const
    const { data, meta } = await listReportings(db, caller, filter, FIRST_LINES)
    return {
      total: meta.total,
      lines: data.map((record) => caseLine(record, day)),
      to: addressOf('/reporting', { turn: 'overdue' }),
    }
  },
}
