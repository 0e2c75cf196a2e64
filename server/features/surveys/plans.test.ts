import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { plansOf } from '../../testing/plans.ts'
import { STUDENTS_IN_GROUPS } from '../../testing/students-in-groups.ts'
import { findAnonymousResponse, listAnonymousResponses } from '../responses/anonymous.reads.ts'
import { findResponse, listResponses } from '../responses/reads.ts'
import { findQuestion, listQuestions, withQuestions } from './questions.reads.ts'
import { findSurvey, listChanges, listSurveys } from './reads.ts'

/** Tables that grow with the years: a plan must not read one from end to end. */
const LARGE = [
  'feedback_surveys',
  'feedback_questions',
  'feedback_responses',
  'feedback_participants',
  'feedback_anonymous_responses',
  'feedback_waiting_responses',
  'student_groups',
  'students',
  'users',
]

let at: TestApp
beforeAll(async () => {
  at = await testApp()
  // Ten years: 200 groups of 30 students, 4,000 surveys of ten questions, half of them anonymous, 60,000 responses.
  for (const statement of [
    ...STUDENTS_IN_GROUPS,
    `insert into feedback_surveys (title, department_id, batch_id, group_id, status, is_anonymous, created_by, changes_text, changes_at, closed_at)
      select 'Survey ' || n, g.department_id, g.batch_id, g.id,
        case when n > 3900 then 'active' else 'closed' end, n % 2 = 0, 1 + n % 50,
        case when n % 5 = 0 then 'Done' end, case when n % 5 = 0 then now() end,
        case when n <= 3900 then now() end
      from generate_series(1, 4000) n join groups g on g.id = 1 + n % 200`,
    `insert into feedback_questions (feedback_survey_id, title, question_text, question_type, position)
      select s.id, 'Q' || n, '?', (array['text', 'number', 'date', 'rating', 'boolean'])[1 + n % 5], n from feedback_surveys s, generate_series(1, 10) n`,
    `insert into feedback_responses (feedback_survey_id, student_id, answers)
      select s.id, m.student_id, '{}' from feedback_surveys s join student_groups m on m.group_id = s.group_id
      where not s.is_anonymous`,
    `insert into feedback_participants (feedback_survey_id, neighbours, student_ids)
      select s.id, 0, array(select student_id from student_groups m where m.group_id = s.group_id order by 1)
      from feedback_surveys s where s.is_anonymous`,
    `insert into feedback_anonymous_responses (feedback_survey_id, id, answers)
      select s.id, gen_random_uuid(), '{}' from feedback_surveys s, generate_series(1, 25) n where s.is_anonymous`,
    `insert into feedback_waiting_responses (feedback_survey_id, id, sealed)
      select s.id, gen_random_uuid(), '' from feedback_surveys s, generate_series(1, 5) n where s.is_anonymous`,
    'vacuum analyze',
  ])
    await sql.raw(statement).execute(at.db)
}, 120_000)
afterAll(() => at.close())

const college = callerAs('admin')
const ownDepartment = callerAs('hod', 1)
const NOBODY = '00000000-0000-4000-8000-000000000000'
const ownStudent = callerAs('student')
const page = { page: 1, perPage: 25 }

const scannedIn = (plan: string) => LARGE.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plan))

test.each<[string, (db: TestApp['db']) => Promise<unknown>]>([
  ['the surveys of a department', (db) => listSurveys(db, ownDepartment, {}, page)],
  ['the surveys of a batch', (db) => listSurveys(db, college, { batch_id: 3 }, page)],
  ['the surveys of a group', (db) => listSurveys(db, college, { group_id: 3 }, page)],
  ['those that can be answered', (db) => listSurveys(db, college, { isOpen: true }, page)],
  ['those of a student', (db) => listSurveys(db, ownStudent, {}, page)],
  ['those that a student has answered', (db) => listSurveys(db, ownStudent, { response: 'completed' }, page)],
  ['what was changed because of surveys', (db) => listChanges(db, college, {}, page)],
  ['that of a department', (db) => listChanges(db, ownDepartment, {}, page)],
  ['that of a student', (db) => listChanges(db, ownStudent, {}, page)],
  ['one survey', (db) => findSurvey(db, college, 7)],
  ['the questions of a survey', (db) => listQuestions(db, college, { feedback_survey_id: 7 }, page)],
  ['the questions of a type', (db) => listQuestions(db, college, { type: 'text' }, page)],
  ['those of a department', (db) => listQuestions(db, ownDepartment, {}, page)],
  ['one question', (db) => findQuestion(db, ownDepartment, 7)],
  ['the questions of a page of surveys', (db) => withQuestions(db, [{ id: 7 }, { id: 8 }])],
  ['a student’s', (db) => findSurvey(db, ownStudent, 3999)],
  ['the responses of a survey', (db) => listResponses(db, college, { feedback_survey_id: 7 }, page)],
  ['the responses of a student', (db) => listResponses(db, college, { student_id: 7 }, page)],
  ['a student’s own responses', (db) => listResponses(db, ownStudent, {}, page)],
  ['the responses of a department', (db) => listResponses(db, ownDepartment, {}, page)],
  ['one response', (db) => findResponse(db, ownDepartment, 7)],
  ['the anonymous ones of a survey', (db) => listAnonymousResponses(db, college, { id: 8, title: '' }, page)],
])('%s: one statement, and no large table read from end to end', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  expect(scannedIn(plans[0] ?? ''), plans[0]).toEqual([])
})

test('all responses with names are counted without reading them', async () => {
  for (const caller of [college, ownDepartment]) {
    const [plan = ''] = await plansOf(at.db, (db) => listResponses(db, caller, {}, page))
    expect(plan).toContain(' on feedback_response_counts')
    expect(plan.match(/ on feedback_responses\b/g), plan).toHaveLength(1)
  }
})

test.each<[string, (db: TestApp['db']) => Promise<unknown>]>([
  ['every survey', (db) => listSurveys(db, college, {}, page)],
  ['what is searched for', (db) => listSurveys(db, college, { q: 'urvey 77' }, page)],
  ['an anonymous response', (db) => findAnonymousResponse(db, ownDepartment, NOBODY)],
])('%s: one statement, which goes through all surveys and through nothing else that is large', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  expect(
    scannedIn(plans[0] ?? '').filter((table) => table !== 'feedback_surveys'),
    plans[0],
  ).toEqual([])
})
