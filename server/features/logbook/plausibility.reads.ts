import { type RawBuilder, sql } from 'kysely'
import type { Hint, HintKind, logbook } from '../../../shared/contract/logbook.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import type { Db } from '../../db/types.ts'
import { keptEntries, SUPERVISORS } from './reads.ts'

/** Thresholds of the hints (docs/domain.md, "Hints of the logbook"; their reasons are in ADR 0067). */
const BACK_DATED_DAYS = 7
const BACK_DATED_ENTRIES = 5
const SIGNATURES_A_MINUTE = 40
const SIGNER_PERCENT = 80
const SIGNER_SIGNATURES = 50
const SUPERVISORS_AT_WORK = 3
const ENTRIES_SHOWN = 100

interface HintRow {
  kind: HintKind
  student_id: number | null
  person_id: number | null
  department_id: number
  skill_id: number | null
  day: string
  count: number
  usual: number | null
  entry_ids: number[]
}

const latest = (id: string) =>
  sql`(array_agg(${sql.ref(id)} order by ${sql.ref(id)} desc))[1:${sql.lit(ENTRIES_SHOWN)}]`
const ENTRY_IDS = latest('seen.id')

/** A correction that waits stands beside the entry that it corrects, and a corrected entry beside its correction. */
const IS_ONE = sql`not seen.is_corrected and (seen.corrects_id is null or seen.status = 'signed')`

/** The days on which a department's registers have the student, and none of them as present. */
const absentDay = ({ from, to }: Days) => sql`
  select 'absent-day', away.student_id, null::int, away.department_id, null::int, away.day, away.count, null::int,
    away.entry_ids
  from (select seen.student_id, seen.department_id, seen.performed_on as day, count(*)::int as count,
      ${ENTRY_IDS} as entry_ids
    from seen where ${IS_ONE} group by seen.student_id, seen.department_id, seen.performed_on) away
  join attendance_sessions taken on taken.department_id = away.department_id and taken.activity_date = away.day
    and taken.activity_date between ${from} and ${to} and taken.status = 'completed'
  join attendance_submissions mark on mark.attendance_session_id = taken.id and mark.student_id = away.student_id
  group by away.student_id, away.department_id, away.day, away.count, away.entry_ids
  having bool_and(mark.status <> 'present')`

const MANY_A_DAY = sql`
  select 'many-a-day', seen.student_id, null::int, seen.department_id, seen.skill_id, seen.performed_on,
    count(*)::int, skill.usual_a_day, ${ENTRY_IDS}
  from seen join skills skill on skill.id = seen.skill_id
  where skill.usual_a_day is not null and ${IS_ONE}
  group by seen.student_id, seen.department_id, seen.skill_id, seen.performed_on, skill.usual_a_day
  having count(*) > skill.usual_a_day`

/** A correction is logged late by its nature. */
const BACK_DATED = sql`
  select 'back-dated', seen.student_id, null::int, seen.department_id, null::int, seen.logged_on, count(*)::int,
    null::int, ${ENTRY_IDS}
  from seen where seen.corrects_id is null and seen.performed_on <= seen.logged_on - ${sql.lit(BACK_DATED_DAYS)}
  group by seen.student_id, seen.department_id, seen.logged_on
  having count(*) >= ${sql.lit(BACK_DATED_ENTRIES)}`

/** Selects the minute with most signatures of each signer, department and day; it begins with one of them. */
const MANY_A_MINUTE = sql`
  select 'many-a-minute', null::int, busy.signed_by, busy.department_id, null::int, busy.signed_on, count(*)::int,
    null::int, ${ENTRY_IDS}
  from (select distinct on (signed_by, department_id, signed_on) minute.* from (
      select seen.signed_by, seen.department_id, seen.signed_on, seen.signed_at, count(*) over (
          partition by seen.signed_by, seen.department_id order by seen.signed_at
          range between current row and interval '59.999 seconds' following) as count
        from seen where seen.status = 'signed') minute
    where minute.count >= ${sql.lit(SIGNATURES_A_MINUTE)}
    order by signed_by, department_id, signed_on, count desc, signed_at) busy
  join seen on seen.signed_by = busy.signed_by and seen.department_id = busy.department_id
    and seen.signed_at >= busy.signed_at and seen.signed_at < busy.signed_at + interval '1 minute'
  group by busy.signed_by, busy.department_id, busy.signed_on`

