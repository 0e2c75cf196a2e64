import { counted } from '../../../shared/labels.ts'
import { isDay } from '../../../shared/written-day.ts'
import type { Caller } from '../../core/caller.ts'
import { dayIn } from '../../core/clock.ts'
import type { Db } from '../../db/types.ts'
import { USUAL_HOURS } from './entry-words.ts'
import type { FileRow } from './file-row.ts'
import { refuseIncomplete } from './incomplete.ts'
import type { SetRow } from './kinds.ts'
import type { NewRecord } from './new-names.ts'
import { placing } from './past.ts'
import { planEach, readPlaces, refuseTooMany, refuseTooManyMade } from './past-jobs.ts'
import { findEntriesOf, findMembershipsOf, findSessionsOf, findStaffOf } from './registers.reads.ts'
import { isNewSession, keyOfSession, type PlannedEntry, RegisterPlanner } from './registers.ts'
import { importRegisters, undoRegisters } from './registers.writes.ts'
import { madeNames, type SetJob } from './set-jobs.ts'
import type { WideColumn } from './wide-facts.ts'

async function planRegisters(
  db: Db,
  caller: Caller,
  rows: readonly FileRow[],
  news: readonly NewRecord[],
  wide: readonly WideColumn[],
): Promise<SetRow<PlannedEntry>[]> {
  refuseTooMany(rows, wide, 'entries')
  const places = await readPlaces(db, caller, rows)
  const batches = new Set(places.students.map(({ batch_id }) => batch_id))
  const held = new Set(places.links.map(({ group_id }) => group_id))
  const groups = places.groups.filter(({ id, batch_id }) => batches.has(batch_id) || held.has(id))
  const groupIds = groups.map(({ id }) => id)
  const days = new Set(
    [...rows.map(({ cells }) => cells.activity_date ?? ''), ...wide.map(({ day }) => day.day ?? '')].filter(isDay),
  )
  const sessions = await findSessionsOf(db, groupIds, [...days])
  const entries = await findEntriesOf(
    db,
    sessions.map(({ id }) => id),
  )
  const memberships = await findMembershipsOf(db, groupIds)
  const planner = new RegisterPlanner({
    sessions,
    entries,
    memberships,
    staff: await findStaffOf(db, [...new Set(groups.map(({ department_id }) => department_id))]),
    news: news.filter(({ field }) => field === 'session_of'),
    wide,
    today: dayIn(caller.zone),
    callerId: caller.id,
  })
  const place = placing(caller, places, 'attendance')
  const planned = await planEach(rows, (row) => planner.plan(row, place(row)))
  refuseIncomplete(planned, memberships)
  refuseTooManyMade(sessionsOf(planned).filter(isNewSession).length, 'sessions')
  return planned
}

/** The sessions of a plan, each once. */
const sessionsOf = (plan: readonly SetRow<PlannedEntry>[]) => [
  ...new Map(plan.flatMap(({ items }) => items).map(({ session }) => [keyOfSession(session), session])).values(),
]

/** Says what a plan takes for granted: the hours of new sessions, and students who joined later. */
function lackingOf(plan: readonly SetRow<PlannedEntry>[]) {
  const made = sessionsOf(plan).filter(isNewSession)
  const usual = made.filter(
    ({ start_time, end_time }) => start_time === USUAL_HOURS.start_time && end_time === USUAL_HOURS.end_time,
  )
  const before = plan.flatMap(({ items }) => items).filter(({ isBefore }) => isBefore)
  return [
    ...(usual.length > 0
      ? [
          {
            text: `${counted(usual.length, 'new session')} would be from ${USUAL_HOURS.start_time} to ${USUAL_HOURS.end_time}.`,
            field: 'start_time',
          },
          { text: 'The end may be another one, too.', field: 'end_time' },
        ]
      : []),
    ...(before.length > 0
      ? [
          {
            text: `${counted(before.length, 'entry is of a day', 'entries are of days')} before the student joined the group. Stored and counted all the same, as where the register is taken by hand.`,
            field: null,
          },
        ]
      : []),
  ]
}

export const attendanceJob = (caller: Caller): SetJob => ({
  kind: 'attendance',
  accountsOf: null,
  plan: (db, rows, news, wide) => planRegisters(db, caller, rows, news, wide),
  notes: async () => [],
  missing: (plan: readonly SetRow<PlannedEntry>[]) => lackingOf(plan),
  write: (tx, plan: readonly SetRow<PlannedEntry>[], onWritten) => importRegisters(tx, caller, plan, onWritten),
  madeOf: (rows) => madeNames(rows).map((name) => ({ noun: 'sessions of group', name })),
  undo: (tx, done, problems) => undoRegisters(tx, caller, done, problems),
})
