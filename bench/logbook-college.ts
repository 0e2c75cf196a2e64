import { sql } from 'kysely'
import { openLogin } from '../server/core/login.ts'
import { migrate } from '../server/db/migrate.ts'
import { connect } from '../server/db/open.ts'
import { withoutIndexes } from './attendance-college.ts'
import { type College, createDatabase } from './college.ts'
import { KEPT_COUNTS } from './kept-counts.ts'

const GROUP = 50
/** The students of a batch: three classes. */
export const BATCH = 3 * GROUP
const DEPARTMENTS = 8
const SKILLS = 15
const TEACHERS = 6
/** Skills that every group is asked for in its department. */
const REQUIRED = 4
const DAYS = 730
/** Students who log and sign in the measured writes, as many as the small college has. */
const WRITERS = 100

/** The students of a college, and the entries that each has logged. */
export interface Logged {
  students: number
  each: number
}

export interface LogbookCollege {
  url: string
  /** The login of an administrator. */
  token: string
  hodToken: string
  writers: { id: number; token: string }[]
  departmentId: number
  groupId: number
  studentId: number
  entries: number
  /** The minutes that the loading took. */
  minutes: number
}

const ADMIN = 1
/** The head of the first department; the other teachers of all departments follow. */
const HOD = 2
/** Users and students have the same ids, from here on. */
const FIRST = 1000

/**
 * A database of its own with so many students. A student, a group and a first page have the same rows in a large college
 * as in a small one. Entries lie in the order of their days, so those of one student are scattered among all others.
 */
export async function loadLogbook(college: College, name: string, size: Logged): Promise<LogbookCollege> {
  const url = await createDatabase(college, name)
  // A single connection: settings for the time of loading are gone with it.
  const { db, close } = connect({ connectionString: url, max: 1, statement_timeout: false })
  const start = performance.now()
  try {
    await migrate(db)
    for (const statement of people(size.students)) await sql.raw(statement).execute(db)
    await withoutIndexes(db, 'log_entries', () => sql.raw(entriesOf(size)).execute(db))
    for (const statement of KEPT_COUNTS) await sql.raw(statement).execute(db)
    await sql`vacuum analyze`.execute(db)
    await sql`checkpoint`.execute(db)
    const tokenOf = (id: number) => db.transaction().execute((tx) => openLogin(tx, id, undefined))
    const writers: LogbookCollege['writers'] = []
    for (let id = FIRST; id < FIRST + Math.min(WRITERS, size.students); id++)
      writers.push({ id, token: await tokenOf(id) })
    return {
      url,
      token: await tokenOf(ADMIN),
      hodToken: await tokenOf(HOD),
      writers,
      departmentId: 1,
      groupId: 1,
      studentId: FIRST,
      entries: size.students * size.each,
      minutes: (performance.now() - start) / 60_000,
    }
  } finally {
    await close()
  }
}

const people = (students: number) => [
  // The loaded rows fit: the keys need not be looked up millions of times.
  `set session_replication_role = replica`,
  `set work_mem = '256MB'`,
  `set maintenance_work_mem = '512MB'`,
  `insert into users (name, email, password_hash, must_change_password)
    select 'Person ' || n, 'person' || n || '@college.test', '-', false from generate_series(0, ${DEPARTMENTS * TEACHERS}) n`,
  `insert into user_roles (user_id, role_id) select users.id, roles.id from users
    join roles on roles.name = case users.id when ${ADMIN} then 'admin' when ${HOD} then 'hod' else 'faculty' end`,
  `insert into departments (name) select 'Department ' || n from generate_series(1, ${DEPARTMENTS}) n`,
  `insert into designations (name) values ('Professor')`,
  `insert into staff (user_id, department_id, designation_id, sort_name)
    select id, 1 + (id - ${HOD}) / ${TEACHERS}, 1, name from users where id > ${ADMIN} order by id`,
  `insert into batches (name, current_year) select 'MBBS ' || n, '3rd Year' from generate_series(1, ${Math.ceil(students / BATCH)}) n`,
  `create temp table person as
    select ${FIRST} + n as id, n / ${GROUP} as class from generate_series(0, ${students} - 1) n`,
  `insert into users (id, name, email, password_hash, must_change_password) overriding system value
    select id, 'Student Muhammad Number ' || id * 7919 % 10007, 's' || id || '@college.test', '-', false from person`,
  `insert into students (id, user_id, roll_no) overriding system value
    select id, id, 'MBBS-' || lpad(id::text, 5, '0') from person order by id`,
  `insert into user_roles (user_id, role_id) select person.id, roles.id from person join roles on name = 'student'`,
  `insert into student_batches (student_id, batch_id) select id, 1 + class / 3 from person order by id`,
  `insert into groups (name, description, batch_id, department_id)
    select 'Class ' || class, class, 1 + class / 3, department
    from (select distinct class from person) classes, generate_series(1, ${DEPARTMENTS}) department order by class, department`,
  `insert into student_groups (student_id, group_id, department_id)
    select person.id, groups.id, department_id from person join groups on description = class::text order by person.id`,
  `insert into skills (name, department_id, level, usual_a_day) select 'Skill ' || n, department, 'supervised', 3
    from generate_series(1, ${DEPARTMENTS}) department, generate_series(1, ${SKILLS}) n order by department, n`,
  `insert into tasks (name, detail, task_type, skill_id, department_id, start_date, end_date)
    select name, '15', 'bulk', id, department_id, current_date - 365, current_date + 30
    from skills where (id - 1) % ${SKILLS} < ${REQUIRED} order by id`,
  `insert into task_groups (task_id, group_id, department_id, position)
    select tasks.id, groups.id, groups.department_id, 0 from groups join tasks using (department_id)`,
  `analyze`,
]

/** All students log one entry, then all the next: the rows come in the order of their days. */
const entriesOf = ({ students, each }: Logged) => `
  insert into log_entries (student_id, skill_id, department_id, performed_on, place, level, supervisor_id, reflection,
    status, decision, rating, feedback, signed_by, signed_at, created_at, updated_at)
  select student, department * ${SKILLS} + 1 + n / ${DEPARTMENTS} % ${SKILLS}, department + 1, day,
    'Medical Unit ' || n % 7, (array['assisted', 'supervised', 'independent'])[1 + n % 3], teacher - 1,
    case when n % 10 = 0 then 'Practised on the manikin before, which helped with the angle.' end,
    status, case when status = 'signed' then 'completed' end, case when status = 'signed' then 'meets' end,
    case when status = 'returned' then 'Wrong ward; please correct the place.' end,
    case when status = 'signed' then teacher end, case when status = 'signed' then day + interval '1 day' end, day, day
  from (select ${FIRST} + i % ${students} as student, n, (n + i % ${students}) % ${DEPARTMENTS} as department,
      current_date - ${DAYS} + (n * ${DAYS} / ${each})::integer as day,
      ${HOD} + (n + i % ${students}) % ${DEPARTMENTS} * ${TEACHERS} + n / 3 % ${TEACHERS} as teacher,
      case when n % 40 = 39 then 'returned' when n % 20 = 18 then 'logged' else 'signed' end as status
    from (select i::integer as i, (i / ${students})::integer as n
      from generate_series(0::bigint, ${students}::bigint * ${each} - 1) i) numbered) made`
