import { sql } from 'kysely'
import { openLogin } from '../server/core/login.ts'
import { migrate } from '../server/db/migrate.ts'
import { connect } from '../server/db/open.ts'
import { type College, createDatabase } from './college.ts'

/** Cases of a small college; the measured ones are as many in every college. */
export const SMALL_CASES = 1000
const MEASURED = 100
const STAFF = 200
const STUDENTS = 2000

/** Accounts, in the order of their ids; the staff after the principal are faculty. */
const PRINCIPAL = 1
const TEACHER = 2
/** Students' accounts follow those of the staff. */
const STUDENT = STAFF + 1

/** The people whose dashboards are asked for. */
export type Person = 'principal' | 'faculty' | 'student'

export interface ReportingsCollege {
  url: string
  /** A login of each. */
  tokens: Record<Person, string>
  cases: number
  /** The minutes that the loading took. */
  minutes: number
}

/**
 * A database of its own with so many cases of ten years. The measured people have the same hundred in a large college as
 * in a small one, scattered among those of everybody else; what is compared is the size of the tables around them.
 */
export async function loadReportings(college: College, name: string, cases: number): Promise<ReportingsCollege> {
  const own = await createDatabase(college, name)
  // A single connection: settings for the time of loading are gone with it.
  const { db, close } = connect({ connectionString: own, max: 1, statement_timeout: false })
  const start = performance.now()
  try {
    await migrate(db)
    for (const statement of [...people, ...casesOf(cases)]) await sql.raw(statement).execute(db)
    await sql`vacuum analyze`.execute(db)
    await sql`checkpoint`.execute(db)
    const login = (userId: number) => db.transaction().execute((tx) => openLogin(tx, userId, undefined))
    const tokens = {
      principal: await login(PRINCIPAL),
      faculty: await login(TEACHER),
      student: await login(STUDENT),
    }
    return { url: own, tokens, cases, minutes: (performance.now() - start) / 60_000 }
  } finally {
    await close()
  }
}

/** Staff and students have the ids of their accounts. */
const people = [
  // The loaded rows fit.
  `set session_replication_role = replica`,
  `insert into departments (name) select 'Department ' || n from generate_series(1, 10) n`,
  `insert into designations (name) values ('Professor')`,
  `insert into users (name, email, password_hash, must_change_password)
    select 'Person Muhammad Number ' || n * 7919 % 10007, 'p' || n || '@college.test', '-', false
    from generate_series(1, ${STAFF + STUDENTS}) n`,
  `insert into user_roles (user_id, role_id) select users.id, roles.id from users join roles on roles.name =
    case when users.id = ${PRINCIPAL} then 'principal' when users.id <= ${STAFF} then 'faculty' else 'student' end`,
  `insert into staff (id, user_id, department_id, designation_id, sort_name) overriding system value
    select id, id, 1 + id % 10, 1, name from users where id <= ${STAFF} order by id`,
  `insert into students (id, user_id, roll_no) overriding system value
    select id, id, 'MBBS-' || lpad(id::text, 5, '0') from users where id > ${STAFF} order by id`,
]

/**
 * The measured cases are in fifths: given to the faculty member, filed by that person, passed on from there to the
 * principal, about the student or filed by that person, and filed by the principal.
 */
const casesOf = (cases: number) => [
  `create temp table planned as
    select n, 3 + n * 7 % ${STAFF - 2} as holder, 3 + n * 11 % ${STAFF - 2} as filer,
      ${STUDENT + 1} + n * 31 % ${STUDENTS - 1} as student,
      case when n % ${cases / MEASURED} = 0 then n / ${cases / MEASURED} end as place
    from generate_series(1, ${cases}) n`,
  `update planned set holder = ${TEACHER} where place % 5 = 0`,
  `update planned set filer = ${TEACHER} where place % 5 = 1`,
  `update planned set holder = ${PRINCIPAL} where place % 5 = 2`,
  `update planned set student = ${STUDENT} where place % 5 = 3`,
  `update planned set filer = ${STUDENT} where place % 10 = 3`,
  `update planned set filer = ${PRINCIPAL} where place % 5 = 4`,
  // A measured case is in a state by its place; of the others most are long done.
  `insert into reportings (case_number, title, description, student_id, assigned_to, reported_by, reported_at,
      assigned_at, turn_since, mailed_to, resolved_at, category, severity, status, current_level, is_confidential)
    select 'CASE-' || extract(year from at) || '-' ||
        lpad((row_number() over (partition by extract(year from at) order by n))::text, 5, '0'), 'Phone used in the examination hall ' || n,
      'Seen by the invigilator at ten o’clock, with the paper of the neighbour on the desk. Case ' || n,
      student, holder, filer, at, at, at, holder, case when status in ('resolved', 'closed') then at + interval '9 days' end,
      (array['academic_misconduct', 'behavioral_issue', 'attendance_problem', 'other'])[1 + n % 4],
      (array['low', 'medium', 'high', 'critical'])[1 + n % 4], status,
      case holder when ${PRINCIPAL} then 'principal' else 'faculty' end, place is null and n % 9 = 0
    from (select *, now() - (${cases} - n) * interval '3650 days' / ${cases} as at,
        case when place % 10 > 5 or place is null and n % 20 > 0 then (array['resolved', 'closed'])[1 + n % 2]
          else (array['open', 'under_review', 'escalated', 'pending_response', 'reopened'])[1 + coalesce(place / 10, n) % 5]
        end as status
      from planned) dated order by n`,
  // All cases are counted by their numbers.
  `insert into reporting_numbers (year, last) select extract(year from reported_at), count(*) from reportings group by 1`,
  `insert into reporting_assignees (reporting_id, staff_id) select id, assigned_to from reportings order by id`,
  `insert into reporting_assignees (reporting_id, staff_id)
    select reportings.id, ${TEACHER} from reportings join planned on n = id where place % 5 = 2 order by id`,
  `insert into reporting_entries (reporting_id, kind, author_id, at)
    select id, 'created', reported_by, reported_at from reportings order by id`,
]
