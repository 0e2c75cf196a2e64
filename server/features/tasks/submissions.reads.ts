import { type SqlBool, sql } from 'kysely'
import { type FormerFile, type RosterRow, Submission, type submissions } from '../../../shared/contract/submissions.ts'
import type { Params, Query } from '../../../shared/endpoint.ts'
import { SIGN_IN_STATUSES } from '../../../shared/labels.ts'
import type { Caller } from '../../core/caller.ts'
import { columnsOf } from '../../core/columns.ts'
import { listing } from '../../core/listing.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { studentOf as ownStudentOf, within } from '../../core/scope.ts'
import { withNext } from '../../db/prepared.ts'
import type { Db, Row, Tx } from '../../db/types.ts'

type OfTask = typeof submissions.listByTask
type OfStudent = typeof submissions.listByStudentAndGroup
type SubmissionFilter = Query<OfTask> & Partial<Params<OfTask> & Params<OfStudent>>

/** The submissions that the caller is shown: those of the own department's tasks, a student's own. */
function visible(db: Db, caller: Caller, { task_id, student_id, group_id, status }: SubmissionFilter = {}) {
  let query = db
    .selectFrom('task_submissions')
    .innerJoin('tasks', 'tasks.id', 'task_submissions.task_id')
    .where(
      within(caller, {
        department: 'tasks.department_id',
        student: ({ id }) => sql<SqlBool>`task_submissions.student_id = ${id}`,
      }),
    )
  if (task_id !== undefined) query = query.where('task_submissions.task_id', '=', task_id)
  if (student_id !== undefined) query = query.where('task_submissions.student_id', '=', student_id)
  if (status) query = query.where('task_submissions.status', '=', status)
  if (group_id === undefined) return query
  return query.where('task_submissions.task_id', 'in', (eb) =>
    eb.selectFrom('task_groups as tg').select('tg.task_id').where('tg.group_id', '=', group_id),
  )
}

const COLUMNS = [
  ...columnsOf('task_submissions', Submission, 'files', 'comment_count', 'student', 'task'),
  'students.roll_no',
  'students.status as student_status',
  'users.name as student_name',
  'tasks.name as task_name',
  'tasks.total_marks',
  'tasks.criteria',
  'tasks.passing_marks',
  'tasks.end_date',
] as const

const files = sql<string>`(select coalesce(json_agg(json_build_object('name', f.name, 'size', f.size,
  'sha256', encode(f.sha256, 'hex')) order by f.id), '[]')::text
  from submission_files f where f.submission_id = task_submissions.id)`.as('files')

const commentCount = sql<number>`(select count(*)::int from submission_comments line
  where line.submission_id = task_submissions.id and line.kind = 'comment')`.as('comment_count')

