import { sql } from 'kysely'
import { openLogin } from '../server/core/login.ts'
import { migrate } from '../server/db/migrate.ts'
import { connect } from '../server/db/open.ts'
import type { Db } from '../server/db/types.ts'
import { type College, createDatabase } from './college.ts'
import { KEPT_COUNTS } from './kept-counts.ts'

export const QUESTIONS = 20
/** Responses of each of the other surveys. */
const EACH = 500
/** Students who answer while it is measured, and the surveys that they answer: each once. */
export const ANSWERING = 500
export const OPEN_SURVEYS = 20
/** The kinds of surveys: with names, or without. */
export const KINDS = ['named', 'anonymous'] as const
export type Kind = (typeof KINDS)[number]

const PRINCIPAL = 1
/** The first numbers: in a recorded statement students and surveys are found by them, and nothing else has them. */
const FIRST_STUDENT = 1_000_001
const FIRST_SURVEY = 10_001

/** The number of responses: to the survey that is measured, and to all others. */
export interface Responses {
  measured: number
  others: number
}

export interface FeedbackCollege extends Responses {
  url: string
  token: string
  /** Their results are looked at: a survey and a text question of it. */
  read: Record<Kind, { surveyId: number; textId: number }>
  /** Open, and nobody has answered them. */
  openIds: Record<Kind, number[]>
  students: { id: number; token: string }[]
  /** The minutes that the loading took. */
  minutes: number
}

/** A database of its own. Responses to the measured survey are the same in each; a fifth of the others came meanwhile. */
export async function loadFeedback(college: College, name: string, responses: Responses): Promise<FeedbackCollege> {
  const own = await createDatabase(college, name)
  // A single connection: settings for the time of loading are gone with it.
  const { db, close } = connect({ connectionString: own, max: 1, statement_timeout: false })
  const start = performance.now()
  try {
    await migrate(db)
    for (const statement of [...statementsOf(responses), ...KEPT_COUNTS]) await sql.raw(statement).execute(db)
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
  const surveys = 2 + Math.ceil(others / EACH) + 2 * OPEN_SURVEYS
  return [
    // The loaded rows fit.
    `set session_replication_role = replica`,
    `insert into departments (name, type) values ('Administration', 'non-academic')`,
    `insert into designations (name) values ('Professor')`,
    `insert into users (id, name, email, password_hash, must_change_password) overriding system value
      select id, 'Person Muhammad Number ' || id::bigint * 7919 % 10007, 'p' || id || '@college.test', '-', false
      from (select ${PRINCIPAL} as id union all select generate_series(${FIRST_STUDENT}, ${FIRST_STUDENT + students - 1})) known`,
    `insert into user_roles (user_id, role_id) select users.id, roles.id from users
      join roles on case users.id when ${PRINCIPAL} then roles.name in ('principal', 'hod') else roles.name = 'student' end`,
    `insert into staff (id, user_id, department_id, designation_id, sort_name) overriding system value
      values (${PRINCIPAL}, ${PRINCIPAL}, 1, 1, 'Person')`,
    `insert into students (id, user_id, roll_no) overriding system value
      select id, id, 'MBBS-' || id from users where id >= ${FIRST_STUDENT}`,
    // The second is anonymous, and the last of those that are answered. The measured ones are about to close.
    `insert into feedback_surveys (id, title, status, end_date, is_anonymous, is_shown, created_by) overriding system value
      select ${FIRST_SURVEY} + n, 'Evaluation of module ' || n, 'active', case when n < 2 then current_date + 2 end, n = 1 or n >= ${surveys - OPEN_SURVEYS}, n = 1, ${PRINCIPAL}
      from generate_series(0, ${surveys - 1}) n`,
    `insert into feedback_questions (feedback_survey_id, title, question_text, question_type, options, position)
      select s.id, 'Question ' || p, 'How was the teaching of topic ' || p || '?', type,
        case when type like '%choice' then '["Always", "Often", "Sometimes", "Never"]'::jsonb else '[]' end, p
      from feedback_surveys s cross join generate_series(1, ${QUESTIONS}) p
      cross join lateral (values ((array['rating', 'single_choice', 'multiple_choice', 'boolean', 'number', 'textarea'])[1 + p % 6])) as of_type (type)
      order by s.id, p`,
    // A response leaves out each seventh question.
    `create temp table given as
      select planned.*, answers,
        case when survey < ${FIRST_SURVEY + 2} then ${2 * measured} + n else n * ${(5 * measured) / others}::float end as moment
      from (
        select n, ${FIRST_SURVEY} + kind as survey, ${FIRST_STUDENT} + n as student
        from generate_series(0, ${measured - 1}) n cross join generate_series(0, 1) kind
        union all
        select n, ${FIRST_SURVEY} + 2 + n / ${EACH}, ${FIRST_STUDENT} + n % ${EACH} from generate_series(0, ${others - 1}) n
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
      ) as of_survey`,
    // The others are in both tables, so that both are as large.
    `insert into feedback_responses (feedback_survey_id, student_id, submitted_at, answers)
      select survey, student, now() - n * interval '1 minute', answers from given
      where survey <> ${FIRST_SURVEY + 1} order by moment, survey`,
    `insert into feedback_anonymous_responses (feedback_survey_id, id, answers)
      select survey, md5('response ' || n)::uuid, answers from given
      where survey > ${FIRST_SURVEY} order by moment, survey`,
    `insert into feedback_participants (feedback_survey_id, neighbours, student_ids)
      select survey, student / 32, array_agg(student order by student) from given
      where survey = ${FIRST_SURVEY + 1} group by 1, 2 order by 1, 2`,
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
  const ids = surveys.map(({ id }) => id)
  const readOf = async (surveyId = 0) => {
    const texts = db.selectFrom('feedback_questions').select('id').where('feedback_survey_id', '=', surveyId)
    const { id } = await texts.where('question_type', '=', 'textarea').orderBy('id').executeTakeFirstOrThrow()
    return { surveyId, textId: id }
  }
  return {
    read: { named: await readOf(ids[0]), anonymous: await readOf(ids[1]) },
    openIds: { named: ids.slice(-2 * OPEN_SURVEYS, -OPEN_SURVEYS), anonymous: ids.slice(-OPEN_SURVEYS) },
  }
}