const ONE_SUPERVISOR = sql`
  select 'one-supervisor', null::int, seen.signed_by, seen.department_id, null::int, min(seen.performed_on),
    count(*)::int, whole.count, ${ENTRY_IDS}
  from seen join (select seen.department_id, count(*)::int as count from seen where seen.status = 'signed'
      group by seen.department_id having count(*) >= ${sql.lit(SIGNER_SIGNATURES)}) whole
    on whole.department_id = seen.department_id
  where seen.status = 'signed'
  group by seen.signed_by, seen.department_id, whole.count
  having count(*) * 100 >= whole.count * ${sql.lit(SIGNER_PERCENT)}
    and (select count(*) from (${SUPERVISORS} and staff.department_id = seen.department_id
      group by staff.id, users.name) at_work) >= ${sql.lit(SUPERVISORS_AT_WORK)}`

interface Days {
  from: string
  to: string
}

const HINTS: Record<HintKind, (days: Days) => RawBuilder<unknown>> = {
  'absent-day': absentDay,
  'many-a-day': () => MANY_A_DAY,
  'back-dated': () => BACK_DATED,
  'many-a-minute': () => MANY_A_MINUTE,
  'one-supervisor': () => ONE_SUPERVISOR,
}

type Of = Omit<Query<typeof logbook.plausibility>, keyof Days> & Days

/** The entries among which hints are looked for; withdrawn ones are claimed by nobody. */
const entriesOf = (db: Db, caller: Caller, { kind: _, ...filter }: Of) =>
  keptEntries(db, caller, filter)
    .where('log_entries.status', '<>', 'withdrawn')
    .select([
      'id',
      'student_id',
      'skill_id',
      'department_id',
      'performed_on',
      'status',
      'corrects_id',
      'is_corrected',
      'signed_by',
      'signed_at',
      sql<string>`(signed_at at time zone ${caller.zone})::date`.as('signed_on'),
      sql<string>`(created_at at time zone ${caller.zone})::date`.as('logged_on'),
    ])

/**
 * Lists hints, the latest first. The entries are read once, whatever the number of kinds; the list is counted among the
 * entries that the filters keep.
 */
export async function listHints(db: Db, caller: Caller, of: Of, paging: Paging): Promise<Listed<Hint>> {
  const kinds = of.kind === undefined ? Object.values(HINTS) : [HINTS[of.kind]]
  const hints = sql<HintRow>`(${sql.join(
    kinds.map((select) => select(of)),
    sql` union all `,
  )})`
  const rows = db
    .with(
      (cte) => cte('seen').materialized(),
      () => entriesOf(db, caller, of),
    )
    .selectFrom(
      hints.as<'hint'>(sql`hint(kind, student_id, person_id, department_id, skill_id, day, count, usual, entry_ids)`),
    )
    .innerJoin('departments', 'departments.id', 'hint.department_id')
    .leftJoin('skills', 'skills.id', 'hint.skill_id')
    .leftJoin('students', 'students.id', 'hint.student_id')
    .leftJoin('users as student', 'student.id', 'students.user_id')
    .leftJoin('users as person', 'person.id', 'hint.person_id')
    .select([
      'hint.kind',
      'hint.student_id',
      'hint.person_id',
      'hint.department_id',
      'hint.skill_id',
      'hint.day',
      'hint.count',
      'hint.usual',
      'hint.entry_ids',
      'departments.name as department_name',
      'skills.name as skill_name',
      'students.roll_no',
      'students.status as student_status',
      'student.name as student_name',
      'person.name as person_name',
    ])
    .orderBy('hint.day', 'desc')
    .orderBy('hint.kind')
    .orderBy('hint.department_id')
    .orderBy('hint.student_id')
    .orderBy('hint.person_id')
    .orderBy('hint.skill_id')
  const { data, meta } = await readPage(rows, paging)
  return { data: data.map(hintOf), meta }
}

interface NamedRow extends HintRow {
  department_name: string
  skill_name: string | null
  roll_no: string | null
  student_status: NonNullable<Hint['student']>['status'] | null
  student_name: string | null
  person_name: string | null
}

const refOf = (id: number | null, name: string | null) => (id === null || name === null ? null : { id, name })

function hintOf({ student_id, student_name, roll_no, student_status: status, ...row }: NamedRow): Hint {
  const student = refOf(student_id, student_name)
  const { kind, day, count, usual, entry_ids } = row
  return {
    kind,
    student: student && status && { ...student, roll_no, status },
    person: refOf(row.person_id, row.person_name),
    department: { id: row.department_id, name: row.department_name },
    skill: refOf(row.skill_id, row.skill_name),
    day,
    count,
    usual,
    entry_ids,
  }
}
