import { type SqlBool, sql } from 'kysely'
import type { StudentTask } from '../../../shared/contract/student-tasks.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { countedForTask } from '../logbook/counting.reads.ts'

/** The tasks that a student is shown: those active in the groups that the student is in, and those handed in. */
const givenTo = (studentId: number) => sql<SqlBool>`tasks.id = any(array(
  select given.task_id from student_groups link
    join task_groups given on given.group_id = link.group_id
    join tasks as open on open.id = given.task_id and open.status = 'active'
    where link.student_id = ${studentId} and link.status = 'active'
  union select task_id from task_submissions where student_id = ${studentId}))`

/** The tasks of one student, newest first, with what the student has handed in, for who may read submissions. */
export async function listTasksOfStudent(
  db: Db,
  caller: Caller,
  studentId: number,
  page: Paging,
): Promise<Listed<StudentTask>> {
  const query = db
    .selectFrom('tasks')
    .innerJoin('departments', 'departments.id', 'tasks.department_id')
    .leftJoin('task_submissions as done', (join) =>
      join.onRef('done.task_id', '=', 'tasks.id').on('done.student_id', '=', studentId),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('task_groups as given')
          .innerJoin('student_groups as link', 'link.group_id', 'given.group_id')
          .innerJoin('groups', 'groups.id', 'given.group_id')
          .select(['groups.id', 'groups.name'])
          .whereRef('given.task_id', '=', 'tasks.id')
          .where('link.student_id', '=', studentId)
          // The present one, of which there is one at the most in the department.
          .orderBy(sql`link.status = 'active'`, 'desc')
          .orderBy('link.id', 'desc')
          .limit(1)
          .as('own'),
      (join) => join.onTrue(),
    )
    .select([
      'tasks.id',
      'tasks.name',
      'tasks.detail',
      'tasks.label',
      'tasks.total_marks',
      'tasks.passing_marks',
      'tasks.end_date',
      'tasks.department_id',
      'tasks.status',
      'tasks.task_type',
      'tasks.required_count',
      countedForTask(studentId).as('logbook'),
      'departments.name as department_name',
      'own.id as group_id',
      'own.name as group_name',
      'done.id as submission_id',
      'done.status as submission_status',
      'done.marks',
      'done.is_late',
      'done.date_time',
      'done.faculty_remarks',
    ])
    .where(within(caller, { department: 'tasks.department_id', student: ({ id }) => id === studentId }))
    .where(givenTo(studentId))
    .orderBy('tasks.id', 'desc')
  const listed = await readPage(query, page)
  return { ...listed, data: listed.data.map((row) => withRefs(row, caller.may('submissions:read'))) }
}

type TaskRow = Omit<StudentTask, 'department' | 'group' | 'submission' | 'counted'> & {
  logbook: { counted: number } | null
  department_name: string
  group_id: number | null
  group_name: string | null
  submission_id: number | null
  submission_status: NonNullable<StudentTask['submission']>['status'] | null
  marks: number | null
  is_late: boolean | null
  date_time: string | null
  faculty_remarks: string | null
}

function withRefs(row: TaskRow, withWork: boolean): StudentTask {
  const {
    department_name,
    group_id,
    group_name,
    submission_id,
    submission_status,
    marks,
    is_late,
    date_time,
    faculty_remarks,
    logbook,
    ...task
  } = row
  const submission =
    submission_id === null || submission_status === null || is_late === null || date_time === null
      ? null
      : { id: submission_id, status: submission_status, marks, is_late, date_time, faculty_remarks }
  return {
    ...task,
    counted: logbook?.counted ?? null,
    department: { id: task.department_id, name: department_name },
    group: group_id === null || group_name === null ? null : { id: group_id, name: group_name },
    ...(withWork && { submission }),
  }
}
