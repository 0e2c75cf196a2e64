import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ZodMiniObject } from 'zod/mini'
import { pageQuery } from '../../../shared/endpoint.ts'
import { unfurnished } from '../../testing/college.ts'
import { declaredLists } from '../../testing/lists.ts'

// Every filter of a list has an index, or a reason to have none. The features' plans.test.ts show that a statement
// takes the index. A list with a parameter in its address keeps what belongs to one record, and is left out.

const FEW = 'a college has some dozens of these'
const SHARE = 'a status keeps a good part of the rows, which no index makes faster to read'

const session = (column: string) => `attendance_sessions.${column}`
const reports = {
  department_id: 'one of the few that the listed students have groups in',
  batch_id: 'student_batches.batch_id',
  group_id: 'student_groups.group_id',
  only: 'looked up for each of the listed students',
  status: 'the sessions are found by their groups',
}

const surveys = {
  department_id: 'feedback_surveys.department_id',
  batch_id: 'feedback_surveys.batch_id',
  group_id: 'feedback_surveys.group_id',
  status: 'feedback_surveys.status',
  response: 'asked of the few that a student is shown',
}

const pool = {
  department_id: 'feedback_pool_questions.department_id',
  type: 'feedback_pool_questions.question_type',
}

/** List → filter → the column that an index has to begin with, or in words why there need be none. */
const SERVED: Record<string, Record<string, string>> = {
  '/users': { role_id: 'user_roles.role_id', id: 'users.id' },
  '/departments': { type: FEW, status: FEW },
  '/batches': { status: FEW },
  '/batches/counts': { status: FEW },
  '/groups': { batch_id: 'groups.batch_id', department_id: 'groups.department_id', status: SHARE },
  '/students': {
    batch_id: 'student_batches.batch_id',
    department_id: 'most students are in some group of every department',
    status: SHARE,
    only: 'asked of the students at work, each with a look at the links or the account',
  },
  '/staff': {
    department_id: 'staff.department_id',
    designation_id: 'staff.designation_id',
    status: SHARE,
    only: 'asked of the staff at work, each with a look at the account',
  },
  '/tasks': {
    department_id: 'tasks.department_id',
    group_id: 'task_groups.group_id',
    status: SHARE,
    only: 'work without marks has an index of its own',
  },
  '/attendance-sessions': {
    department_id: session('department_id'),
    batch_id: session('batch_id'),
    group_id: session('group_id'),
    staff_id: session('staff_id'),
    from: session('activity_date'),
    to: session('activity_date'),
    only: 'pending sessions have an index of their own',
    status: SHARE,
  },
  '/attendance-sessions/register-not-taken': { department_id: session('department_id') },
  '/attendance-submissions': {
    attendance_session_id: 'attendance_submissions.attendance_session_id',
    student_id: 'attendance_submissions.student_id',
    group_id: session('group_id'),
    department_id: session('department_id'),
    status: SHARE,
  },
  '/announcements': {},
  '/leaves': {
    status: 'leave_answers.leave_id',
    department_id: 'leave_answers.department_id',
    student_id: 'leaves.student_id',
  },
  '/assessments': {
    department_id: 'assessments.department_id',
    batch_id: 'assessments.batch_id',
    group_id: 'assessments.group_id',
    only: 'those without results have an index of their own',
    status: SHARE,
  },
  '/assessment-results': {
    assessment_id: 'assessment_results.assessment_id',
    student_id: 'assessment_results.student_id',
    group_id: 'assessments.group_id',
    status: SHARE,
  },
  '/libraries': {
    department_id: 'library_entries.department_id',
    batch_id: 'library_entries.batch_id',
    type: 'library_entries.type',
  },
  '/libraries/types': { department_id: 'library_entries.department_id', batch_id: 'library_entries.batch_id' },
  '/reportings': {
    list: 'the parts of a caller have an index each',
    status: 'of all cases it is served by an index of those that are not withdrawn',
    severity: 'as the status',
    category: 'as the status',
    student_id: 'reportings.student_id',
    turn: 'the parts of a caller have an index each',
    sort: 'an order',
    order: 'an order',
  },
  '/reportings/assignees': {},
  '/reportings/withdrawn': {},
  '/feedback-question-pools': pool,
  '/feedback-question-pools/search': pool,
  '/feedback-question-pools/public': pool,
  '/feedback-question-pools/most-used': pool,
  '/feedback-question-pools/recently-created': pool,
  '/feedback-question-pools/my-questions': pool,
  '/feedback-question-pools/types': {},
  '/feedback-surveys': surveys,
  '/feedback-surveys/active': {},
  '/feedback-surveys/changes': {},
  '/feedback-surveys/with-questions': surveys,
  '/feedback-responses': {
    feedback_survey_id: 'feedback_responses.feedback_survey_id',
    student_id: 'feedback_responses.student_id',
  },
  '/feedback-questions/types': {},
  '/feedback-questions': {
    feedback_survey_id: 'feedback_questions.feedback_survey_id',
    type: 'feedback_questions.question_type',
  },
  '/student-reports': reports,
  '/student-reports/below-minimum': { department_id: 'attendance_standings.department_id' },
  '/student-reports/filtered-students': reports,
  '/student-reports/attendance-summary': reports,
  '/audit': { entity: 'audit.entity', entity_id: 'asked together with its entity', actor_id: 'audit.actor_id' },
  '/security-log': {
    user_id: 'security_log.user_id',
    kind: 'security_log.kind',
    day: 'security_log.at',
    address: 'security_log.address',
  },
}

/** The filters that every list takes, and the search, which looks into several columns. */
const OF_ALL = [...Object.keys(pageQuery), 'q']

const lists = declaredLists.filter(({ path }) => !path.includes(':'))
const { db } = await unfurnished()
const { rows } = await sql<{ column: string }>`
  select i.indrelid::regclass || '.' || a.attname as column from pg_index i
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0] where i.indpred is null`.execute(db)
const leading = new Set(rows.map((row) => row.column))

test.each(lists.map(({ path, query }) => [path, query] as const))('every filter of %s has its index', (path, query) => {
  const filters = Object.keys(query instanceof ZodMiniObject ? query.shape : {}).filter((one) => !OF_ALL.includes(one))
  const served = SERVED[path] ?? {}
  expect(
    Object.keys(served).sort(),
    'Name in SERVED the column that an index has to begin with for each filter, or why there need be none',
  ).toEqual(filters.sort())
  const columns = Object.values(served).filter((column) => /^\w+\.\w+$/.test(column))
  expect(
    columns.filter((column) => !leading.has(column)),
    'No index begins with these columns',
  ).toEqual([])
})

test('no list is named that is not there', () => {
  expect(lists.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(SERVED)))
})
