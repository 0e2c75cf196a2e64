import { sql } from 'kysely'
import { connect } from '../server/db/open.ts'
import { withoutIndexes } from './attendance-college.ts'
import type { College } from './college.ts'
import { KEPT_COUNTS } from './kept-counts.ts'
import { BATCH, type LogbookCollege, type Logged, loadLogbook } from './logbook-college.ts'

/** The sessions held and the assessments of each group that is not in the measured batch. */
export interface Judged extends Logged {
  sessions: number
  assessments: number
}

export interface EligibilityCollege extends LogbookCollege {
  batchId: number
  /** The marks of attendance and the results of the whole college. */
  marks: number
  results: number
}

const MEASURED = 1
/** The sessions, assessments and tasks of a group of the measured batch, in a large college and in a small one. */
const OWN = { sessions: 40, planned: 3, assessments: 6, tasks: 6 }

/**
 * The college of the logbook with registers, results and work beside it. The measured batch has the same rows whatever the
 * size of the tables around it, and its rows lie scattered among those of all others, in the order of their days.
 */
export async function loadEligibility(college: College, name: string, size: Judged): Promise<EligibilityCollege> {
  const logbook = await loadLogbook(college, name, size)
  const { db, close } = connect({ connectionString: logbook.url, max: 1, statement_timeout: false })
  const start = performance.now()
  try {
    await sql`set session_replication_role = replica`.execute(db)
    for (const statement of teaching(size)) await sql.raw(statement).execute(db)
    await withoutIndexes(db, 'attendance_submissions', () => sql.raw(MARKS).execute(db))
    await withoutIndexes(db, 'assessment_results', () => sql.raw(RESULTS).execute(db))
    for (const statement of [STANDINGS, ...KEPT_COUNTS]) await sql.raw(statement).execute(db)
    await sql`vacuum analyze`.execute(db)
    await sql`checkpoint`.execute(db)
    const { rows } = await sql<Pick<EligibilityCollege, 'marks' | 'results'>>`
      select (select count(*)::int from attendance_submissions) as marks,
        (select count(*)::int from assessment_results) as results`.execute(db)
    const [found] = rows
    if (!found) throw new Error('Nothing was loaded')
    const minutes = logbook.minutes + (performance.now() - start) / 60_000
    return { ...logbook, ...found, batchId: MEASURED, minutes }
  } finally {
    await close()
  }
}

const ownOr = (own: number, others: number) => `case when batch_id = ${MEASURED} then ${own} else ${others} end`

const teaching = ({ sessions, assessments }: Judged) => [
  `set work_mem = '256MB'`,
  `set maintenance_work_mem = '512MB'`,
  `insert into attendance_sessions (department_id, batch_id, group_id, activity_date, start_time, end_time, staff_id,
      status, taken_by, taken_at, present, absent, leave)
    select department_id, batch_id, groups.id, current_date - n, '09:00', '10:00', 1,
      case when n < 0 then 'pending' else 'completed' end, case when n > 0 then 1 end, case when n > 0 then now() end,
      case when n > 0 then ${BATCH / 3} else 0 end, 0, 0
    from groups cross join generate_series(-${OWN.planned}, ${Math.max(OWN.sessions, sessions)}) n
    where n <> 0 and n <= ${ownOr(OWN.sessions, sessions)} order by n desc, groups.id`,
  `insert into assessments (department_id, batch_id, group_id, type, name, weightage, total_marks, passing_marks, status,
      created_by)
    select department_id, batch_id, groups.id, 'theory', 'Test ' || n, 2, 50, 25,
      case when n % 6 = 0 then 'active' else 'evaluated' end, 1
    from groups cross join generate_series(1, ${Math.max(OWN.assessments, assessments)}) n
    where n <= ${ownOr(OWN.assessments, assessments)} order by n, groups.id`,
  `insert into tasks (name, label, department_id, end_date) select 'Work ' || n, groups.id, department_id, current_date - n
    from generate_series(1, ${OWN.tasks}) n, groups order by n, groups.id`,
  `insert into task_groups (task_id, group_id, department_id, position)
    select id, label::integer, department_id, 0 from tasks where name like 'Work %'`,
  `insert into task_submissions (task_id, student_id)
    select task_id, student_id from task_groups join tasks on tasks.id = task_id and name like 'Work %'
    join student_groups using (group_id) where (task_id + student_id) % 5 > 0`,
  `insert into eligibility_rule_sets (attendance, logbook, assessments, tasks) values (75, 100, 50, 80)`,
  'analyze',
]

const MARKS = `insert into attendance_submissions (attendance_session_id, department_id, student_id, status)
  select s.id, s.department_id, m.student_id, case when (s.id * 31 + m.student_id * 17) % 5 = 0 then 'absent' else 'present' end
  from attendance_sessions s join student_groups m on m.group_id = s.group_id
  where s.status = 'completed' order by s.id, m.student_id`

const RESULTS = `insert into assessment_results (assessment_id, student_id, marks)
  select a.id, m.student_id, (a.id * 31 + m.student_id * 17) % 201 / 4.0
  from assessments a join student_groups m on m.group_id = a.group_id
  where a.status = 'evaluated' order by a.id, m.student_id`

/** The sums of the registers that the database keeps by itself when rows are not loaded past its triggers. */
const STANDINGS = `insert into attendance_standings (student_id, department_id, present, absent, leave)
  select student_id, department_id, count(*) filter (where status = 'present'), count(*) filter (where status = 'absent'), 0
  from attendance_submissions group by 1, 2 order by 1, 2`
