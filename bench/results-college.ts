import { sql } from 'kysely'
import { openLogin } from '../server/core/login.ts'
import { migrate } from '../server/db/migrate.ts'
import { connect } from '../server/db/open.ts'
import { withoutIndexes } from './attendance-college.ts'
import { type College, createDatabase } from './college.ts'
import { CONNECTIONS } from './contest.ts'
import { KEPT_COUNTS } from './kept-counts.ts'

/** Students of every class, and so of every group: each class is a group in each department. */
export const GROUP = 60
const DEPARTMENTS = 10
/** The assessments of every group in its year: 2,400 results. */
const ASSESSMENTS = 40
/** Further assessments of the measured group. */
const UNMARKED = 4
/** Some fifty thousand results. */
export const SMALL_CLASSES = 2
/** Assessments for each caller who saves, so that no two wait for one. */
export const EACH = 2

export interface ResultsCollege {
  url: string
  token: string
  /** The tokens of others whose day is looked at: the head of the group's department, and one of its students. */
  tokens: { hod: string; student: string }
  departmentId: number
  batchId: number
  groupId: number
  /** An assessment of that group, in the middle of its year. */
  assessmentId: number
  studentId: number
  /** Assessments with 60 results each; their students are `studentsOf`. */
  savedIds: number[]
  studentsOf: Map<number, number[]>
  results: number
  /** The minutes that the loading took. */
  minutes: number
}

const ADMIN = 1
const HOD = 2
/** Users and students have the same ids, from here on. */
const FIRST = 1000

/**
 * A database of its own with so many classes. A group, an assessment and a student have the same rows in a large college
 * as in a small one; what is compared is the size of the tables around them. Assessments and results lie in the order of
 * their days, as they came in: those of one group are scattered among those of all others.
 */
export async function loadResults(college: College, name: string, classes: number): Promise<ResultsCollege> {
  const own = await createDatabase(college, name)
  // A single connection: settings for the time of loading are gone with it.
  const { db, close } = connect({ connectionString: own, max: 1, statement_timeout: false })
  const start = performance.now()
  try {
    await migrate(db)
    for (const statement of people(classes)) await sql.raw(statement).execute(db)
    await withoutIndexes(db, 'assessment_results', () => sql.raw(results).execute(db))
    for (const statement of KEPT_COUNTS) await sql.raw(statement).execute(db)
    await sql`vacuum analyze`.execute(db)
    await sql`checkpoint`.execute(db)
    const tokenOf = (id: number) => db.transaction().execute((tx) => openLogin(tx, id, undefined))
    const token = await tokenOf(ADMIN)
    const { rows } = await sql<{ id: number; students: number[] }>`
      select a.id, array_agg(r.student_id order by r.student_id) as students
      from assessments a join assessment_results r on r.assessment_id = a.id
      where a.id in (select id from assessments order by id limit ${CONNECTIONS * EACH}) group by a.id`.execute(db)
    const facts = await sql<
      Pick<ResultsCollege, 'departmentId' | 'batchId' | 'groupId' | 'assessmentId' | 'studentId' | 'results'>
    >`
      select g.id as "groupId", department_id as "departmentId", batch_id as "batchId", (select count(*) from assessment_results) as results,
        (select student_id from student_groups where group_id = g.id order by id limit 1) as "studentId",
        (select id from assessments where group_id = g.id order by id offset ${ASSESSMENTS / 2} limit 1) as "assessmentId"
      from (select * from groups order by id limit 1) g`.execute(db)
    const [found] = facts.rows
    if (!found) throw new Error('No group was loaded')
    const studentsOf = new Map(rows.map(({ id, students }) => [id, students]))
    const minutes = (performance.now() - start) / 60_000
    const tokens = { hod: await tokenOf(HOD), student: await tokenOf(found.studentId) }
    return { url: own, token, tokens, ...found, savedIds: [...studentsOf.keys()], studentsOf, minutes }
  } finally {
    await close()
  }
}

const people = (classes: number) => [
  // The loaded rows fit: the keys need not be looked up five million times.
  `set session_replication_role = replica`,
  `set work_mem = '256MB'`,
  `set maintenance_work_mem = '512MB'`,
  `insert into users (name, email, password_hash, must_change_password) values
    ('Admin', 'admin@college.test', '-', false), ('Head', 'hod@college.test', '-', false)`,
  `insert into user_roles (user_id, role_id) select case name when 'admin' then ${ADMIN} else ${HOD} end, id from roles
    where name in ('admin', 'hod')`,
  `insert into departments (name) select 'Department ' || n from generate_series(1, ${DEPARTMENTS}) n`,
  `insert into designations (name) values ('Professor')`,
  `insert into staff (user_id, department_id, designation_id, sort_name) values (${HOD}, 1, 1, 'Head')`,
  `insert into batches (name, current_year) select 'MBBS ' || n, '3rd Year' from generate_series(1, 10) n`,
  `create temp table person as
    select ${FIRST - 1} + row_number() over (order by class, n) as id, class
    from generate_series(1, ${classes}) class, generate_series(1, ${GROUP}) n`,
  `insert into users (id, name, email, password_hash, must_change_password) overriding system value
    select id, 'Student Muhammad Number ' || id * 7919 % 10007, 's' || id || '@college.test', '-', false from person`,
  `insert into students (id, user_id, roll_no) overriding system value
    select id, id, 'MBBS-' || lpad(id::text, 5, '0') from person order by id`,
  `insert into user_roles (user_id, role_id) select person.id, roles.id from person join roles on name = 'student'`,
  `insert into groups (name, description, batch_id, department_id)
    select 'Class ' || class, class, 1 + class % 10, department
    from generate_series(1, ${classes}) class, generate_series(1, ${DEPARTMENTS}) department order by class, department`,
  `insert into student_groups (student_id, group_id, department_id)
    select person.id, groups.id, department_id from person join groups on description = class::text order by person.id`,
  `insert into assessments (department_id, batch_id, group_id, type, name, weightage, total_marks, passing_marks, status,
      created_by, result_count, marked_count)
    select department_id, batch_id, groups.id, case n % 2 when 0 then 'theory' else 'practical' end, 'Test ' || n, 2.5,
      50, 25, case when n % 4 = 0 then 'approved' else 'evaluated' end, ${ADMIN}, ${GROUP}, ${GROUP}
    from generate_series(1, ${ASSESSMENTS}) n, groups order by n, groups.id`,
  // Assessments that wait for the head: nobody has marks in them.
  `insert into assessments (department_id, batch_id, group_id, type, name, status, created_by, created_at)
    select department_id, batch_id, id, 'theory', 'Waits ' || n, 'active', ${ADMIN}, now() - interval '60 days'
    from (select * from groups order by id limit 1) g, generate_series(1, ${UNMARKED}) n`,
  `analyze`,
]

const results = `insert into assessment_results (assessment_id, student_id, marks, remarks)
  select a.id, m.student_id, (a.id * 31 + m.student_id * 17) % 201 / 4.0, case when m.student_id % 9 = 0 then 'Well done' end
  from assessments a join student_groups m on m.group_id = a.group_id
  where a.marked_count > 0 order by a.id, m.student_id`
