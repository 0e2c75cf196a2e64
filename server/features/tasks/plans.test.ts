import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestApp } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { unfurnished } from '../../testing/college.ts'
import { plansOf } from '../../testing/plans.ts'
import { ANY_DAY } from '../../testing/today.ts'
import { listBatchesOfStudent } from '../memberships/batches.reads.ts'
import { listGroupsOfStudent, listLinks } from '../memberships/reads.ts'
import { listComments } from './comments.reads.ts'
import { newComments, workReturned } from './comments-today.reads.ts'
import { findTask, listTasks } from './reads.ts'
import { listTasksOfStudent } from './student-tasks.reads.ts'
import { listRoster, listSubmissions } from './submissions.reads.ts'

/** Tables that grow with the years: a plan must not read one from end to end. */
const LARGE = [
  'tasks',
  'task_groups',
  'task_submissions',
  'submission_files',
  'submission_comments',
  'student_groups',
  'students',
  'users',
]

const at = await unfurnished()
const department = await at.make.department()
await at.make.batch()
// Ten years of one department: 200 groups, 6,000 students, 4,000 tasks, 120,000 submissions.
for (const statement of [
  `insert into groups (name, batch_id, department_id) select 'G' || n, 1, ${department} from generate_series(1, 200) n`,
  `insert into users (name, email, password_hash) select 'S' || n, 's' || n || '@x.test', '-' from generate_series(1, 6000) n`,
  `insert into students (user_id, roll_no) select id, 'R' || id from users`,
  `insert into student_groups (student_id, group_id, department_id)
    select id, 1 + id % 200, ${department} from students`,
  `insert into tasks (name, department_id) select 'T' || n, ${department} from generate_series(1, 4000) n`,
  `insert into task_groups (task_id, group_id, department_id, position)
    select id, 1 + id % 200, ${department}, 0 from tasks`,
  `insert into task_submissions (task_id, student_id)
    select tg.task_id, sg.student_id from task_groups tg join student_groups sg on sg.group_id = tg.group_id`,
  `insert into submission_files (submission_id, name, size, sha256, storage_key)
    select id, 'a.pdf', 1, '', id::text from task_submissions`,
  // A thread on a thirtieth of the work, one a day; a teacher has written in every tenth.
  `insert into submission_comments (submission_id, author_id, kind, text, created_at)
    select id, n, 'comment', 'x', now() - make_interval(days => id / 30) from task_submissions, generate_series(1, 2) n
    where id % 30 = 0 and (n = 2 or id % 300 = 0)`,
  // A thousandth of the work has no marks.
  `update task_submissions set marks = 12, graded_at = now() where id % 1000 > 0`,
  'vacuum analyze',
])
  await sql.raw(statement).execute(at.db)

const college = callerAs('admin')
const ownDepartment = callerAs('hod', 1)
const ownStudent = callerAs('student')
const page = { page: 1, perPage: 100 }

test.each<[string, (db: TestApp['db']) => Promise<unknown>]>([
  ['the tasks of a group', (db) => listTasks(db, ownDepartment, { group_id: 8 }, page)],
  ['a student’s tasks of a group', (db) => listTasks(db, ownStudent, { group_id: 8 }, page)],
  ['the tasks with work to grade', (db) => listTasks(db, ownDepartment, { only: 'ungraded' }, page)],
  ['the tasks that a student has to hand in', (db) => listTasks(db, ownStudent, { only: 'due' }, page)],
  ['one task', (db) => findTask(db, college, 8)],
  ['the submissions of a task', (db) => listSubmissions(db, college, { task_id: 8 }, page)],
  ['the submissions of a student', (db) => listSubmissions(db, ownStudent, { student_id: 7 }, page)],
  ['the tasks of a student', (db) => listTasksOfStudent(db, college, 7, page)],
  ['the tasks of a student in the own department', (db) => listTasksOfStudent(db, ownDepartment, 7, page)],
  ['a student’s own tasks', (db) => listTasksOfStudent(db, ownStudent, 7, page)],
  ['every group of a student, with its days', (db) => listGroupsOfStudent(db, ownDepartment, 7, page)],
  ['every batch of a student', (db) => listBatchesOfStudent(db, 7, undefined, page)],
  ['the thread of a submission', (db) => listComments(db, { id: 60 }, page)],
  ['new comments for a teacher', (db) => newComments.read(db, ownDepartment, ANY_DAY)],
  ['new comments for a student', (db) => newComments.read(db, ownStudent, ANY_DAY)],
  ['a student’s returned work', (db) => workReturned.read(db, ownStudent, ANY_DAY)],
  ['who has and who has not', (db) => listRoster(db, 8, page)],
  ['the students of a group', (db) => listLinks(db, college, { group_id: 8, status: 'active' }, page)],
  ['the groups of a student', (db) => listLinks(db, college, { student_id: 7, status: 'active' }, page)],
])('%s: one statement, and no large table read from end to end', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  const scanned = LARGE.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plans[0] ?? ''))
  expect(scanned, plans[0]).toEqual([])
})
