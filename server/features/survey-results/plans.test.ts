import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { plansOf } from '../../testing/plans.ts'
import { STUDENTS_IN_GROUPS } from '../../testing/students-in-groups.ts'
import { listReminded } from '../surveys/follow-up.reads.ts'
import { withQuestions } from '../surveys/questions.reads.ts'
import { findSurvey } from '../surveys/reads.ts'
import { readAnonymousLines, readFirstTexts, readNamedLines } from './exports.reads.ts'
import { listTexts, readResults } from './reads.ts'

/** Tables that grow with the years: a plan must not read one from end to end. */
const LARGE = [
  'feedback_surveys',
  'feedback_questions',
  'feedback_responses',
  'feedback_participants',
  'feedback_anonymous_responses',
  'student_groups',
  'student_batches',
  'students',
  'users',
  'audit',
]

let at: TestApp
beforeAll(async () => {
  at = await testApp()
  // 6,000 students in groups of 30, and 2,000 surveys of groups, every other one anonymous, with 60,000 responses.
  for (const statement of [
    ...STUDENTS_IN_GROUPS,
    `insert into student_batches (student_id, batch_id)
      select m.student_id, g.batch_id from student_groups m join groups g on g.id = m.group_id`,
    `insert into feedback_surveys (title, department_id, batch_id, group_id, status, is_anonymous, is_shown, created_by,
        closed_at)
      select 'Survey ' || n, g.department_id, g.batch_id, g.id, case when n > 1000 then 'closed' else 'active' end,
        n % 2 = 0, n % 2 = 0 and n > 1000, 1, case when n > 1000 then now() end
      from generate_series(1, 2000) n join groups g on g.id = 1 + n % 200`,
    `insert into feedback_questions (feedback_survey_id, title, question_text, question_type, position)
      select s.id, 'Q' || n, '?', (array['text', 'number', 'rating', 'boolean'])[1 + n % 4], n
      from feedback_surveys s, generate_series(1, 10) n`,
    `insert into feedback_responses (feedback_survey_id, student_id, answers)
      select s.id, m.student_id, jsonb_build_object(s.id * 10, 4)
      from feedback_surveys s join student_groups m on m.group_id = s.group_id where not s.is_anonymous`,
    `insert into feedback_anonymous_responses (feedback_survey_id, answers)
      select s.id, jsonb_build_object(s.id * 10, 4) from feedback_surveys s, generate_series(1, 30) where s.is_anonymous`,
    `insert into feedback_participants (feedback_survey_id, neighbours, student_ids)
      select s.id, 0, array(select student_id from student_groups m where m.group_id = s.group_id order by 1)
      from feedback_surveys s where s.is_anonymous`,
    `insert into audit (action, entity, entity_id, changes)
      select 'update', 'student', 1 + n % 6000, '{"status": ["active", "on_leave"]}' from generate_series(1, 60000) n`,
    'vacuum analyze',
  ])
    await sql.raw(statement).execute(at.db)
}, 120_000)
afterAll(() => at.close())

const college = callerAs('admin')
const scannedIn = (plan: string) => LARGE.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plan))

test.each([
  ['with names', 7, {}],
  ['with names, of a group', 7, { group_id: 8 }],
  ['with names, of a batch', 7, { batch_id: 3 }],
  ['with names, of a department', 7, { department_id: 3 }],
  ['anonymous', 8, {}],
  ['that has ended, with names, of a group', 1007, { group_id: 8 }],
  ['that has ended, with names, of a department', 1007, { department_id: 3 }],
  ['that has ended, anonymous', 1008, {}],
])('the results of a survey %s: students and answers in a statement each, by indexes', async (_name, id, part) => {
  const survey = await findSurvey(at.db, college, id)
  if (!survey) throw new Error('no survey')
  const [{ questions } = { questions: [] }] = await withQuestions(at.db, [survey])
  expect(questions).toHaveLength(10)
  const plans = await plansOf(at.db, (db) => readResults(db, survey, questions, part))
  expect(plans).toHaveLength(2)
  for (const plan of plans) expect(scannedIn(plan), plan).toEqual([])

  const questionId = questions[3]?.id ?? 0
  for (const asked of [
    { questionId, ...part },
    { questionId, ...part, q: 'x' },
  ]) {
    const [texts = '', ...others] = await plansOf(at.db, (db) => listTexts(db, survey, asked, { page: 1, perPage: 25 }))
    expect(others).toEqual([])
    if (survey.is_anonymous && !survey.is_shown) expect(texts).toContain('One-Time Filter: false')
    else expect(scannedIn(texts), texts).toEqual([])
  }
})

test('whom a reminder goes to: one statement, by indexes', async () => {
  for (const id of [7, 8]) {
    const survey = await findSurvey(at.db, college, id)
    if (!survey) throw new Error('no survey')
    const plans = await plansOf(at.db, (db) => listReminded(db, survey))
    expect(plans).toHaveLength(1)
    expect(scannedIn(plans[0] ?? ''), plans[0]).toEqual([])
  }
})

test.each([
  ['with names', 7, {}],
  ['with names, of a group', 7, { group_id: 8 }],
  ['anonymous', 8, {}],
])('an export of a survey %s: one statement, by indexes', async (_name, id, part) => {
  const survey = await findSurvey(at.db, college, id)
  if (!survey) throw new Error('no survey')
  const reads = [
    (db: TestApp['db']) => (survey.is_anonymous ? readAnonymousLines(db, survey) : readNamedLines(db, survey, part)),
    (db: TestApp['db']) => readFirstTexts(db, survey, { part, questionIds: [70, 80], most: 100 }),
  ]
  for (const read of reads) {
    const plans = await plansOf(at.db, read)
    expect(plans).toHaveLength(1)
    expect(scannedIn(plans[0] ?? ''), plans[0]).toEqual([])
  }
})
