import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { LogEntry, type logEntries } from '../../../shared/contract/log-entries.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { columnsOf } from '../../core/columns.ts'
import { invalid } from '../../core/errors.ts'
import { keptTotal } from '../../core/kept-counts.ts'
import { BY_KEPT_ROWS, listing } from '../../core/listing.ts'
import { within } from '../../core/scope.ts'
import { withNext } from '../../db/prepared.ts'
import type { Db, Tx } from '../../db/types.ts'
import { wasMember } from '../memberships/days.reads.ts'

type EntryFilter = Query<typeof logEntries.list>

/** The entries that the caller is shown: of the own department, and a student's own. */
export const isShownEntry = (caller: Caller, entries = 'log_entries') =>
  within(caller, {
    department: `${entries}.department_id`,
    student: ({ id }) => sql<SqlBool>`${sql.ref(`${entries}.student_id`)} = ${id}`,
  })

/** @throws 422 for ids that are none */
function idsOf(text: string): number[] {
  if (!/^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/.test(text))
    throw invalid({ ids: ['ids must be ids with commas between them'] })
  return text.split(',').map(Number)
}

/** True of entries that wait for the signature of the caller, who is named as supervisor. */
const isForOwnSignature = ({ staff }: Caller) =>
  sql<SqlBool>`(log_entries.status = 'logged' and log_entries.supervisor_id = ${staff?.id ?? null}
    and log_entries.department_id = ${staff?.departmentId ?? null})`

/** The columns of an entry by which a list is narrowed, of which a group's has those of its department alone. */
function conditionsOf(caller: Caller, filter: EntryFilter): RawBuilder<SqlBool>[] {
  const { batch_id, group_id, from, to, ids, only, ...own } = filter
  const columns = ['student_id', 'skill_id', 'department_id', 'supervisor_id', 'signed_by', 'status'] as const
  const conditions = columns.flatMap((column) =>
    own[column] === undefined ? [] : [sql<SqlBool>`${sql.ref(`log_entries.${column}`)} = ${own[column]}`],
  )
  if (only !== undefined) conditions.push(isForOwnSignature(caller))
  if (batch_id !== undefined)
    conditions.push(sql<SqlBool>`log_entries.student_id in (select link.student_id from student_batches link
      where link.batch_id = ${batch_id} and link.status = 'active')`)
  if (group_id !== undefined)
    conditions.push(sql<SqlBool>`${wasMember(group_id, 'log_entries.student_id', 'log_entries.performed_on')}
      and log_entries.department_id = (select department_id from groups where id = ${group_id})`)
  if (from) conditions.push(sql<SqlBool>`log_entries.performed_on >= ${from}`)
  if (to) conditions.push(sql<SqlBool>`log_entries.performed_on <= ${to}`)
  if (ids) conditions.push(sql<SqlBool>`log_entries.id = any(${idsOf(ids)})`)
  return conditions
}

function visible(db: Db, caller: Caller, filter: EntryFilter = {}) {
  const query = db.selectFrom('log_entries').where(isShownEntry(caller))
  return conditionsOf(caller, filter).reduce((kept, condition) => kept.where(condition), query)
}

