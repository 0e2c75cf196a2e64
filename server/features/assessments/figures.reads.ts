import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { GroupTotal, ResultChanged, WeightedTotal } from '../../../shared/contract/assessment-figures.ts'
import type { AssessmentResult } from '../../../shared/contract/assessment-results.ts'
import type { CriteriaMarks } from '../../../shared/criteria.ts'
import { DEFAULT_TOTAL_MARKS } from '../../../shared/limits.ts'
import { studentSees } from '../../../shared/policies/assessments.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { within } from '../../core/scope.ts'
import { changeOf } from '../../core/trail.ts'
import { patiently } from '../../db/patience.ts'
import type { Db } from '../../db/types.ts'
import { selectStudentChanges, withActorAndStudent } from '../audit/student-changes.reads.ts'
import { countsIn, onDay } from '../memberships/days.reads.ts'
import { type WeightedMarks, weightedTotal } from './figures.rules.ts'
import { isStateOf } from './reads.ts'
import { type Place, selectRoster } from './results.reads.ts'
import { DELETED_RESULT } from './rules.ts'

/** Keeps the active members of an assessment's group, and those who left with marks or were absent. */
const isOnSheet = sql<SqlBool>`(is_marked or marks is not null or roster.status = 'absent')`

/** The students and marks behind the figures of an assessment. */
interface Given {
  students: number
  absent: number
  marks: number[]
}

/** Returns the number of students of an assessment, of the absent ones, and the marks given. */
export async function readMarks(db: Db, assessment: Place): Promise<Given> {
  const { students, absent, marks } = await db
    .selectFrom(selectRoster(db, assessment).as('roster'))
    .select([
      sql<number>`count(*) filter (where ${isOnSheet})`.as('students'),
      sql<number>`count(*) filter (where roster.status = 'absent')`.as('absent'),
      sql<number[]>`coalesce(json_agg(marks) filter (where marks is not null), '[]')`.as('marks'),
    ])
    .executeTakeFirstOrThrow()
  return { students, absent, marks }
}

/** A line of a result sheet: an active student of the group, or one who left it with marks or was absent. */
export interface ResultLine {
  name: string
  roll_no: string | null
  marks: number | null
  criteria_marks: CriteriaMarks | null
  remarks: string | null
  /** Null without a result. */
  status: AssessmentResult['status'] | null
}

/** All lines of an assessment's result sheet, by roll number. */
export const readResultLines = (db: Db, assessment: Place): Promise<ResultLine[]> =>
  patiently(db, (reader) =>
    reader
      .selectFrom(selectRoster(reader, assessment).as('roster'))
      .select(['student_name as name', 'roll_no', 'marks', 'criteria_marks', 'remarks', 'roster.status'])
      .where(isOnSheet)
      .orderBy('roll_no')
      .orderBy('of_student')
      .execute(),
  )

const total = sql`coalesce(assessments.total_marks, ${sql.lit(DEFAULT_TOTAL_MARKS)})`
/** True when the assessment has a weight and a total; without a total it gives nothing to a course. */
const isWeighted = sql`assessments.weightage > 0 and ${total} > 0`

/** The assessments of a group that count in the weighted total, with what a student has in each. */
const weightedOf = (group: RawBuilder<unknown>, student: RawBuilder<unknown>) =>
  sql<WeightedMarks[]>`(select coalesce(json_agg(json_build_object('id', assessments.id, 'name', assessments.name,
          'type', assessments.type, 'total_marks', ${total}, 'weightage', assessments.weightage, 'marks', given.marks,
          'is_absent', coalesce(given.status = 'absent', false))
          order by assessments.id), '[]')
        from assessments left join assessment_results given
          on given.assessment_id = assessments.id and given.student_id = ${student}
        where assessments.group_id = ${group} and ${isStateOf(studentSees.result)}
          and ${isWeighted})`

/**
 * Selects what the assessments of a group weigh in the weighted total, and what those weigh that are announced, or
 * planned, and not evaluated yet; in hundredths.
 */
export const weightsOf = (group: RawBuilder<unknown>) => sql`
  select coalesce(sum(weightage) filter (where ${isStateOf(studentSees.result)}), 0) * 100 as out_of,
    coalesce(sum(weightage) filter (where status in ('pending', 'active')), 0) * 100 as to_come
  from assessments where group_id = ${group} and ${isWeighted}`

/**
 * Selects by student and total marks the sum of marks × weightage in the weighted total of a group, and what the
 * assessments weigh of which nothing is missing; marks, totals and weights in hundredths. Only students from the first to
 * the last id are read: of a whole group each assessment's results at once, of one student no others.
 */
export const pointsOf = (group: RawBuilder<unknown>, first: RawBuilder<unknown>, last: RawBuilder<unknown>) => sql`
  select given.student_id, ${total} * 100 as total_marks,
    coalesce(sum(given.marks * assessments.weightage), 0) * 10000 as products,
    coalesce(sum(assessments.weightage) filter (where given.marks is not null or given.status = 'absent'), 0) * 100
      as settled
  from assessments join assessment_results given
    on given.assessment_id = assessments.id and given.student_id between ${first} and ${last}
  where assessments.group_id = ${group} and ${isStateOf(studentSees.result)} and ${isWeighted}
  group by 1, 2`