const withDetails = (kept: ReturnType<typeof visible>) =>
  kept
    .innerJoin('students', 'students.id', 'task_submissions.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .select([...COLUMNS, files, commentCount])

type SubmissionRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

const studentOf = (
  row: Pick<SubmissionRow, 'student_id' | 'student_name' | 'roll_no' | 'student_status'>,
): Submission['student'] => ({
  id: row.student_id,
  name: row.student_name,
  roll_no: row.roll_no,
  status: row.student_status,
})

const withRefs = ({
  task_name,
  total_marks,
  criteria,
  passing_marks,
  end_date,
  ...row
}: SubmissionRow): Submission => ({
  ...row,
  student: studentOf(row),
  task: { id: row.task_id, name: task_name, total_marks, criteria, passing_marks, end_date },
})

/** Keeps from a student by what the work is marked, and what is not marked to the end. */
const shownTo = (row: SubmissionRow, caller: Caller): Submission =>
  withRefs(ownStudentOf(caller) && row.marks === null ? { ...row, criteria: null, criteria_marks: null } : row)

/** The submissions of a task by roll number, those of a student newest first. */
export const {
  kept: keptSubmissions,
  page: listSubmissions,
  find: findSubmission,
  read: readSubmission,
} = listing({
  table: 'task_submissions',
  noun: 'Submission',
  kept: visible,
  details: withDetails,
  order: (query, filter) =>
    filter?.task_id === undefined
      ? query.orderBy('task_submissions.id', 'desc')
      : query.orderBy('students.roll_no').orderBy('task_submissions.id'),
  row: shownTo,
})

/**
 * The submission, locked until the transaction ends: what a change of it starts with. Its task is held as it is for as
 * long, so that its total and status can't change in between.
 */
export async function lockSubmission(tx: Tx, caller: Caller, id: number): Promise<Submission> {
  const held = tx
    .selectFrom('task_submissions')
    .innerJoin('tasks', 'tasks.id', 'task_submissions.task_id')
    .select('task_submissions.id')
    .where('task_submissions.id', '=', id)
    .forUpdate('task_submissions')
    .forKeyShare('tasks')
  await withNext(tx, held)
  return readSubmission(tx, caller, id)
}

/** Everyone a task is for (who left since without submitting aside), with the submission or null, by roll number. */
export async function listRoster(db: Db, taskId: number, page: Paging): Promise<Listed<RosterRow>> {
  const assigned = db
    .selectFrom('task_groups as tg')
    .innerJoin('student_groups as member', 'member.group_id', 'tg.group_id')
    .select('member.student_id')
    .where('tg.task_id', '=', taskId)
    .where('member.status', '=', 'active')
    .union(db.selectFrom('task_submissions as done').select('done.student_id').where('done.task_id', '=', taskId))
  const query = db
    .selectFrom('students')
    .innerJoin('users', 'users.id', 'students.user_id')
    .innerJoin('tasks', (join) => join.on('tasks.id', '=', taskId))
    .leftJoin('task_submissions', (join) =>
      join.onRef('task_submissions.student_id', '=', 'students.id').on('task_submissions.task_id', '=', taskId),
    )
    .select([...COLUMNS, files, commentCount, 'students.id as of_student'])
    .where('students.id', 'in', assigned)
    .where((eb) => eb.or([eb('task_submissions.id', 'is not', null), eb('students.status', 'in', SIGN_IN_STATUSES)]))
    .orderBy('students.roll_no')
    .orderBy('students.id')
  const listed = await readPage(query, page)
  return {
    ...listed,
    data: listed.data.map(({ of_student, ...row }) => ({
      student: studentOf({ ...row, student_id: of_student }),
      submission: row.id === null ? null : withRefs(row as SubmissionRow),
    })),
  }
}

export const listFiles = (db: Db, submissionId: number): Promise<Row<'submission_files'>[]> =>
  db.selectFrom('submission_files').selectAll().where('submission_id', '=', submissionId).orderBy('id').execute()

/** The files of a submission that were replaced, newest first. */
export const listFormerFiles = (db: Db, submissionId: number, page: Paging): Promise<Listed<FormerFile>> =>
  readPage(
    db
      .selectFrom('former_submission_files')
      .select(['id', 'name', 'size', sql<string>`encode(sha256, 'hex')`.as('sha256'), 'replaced_at'])
      .where('submission_id', '=', submissionId)
      .orderBy('id', 'desc'),
    page,
  )

/** All of them, as they are stored. */
export const allFormerFiles = (db: Db, submissionId: number): Promise<Row<'former_submission_files'>[]> =>
  db.selectFrom('former_submission_files').selectAll().where('submission_id', '=', submissionId).orderBy('id').execute()

/** Finds a replaced file; with `isReturned` only one of a version that was returned for correction. */
export const findFormerFile = (
  db: Db,
  submissionId: number,
  id: number,
  { isReturned = false } = {},
): Promise<(Row<'former_submission_files'> & { is_set_aside: boolean }) | undefined> =>
  db
    .selectFrom('former_submission_files')
    .selectAll()
    .select(sql<boolean>`exists (select from set_aside_files s where s.file_key = storage_key)`.as('is_set_aside'))
    .where('submission_id', '=', submissionId)
    .where('id', '=', id)
    .$if(isReturned, (query) => query.where('comment_id', 'is not', null))
    .executeTakeFirst()

/** True when the student has handed in this task already. */
export const hasSubmitted = async (db: Db, taskId: number, studentId: number): Promise<boolean> =>
  (await db
    .selectFrom('task_submissions')
    .select('id')
    .where('task_id', '=', taskId)
    .where('student_id', '=', studentId)
    .executeTakeFirst()) !== undefined