const withDetails = (kept: ReturnType<typeof visible>) =>
  kept
    .innerJoin('skills', 'skills.id', 'log_entries.skill_id')
    .innerJoin('departments', 'departments.id', 'log_entries.department_id')
    .innerJoin('students', 'students.id', 'log_entries.student_id')
    .innerJoin('users as student', 'student.id', 'students.user_id')
    .innerJoin('staff', 'staff.id', 'log_entries.supervisor_id')
    .innerJoin('users as teacher', 'teacher.id', 'staff.user_id')
    .leftJoin('users as signer', 'signer.id', 'log_entries.signed_by')
    .select([
      ...columnsOf(
        'log_entries',
        LogEntry,
        'student',
        'skill',
        'department',
        'supervisor',
        'signed_by',
        'corrected_by',
      ),
      'log_entries.signed_by as signer_id',
      'skills.name as skill_name',
      'skills.code as skill_code',
      'skills.level as skill_level',
      'skills.allows_simulation',
      'skills.observed_share',
      'departments.name as department_name',
      'student.name as student_name',
      'students.roll_no',
      'students.status as student_status',
      'teacher.name as supervisor_name',
      'signer.name as signer_name',
      sql<number | null>`case when log_entries.is_corrected then (select later.id from log_entries later
        where later.corrects_id = log_entries.id and later.status = 'signed' limit 1) end`.as('corrected_by'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

function withRefs(row: Row): LogEntry {
  const { signer_id, signer_name, skill_name, skill_code, skill_level, department_name, ...rest } = row
  const { student_name, roll_no, student_status, supervisor_name, allows_simulation, observed_share, ...entry } = rest
  return {
    ...entry,
    student: { id: row.student_id, name: student_name, roll_no, status: student_status },
    skill: {
      id: row.skill_id,
      name: skill_name,
      code: skill_code,
      level: skill_level,
      allows_simulation,
      observed_share,
    },
    department: { id: row.department_id, name: department_name },
    supervisor: { id: row.supervisor_id, name: supervisor_name },
    signed_by: signer_id === null || signer_name === null ? null : { id: signer_id, name: signer_name },
  }
}

/**
 * The day by which entries are ordered. The latest ones of a department may all be of other groups: a group's are found
 * by its students, since no index has this sum in its order.
 */
const dayOf = ({ group_id }: EntryFilter = {}) =>
  group_id === undefined ? sql`log_entries.performed_on` : sql`(log_entries.performed_on + 0)`

/** Performances, the latest first; those for the own signature from the longest waiting. */
export const {
  kept: keptEntries,
  page: listEntries,
  all: listAllEntries,
  read: readEntry,
  byIds: readEntriesByIds,
  lock: lockEntry,
} = listing({
  table: 'log_entries',
  noun: 'Log entry',
  kept: visible,
  details: withDetails,
  order: (query, filter) =>
    filter?.only
      ? query.orderBy('log_entries.created_at').orderBy('log_entries.id')
      : query.orderBy(dayOf(filter), 'desc').orderBy('log_entries.id', 'desc'),
  row: withRefs,
  // The page that is asked for narrows nothing.
  total: (caller, { department_id, skill_id, supervisor_id, status, page: _page, per_page: _size, ...others }) =>
    Object.values(others).some((value) => value !== undefined && value !== null)
      ? BY_KEPT_ROWS
      : keptTotal('log_entry_counts', ['entries'], caller, { department_id, skill_id, supervisor_id, status }),
})

/**
 * Selects these entries with those that they correct, for a lock in the order of their ids. The ids of both are known
 * before the table is asked: with an `or` it would be read from end to end.
 */
export const withCorrected = (ids: readonly number[]) => {
  const wanted = sql`${[...ids]}::integer[]`
  return sql<{ id: number }>`select id from log_entries where id = any(${wanted} || array(
    select corrects_id from log_entries where id = any(${wanted}) and corrects_id is not null)) order by id for update`
}

/** Locks these entries with those that they correct, and returns the ones that are shown. */
export async function lockEntries(tx: Tx, caller: Caller, ids: readonly number[]): Promise<LogEntry[]> {
  await withNext(tx, withCorrected(ids))
  return readEntriesByIds(tx, caller, ids)
}

/** Returns the entries of a student that have these keys, by key. */
export async function idsOfKeys(db: Db, studentId: number, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('log_entries')
    .select(['id', 'key'])
    .where('student_id', '=', studentId)
    .where(sql<SqlBool>`key = any(${[...keys]})`)
    .execute()
  return new Map(rows.flatMap(({ id, key }) => (key === null ? [] : [[key, id]])))
}

/** Returns true while a correction of the entry has not been withdrawn. */
export async function hasCorrection(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('log_entries')
    .select('id')
    .where('corrects_id', '=', id)
    .where('status', '<>', 'withdrawn')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the entries that the student has logged since midnight by the college's clock. */
export async function countLoggedToday(db: Db, studentId: number, zone: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from log_entries
    where student_id = ${studentId} and created_at >= date_trunc('day', now() at time zone ${zone}) at time zone ${zone}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

interface Supervisor {
  id: number
  department_id: number
  is_head: boolean
}

/** Selects the staff at work who may supervise: faculty and heads. */
export const SUPERVISORS = sql`select staff.id, staff.department_id, users.name,
    bool_or(roles.name = 'hod') as is_head
  from staff join users on users.id = staff.user_id
  join user_roles held on held.user_id = staff.user_id
  join roles on roles.id = held.role_id and roles.name in ('hod', 'faculty')
  where staff.status = 'active'`

/** Returns those of these staff members who may supervise. */
export async function readSupervisors(db: Db, ids: readonly number[]): Promise<Supervisor[]> {
  const { rows } = await sql<Supervisor>`${SUPERVISORS} and staff.id = any(${[...ids]}::integer[])
    group by staff.id, users.name`.execute(db)
  return rows
}

/** Returns the supervisors of these departments, by name. */
export async function listSupervisors(
  db: Db,
  departmentIds: readonly number[],
): Promise<(Supervisor & { name: string })[]> {
  const { rows } = await sql<Supervisor & { name: string }>`
    ${SUPERVISORS} and staff.department_id = any(${[...departmentIds]}::integer[])
    group by staff.id, users.name order by staff.sort_name, staff.id`.execute(db)
  return rows
}

/** Returns the skills of departments of the student's groups, present and former, that are still taught. */
export async function readSkillsToLog(db: Db, studentId: number, ids?: readonly number[]) {
  let query = db
    .selectFrom('skills')
    .select(['id', 'name', 'code', 'category', 'department_id', 'level', 'allows_simulation', 'observed_share'])
    .where('status', '=', 'active')
    .where(
      sql<SqlBool>`department_id in (select link.department_id from student_groups link
        where link.student_id = ${studentId})`,
    )
  if (ids) query = query.where(sql<SqlBool>`id = any(${[...ids]})`)
  return query.orderBy('department_id').orderBy('category').orderBy('name').orderBy('id').execute()
}

/** Counts the entries that the filter keeps, of those that are shown. */
export async function countEntries(db: Db, caller: Caller, filter: EntryFilter): Promise<number> {
  const { count } = await visible(db, caller, filter)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