/** The students of groups, each with every assessment of the group that counts in the weighted total. */
function selectWeighted(db: Db) {
  return db
    .selectFrom('student_groups as link')
    .innerJoin('students', 'students.id', 'link.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .select([
      'students.id',
      'users.name',
      'students.roll_no',
      'students.status',
      weightedOf(sql`link.group_id`, sql`link.student_id`).as('weighted'),
    ])
}

/** True of students who have a result in an assessment of the group. */
const hasResultIn = (groupId: number) =>
  sql<SqlBool>`exists (select from assessments join assessment_results given on given.assessment_id = assessments.id
    where assessments.group_id = ${groupId} and given.student_id = students.id)`

/** The present members, or those of a day: then also who is no longer active, where a result says that they were there. */
function membersOn(groupId: number, day: Day): RawBuilder<SqlBool> {
  if (!day) return sql`link.status = 'active' and students.status = 'active'`
  return sql`${countsIn('link', onDay(day))} and (students.status = 'active' or ${hasResultIn(groupId)})`
}

type Day = string | null | undefined

const selectWeightedOfGroup = (db: Db, groupId: number, day: Day) =>
  selectWeighted(db)
    .where('link.group_id', '=', groupId)
    .where(membersOn(groupId, day))
    .orderBy('students.roll_no')
    .orderBy('students.id')

type WeightedStudent = Awaited<ReturnType<ReturnType<typeof selectWeighted>['execute']>>[number]

const withTotal = ({ id, name, roll_no, status, weighted }: WeightedStudent): WeightedTotal => ({
  student: { id, name, roll_no, status },
  ...weightedTotal(weighted),
})

/** The weighted totals of a group's active students, or of its members of a day, by roll number. */
export async function listTotals(db: Db, groupId: number, day: Day, page: Paging): Promise<Listed<WeightedTotal>> {
  const listed = await readPage(selectWeightedOfGroup(db, groupId, day), page)
  return { ...listed, data: listed.data.map(withTotal) }
}

/** The weighted totals of one student in the own groups that the caller sees and that have something to weigh. */
export async function listTotalsOfStudent(
  db: Db,
  caller: Caller,
  studentId: number,
  page: Paging,
): Promise<Listed<GroupTotal>> {
  const query = selectWeighted(db)
    .innerJoin('groups', 'groups.id', 'link.group_id')
    .innerJoin('departments', 'departments.id', 'groups.department_id')
    .select([
      'groups.id as group_id',
      'groups.name as group_name',
      'departments.id as department_id',
      'departments.name as department_name',
    ])
    .where('link.student_id', '=', studentId)
    .where('link.status', '=', 'active')
    .where(within(caller, { department: 'groups.department_id' }))
    .where(
      sql<SqlBool>`exists (select from assessments where assessments.group_id = link.group_id
        and ${isStateOf(studentSees.result)} and ${isWeighted})`,
    )
    .orderBy('departments.name')
    .orderBy('groups.id')
  const listed = await readPage(query, page)
  return {
    ...listed,
    data: listed.data.map(({ group_id, group_name, department_id, department_name, ...row }) => ({
      ...withTotal(row),
      group: { id: group_id, name: group_name, department: { id: department_id, name: department_name } },
    })),
  }
}

/** All of them, for a file. */
export async function readTotals(db: Db, groupId: number, day: Day): Promise<WeightedTotal[]> {
  const rows = await patiently(db, (reader) => selectWeightedOfGroup(reader, groupId, day).execute())
  return rows.map(withTotal)
}

/**
 * Lists the changes of an assessment's results, newest first. A deleted result is found by what its deletion left in
 * the trail of the assessment.
 */
export async function listChanges(
  db: Db,
  assessmentId: number,
  { student_id }: { student_id?: number | undefined },
  page: Paging,
): Promise<Listed<ResultChanged>> {
  const changes = selectStudentChanges(db, {
    entity: 'assessment_result',
    table: 'assessment_results',
    column: 'assessment_id',
    parent: 'assessment',
    parentId: assessmentId,
    deleted: DELETED_RESULT,
    idField: 'result_id',
  }).select([
    'audit.action',
    changeOf<ResultChanged['marks']>('marks').as('marks'),
    changeOf<ResultChanged['remarks']>('remarks').as('remarks'),
    changeOf<ResultChanged['status']>('status').as('status'),
    changeOf<ResultChanged['criteria_marks']>('criteria_marks').as('criteria_marks'),
  ])
  const query = student_id === undefined ? changes : changes.where('held.student_id', '=', student_id)
  const listed = await readPage(query, page)
  return { ...listed, data: listed.data.map(withActorAndStudent) }
}
