import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { reportings } from '../../../shared/contract/reportings.ts'
import { Reporting } from '../../../shared/contract/reportings.ts'
import type { Query } from '../../../shared/endpoint.ts'
import { UNANSWERED_STATUSES, WAITING_STATUSES } from '../../../shared/policies/reportings.ts'
import type { Caller } from '../../core/caller.ts'
import { columnsOf } from '../../core/columns.ts'
import { listing } from '../../core/listing.ts'
import { all, within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import type { Db, Tx } from '../../db/types.ts'
import { partsOf, type ReportingRecord, waitsFor } from './rules.ts'

/** A case is overdue after `CASE_RESPONSE_DAYS`. The worst are the overdue ones, and of those the severe. */
type ReportingFilter = Query<typeof reportings.list> & { responseDays?: number; isWorstFirst?: boolean }

const anyOf = (conditions: RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` or `)})` : sql<SqlBool>`false`

const isAssigned = ({ staff }: Caller) => sql<SqlBool>`reportings.assigned_to = ${staff?.id ?? null}`
const isReporter = ({ id }: Caller) => sql<SqlBool>`reportings.reported_by = ${id}`
/** The student whom it is about, where it is not hidden from that student. */
const isConcerned = ({ student }: Caller) =>
  sql<SqlBool>`(reportings.student_id = ${student?.id ?? null} and not reportings.is_confidential)`

/** True when the case was ever given to the caller; by now it may be somebody else's. */
const isGiven = ({ staff }: Caller) =>
  sql<SqlBool>`reportings.id = any(array(select given.reporting_id from reporting_assignees given
    where given.staff_id = ${staff?.id ?? null}))`

/** The parts of a list: given to the caller, filed by the caller, or the rest of what is shown. */
const partsIn = (caller: Caller) => ({
  assigned: caller.staff ? [isAssigned(caller)] : [],
  reported: [isReporter(caller)],
  other: [...(caller.staff ? [isGiven(caller)] : []), ...(caller.student ? [isConcerned(caller)] : [])],
})

/** The cases that the caller has a part in, whatever the department; administrators and principals have one in all. */
function isShown(caller: Caller, list: ReportingFilter['list']): RawBuilder<SqlBool> {
  const parts = partsIn(caller)
  if (list === 'assigned' || list === 'reported') return anyOf(parts[list])
  if (caller.may('reportings:oversee')) return sql<SqlBool>`true`
  return anyOf(list ? parts[list] : Object.values(parts).flat())
}

const isOwn = (caller: Caller) => anyOf([...partsIn(caller).assigned, isReporter(caller)])

const SEARCHED = ['reportings.title', 'reportings.case_number', 'reportings.description']

/** True when a case is found. The searched fields are shown to everybody who is shown the case. */
const isFound = (q: string) =>
  anyOf([
    contains(q, SEARCHED),
    sql`exists (select from students join users on users.id = students.user_id
      where students.id = reportings.student_id and ${contains(q, ['users.name_folded'])})`,
  ])

/** True when a case waits for the caller: to be handled, or for a reply. */
const isWaiting = (caller: Caller) =>
  anyOf([
    sql`(${isAssigned(caller)} and reportings.status = any(${[...WAITING_STATUSES]}))`,
    sql`(${anyOf([isReporter(caller), isConcerned(caller)])} and reportings.status = 'pending_response')`,
  ])

/** True when nobody has answered a case for more than so many days. */
const isOverdue = (responseDays: number) =>
  sql<SqlBool>`(reportings.status = any(${[...UNANSWERED_STATUSES]})
    and reportings.turn_since < now() - make_interval(days => ${responseDays}))`

function conditionsOf(
  caller: Caller,
  { q, status, severity, category, student_id, turn, responseDays = 0 }: ReportingFilter,
): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = []
  if (status) conditions.push(sql`reportings.status = ${status}`)
  if (severity) conditions.push(sql`reportings.severity = ${severity}`)
  if (category) conditions.push(sql`reportings.category = ${category}`)
  if (student_id !== undefined) conditions.push(sql`reportings.student_id = ${student_id}`)
  if (turn === 'mine') conditions.push(isWaiting(caller))
  if (turn === 'overdue') conditions.push(isOverdue(responseDays))
  if (q) conditions.push(isFound(q))
  return conditions
}

/**
 * Withdrawn cases are in no list, and nothing is shown to a caller who is neither staff nor student, whatever part they
 * had.
 */
function visible(db: Db, caller: Caller, { list, ...filter }: ReportingFilter = {}) {
  let query = db
    .selectFrom('reportings')
    .where(within(caller, { department: all, student: all }))
    .where('reportings.withdrawn_at', 'is', null)
    .where(isShown(caller, list))
  if (list === 'other') query = query.where(sql<SqlBool>`not ${isOwn(caller)}`)
  for (const condition of conditionsOf(caller, filter)) query = query.where(condition)
  return query
}

const countOf = (conditions: RawBuilder<SqlBool>[]) =>
  sql<number>`(select count(*) from reportings where ${sql.join([sql`withdrawn_at is null`, ...conditions], sql` and `)})`

/**
 * Returns the total where it needs no reading of all rows. All cases are as many as were given a number and neither
 * withdrawn nor removed since, for numbers have no gaps: those who oversee them do not wait for a hundred thousand to
 * be counted. Filtered cases are counted in their index. The caller's own are few and counted as they are read: looked for
 * among everybody's, in their order, they might be far apart.
 */
function totalOf(caller: Caller, { list, ...filter }: ReportingFilter): RawBuilder<number> | undefined {
  if (!caller.may('reportings:oversee') || list === 'assigned' || list === 'reported') return undefined
  const conditions = conditionsOf(caller, filter)
  const every =
    conditions.length > 0
      ? countOf(conditions)
      : sql<number>`((select coalesce(sum(last - removed), 0) from reporting_numbers)
          - (select count(*) from reportings where withdrawn_at is not null))`
  return list ? sql<number>`(${every} - ${countOf([isOwn(caller), ...conditions])})` : every
}

const wasGiven = ({ staff }: Caller) =>
  staff
    ? sql<boolean>`exists (select from reporting_assignees given
        where given.reporting_id = reportings.id and given.staff_id = ${staff.id})`
    : sql<boolean>`false`

/** Looked up and not joined: the database takes ten times as long to plan a join of eight tables as to carry it out. */
const nameOfStaff = (column: 'reportings.assigned_to' | 'reportings.escalated_to') =>
  sql<string>`(select users.name from staff join users on users.id = staff.user_id where staff.id = ${sql.ref(column)})`

const withDetails = (kept: ReturnType<typeof visible>, caller: Caller) =>
  kept
    .innerJoin('students', 'students.id', 'reportings.student_id')
    .innerJoin('users as student_user', 'student_user.id', 'students.user_id')
    .select([
      ...columnsOf(
        'reportings',
        Reporting,
        'student',
        'assignee',
        'reporter',
        'escalation_target',
        'parts',
        'is_waiting',
        'days_open',
        'is_overdue',
      ),
      'student_user.name as student_name',
      'students.roll_no',
      'students.status as student_status',
      nameOfStaff('reportings.assigned_to').as('assignee_name'),
      sql<string>`(select users.name from users where users.id = reportings.reported_by)`.as('reporter_name'),
      nameOfStaff('reportings.escalated_to').as('target_name'),
      wasGiven(caller).as('was_given'),
      // By the college's calendar, as the dashboard counts how long a case waits: it cannot have waited for longer than this.
      sql<number>`greatest(0, (coalesce(reportings.resolved_at, now()) at time zone ${caller.zone})::date
        - (reportings.reported_at at time zone ${caller.zone})::date)`.as('days_open'),
    ])

type ReportingRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

/** The student concerned is not told the reporter; the notes are for the people who handle it, never for a student. */
function withRefs(
  { student_name, roll_no, student_status, assignee_name, reporter_name, target_name, was_given, ...row }: ReportingRow,
  caller: Caller,
): ReportingRecord {
  const parts = partsOf(caller, { ...row, was_given })
  const isOnlyConcerned = parts.every((part) => part === 'concerned')
  return {
    ...row,
    student: { id: row.student_id, name: student_name, roll_no, status: student_status },
    assignee: { id: row.assigned_to, name: assignee_name },
    reported_by: isOnlyConcerned ? null : row.reported_by,
    reporter: isOnlyConcerned ? null : { id: row.reported_by, name: reporter_name },
    escalation_target: row.escalated_to === null ? null : { id: row.escalated_to, name: target_name },
    internal_notes: caller.student ? null : row.internal_notes,
    is_for_student: caller.student !== null,
    parts,
    is_waiting: waitsFor(parts, row.status),
  }
}

const list = listing({
  table: 'reportings',
  noun: 'Report',
  kept: visible,
  details: withDetails,
  order: (query, filter) => {
    if (filter?.isWorstFirst)
      return query
        .orderBy(isOverdue(filter.responseDays ?? 0), 'desc')
        .orderBy('reportings.severity_rank', 'desc')
        .orderBy('reportings.turn_since')
        .orderBy('reportings.id')
    const order = filter?.order ?? (filter?.sort === 'turn' ? 'asc' : 'desc')
    switch (filter?.sort) {
      case 'turn':
        return query
          .orderBy('reportings.turn_rank', order)
          .orderBy('reportings.turn_since', order)
          .orderBy('reportings.id', order)
      case 'severity':
        return query.orderBy('reportings.severity_rank', order).orderBy('reportings.id', order)
      case 'case_number':
        return query.orderBy('reportings.case_number', order)
      default:
        return query.orderBy('reportings.reported_at', order).orderBy('reportings.id', order)
    }
  },
  row: withRefs,
  total: totalOf,
  // Entries are added while somebody changes the case.
  isOpenToOthers: true,
})

/** Cases, newest first where nothing else is asked for. */
export const { kept: keptReportings, page: listReportings, find: findReporting, read: readReporting } = list

/** A withdrawn case, for administrators. */
export async function findWithdrawn(db: Db, caller: Caller, id: number): Promise<ReportingRecord | undefined> {
  const withdrawn = db.selectFrom('reportings').where('reportings.withdrawn_at', 'is not', null)
  const row = await withDetails(withdrawn, caller).where('reportings.id', '=', id).executeTakeFirst()
  return row && withRefs(row, caller)
}

/** Locks a case. A case that the caller is not shown is not waited for: the time of an answer would tell of it. */
export async function lockReporting(tx: Tx, caller: Caller, id: number): Promise<ReportingRecord> {
  await readReporting(tx, caller, id)
  return list.lock(tx, caller, id)
}

/** Counts the cases that wait for the caller, and those of them that nobody has answered for more than so many days. */
export function countWaiting(db: Db, caller: Caller, responseDays: number) {
  return db
    .selectFrom('reportings')
    .select([
      sql<number>`count(*)`.as('waiting'),
      sql<number>`count(*) filter (where ${isAssigned(caller)} and ${isOverdue(responseDays)})`.as('overdue'),
    ])
    .where('reportings.withdrawn_at', 'is', null)
    .where(isWaiting(caller))
    .executeTakeFirstOrThrow()
}
