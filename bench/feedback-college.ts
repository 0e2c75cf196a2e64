import { sql } from 'kysely'
import { openLogin } from '../server/core/login.ts'
import { migrate } from '../server/db/migrate.ts'
import { connect } from '../server/db/open.ts'
import type { Db } from '../server/db/types.ts'
import { type College, createDatabase } from './college.ts'

export const QUESTIONS = 20
/** Responses of each of the other surveys. */
const EACH = 500
/** Students who answer while it is measured, and the surveys that they answer: each once. */
export const ANSWERING = 500
export const OPEN_SURVEYS = 20

const PRINCIPAL = 1
/** Above all other ids: in a recorded statement a student is found by the number. */
const FIRST_STUDENT = 1_000_001

/** How many responses there are: to the survey that is measured, and to all others. */
export interface Responses {
  measured: number
  others: number
}

export interface FeedbackCollege extends Responses {
  url: string
  token: string
  /** Its results are looked at. */
  measuredId: number
  /** A text question of it. */
  textId: number
  /** Open, and nobody has answered them. */
  openIds: number[]
  students: { id: number; token: string }[]
  /** What the loading took. */
  minutes: number
}

/** A database of its own. Responses to the measured survey are the same in each, scattered among those to the others. */
export async function loadFeedback(college: College, name: string, responses: Responses): Promise<FeedbackCollege> {
  const own = await createDatabase(college, name)
  // One connection: what it makes for the time of loading is gone with it.
  const { db, close } = connect({ connectionString: own, max: 1, statement_timeout: false })
  const start = performance.now()
  try {
    await migrate(db)
    for (const statement of statementsOf(responses)) await sql.raw(statement).execute(db)
    await sql`vacuum analyze`.execute(db)
    await sql`checkpoint`.execute(db)
    const minutes = (performance.now() - start) / 60_000
    return { url: own, ...responses, ...(await openLogins(db)), ...(await readIds(db)), minutes }
  } finally {
    await close()
  }
}

/** Staff and students have the ids of their accounts. */
function statementsOf({ measured, others }: Responses): string[] {
  const students = Math.max(measured, ANSWERING)
  const surveys = 1 + Math.ceil(others / EACH) + OPEN_SURVEYS
  return [
    // What is loaded fits.
    `set session_replication_role = replica`,
    `insert into departments (name, type) values ('Administration', 'non-academic')`,
    `insert into designations (name) values ('Professor')`,
    `insert into users (id, name, email, password_hash, must_change_password) overriding system value
      select id, 'Person Muhammad Number ' || id::bigint * 7919 % 10007, 'p' || id || '@college.test', '-', false
      from (select ${PRINCIPAL} as id union all select generate_series(${FIRST_STUDENT}, ${FIRST_STUDENT + students - 1})) known`,
    `insert into user_roles (user_id, role_id) select users.id, roles.id from users
      join roles on roles.name = case users.id when ${PRINCIPAL} then 'principal' else 'student' end`,
    `insert into staff (id, user_id, department_id, designation_id, sort_name) overriding system value
      values (${PRINCIPAL}, ${PRINCIPAL}, 1, 1, 'Person')`,
    `insert into students (id, user_id, roll_no) overriding system value
      select id, id, 'MBBS-' || id from users where id >= ${FIRST_STUDENT}`,
    `insert into feedback_surveys (title, status, created_by)
      select 'Evaluation of module ' || n, 'active', ${PRINCIPAL} from generate_series(1, ${surveys}) n`,
    `insert into feedback_questions (feedback_survey_id, title, question_text, question_type, options, position)
      select s.id, 'Question ' || p, 'How was the teaching of topic ' || p || '?', type,
        case when type like '%choice' then '["Always", "Often", "Sometimes", "Never"]'::jsonb else '[]' end, p
      from feedback_surveys s cross join generate_series(1, ${QUESTIONS}) p
      cross join lateral (values ((array['rating', 'single_choice', 'multiple_choice', 'boolean', 'number', 'textarea'])[1 + p % 6])) as of_type (type)
      order by s.id, p`,
    // Of each seven questions a response leaves out one.
    `insert into feedback_responses (feedback_survey_id, student_id, submitted_at, answers)
      select survey, student, now() - n * interval '1 minute', answers
      from (
        select n, 1 as survey, ${FIRST_STUDENT} + n as student from generate_series(0, ${measured - 1}) n
        union all
        select n, 2 + n / ${EACH}, ${FIRST_STUDENT} + n % ${EACH} from generate_series(0, ${others - 1}) n
      ) as planned
      cross join lateral (
        select jsonb_object_agg(q.id, case q.question_type
            when 'rating' then to_jsonb(1 + (n * 7 + position) % 5)
            when 'single_choice' then q.options -> (n * 3 + position) % 4
            when 'multiple_choice' then jsonb_build_array(q.options -> n % 2, q.options -> 2 + n % 2)
            when 'boolean' then to_jsonb(n % 3 > 0)
            when 'number' then to_jsonb((n * 13 + position) % 40)
            else to_jsonb('More time at the bedside of patient ' || n || ', in smaller groups.') end) as answers
        from feedback_questions q where q.feedback_survey_id = survey and (n + position) % 7 > 0
      ) as given
      order by hashint4(n), survey`,
  ]
}

async function openLogins(db: Db) {
  return db.transaction().execute(async (tx) => {
    const token = await openLogin(tx, PRINCIPAL, undefined)
    const students: FeedbackCollege['students'] = []
    for (let id = FIRST_STUDENT; id < FIRST_STUDENT + ANSWERING; id += 1)
      students.push({ id, token: await openLogin(tx, id, undefined) })
    return { token, students }
  })
}

async function readIds(db: Db) {
  const surveys = await db.selectFrom('feedback_surveys').select('id').orderBy('id').execute()
  const text = db.selectFrom('feedback_questions').select('id').where('question_type', '=', 'textarea')
  const { id: textId } = await text.orderBy('id').executeTakeFirstOrThrow()
  return {
    measuredId: surveys[0]?.id ?? 0,
    textId,
    openIds: surveys.slice(-OPEN_SURVEYS).map(({ id }) => id),
  }
}
