import type { CriteriaMarks } from '../../shared/criteria.ts'
import { sumOf } from '../../shared/decimals.ts'
import type { ASSESSMENT_STATUSES, ASSESSMENT_TYPES } from '../../shared/labels.ts'
import type { Db } from '../db/types.ts'
import { ACADEMIC, type AcademicName, type College } from './college.ts'
import { CURRICULUM } from './curriculum.ts'
import { addDays, during } from './days.ts'
import type { Group } from './groups.ts'
import { insertForIds, insertRows } from './insert.ts'
import { type Random, randomFrom } from './random.ts'
import { readCriteria } from './rubrics.ts'
import { SENTENCES } from './sentences.ts'
import type { StaffMember } from './staff.ts'
import type { Student } from './students.ts'

/** An assessment of the year, and how far it has come. */
interface Step {
  name: string
  type: (typeof ASSESSMENT_TYPES)[number]
  detail: string | null
  total: number | null
  passing: number | null
  weightage: number | null
  status: (typeof ASSESSMENT_STATUSES)[number]
  /** Days from today on which it is held; its marks come some days later. */
  held: number
  /** The students who have marks by now. */
  marked: number
}

/** The criteria of the practical ones that are marked by a checklist, by the name of the assessment. */
const CRITERIA = readCriteria('criteria')

const step = (
  [name, type, detail]: [string, Step['type'], string | null],
  [total, passing, weightage]: [number | null, number | null, number | null],
  [status, held, marked]: [Step['status'], number, number],
): Step => ({ name, type, detail, total, passing, weightage, status, held, marked })

/** The weightages of what counts come to 100 with the send-up examination. */
const yearOf = (department: AcademicName): Step[] => {
  const [first, second, third] = CURRICULUM[department].topics
  return [
    step([`Class test: ${first}`, 'theory', 'Ten short questions'], [20, 10, 5], ['approved', -220, 1]),
    step(['Ward test', 'practical', 'One short case and three spots'], [25, 12.5, 10], ['approved', -175, 1]),
    step([`Class test: ${second}`, 'theory', 'Twenty MCQs'], [20, 10, 5], ['rejected', -150, 1]),
    step([`Class test: ${second} (repeated)`, 'theory', 'Twenty MCQs'], [20, 10, 5], ['approved', -136, 1]),
    step(['Mid-term paper', 'theory', 'Section A: MCQs\nSection B: short essays'], [50, 25, 15], ['approved', -100, 1]),
    step(['Logbook viva', 'practical', null], [10, null, null], ['inactive', -80, 0]),
    step(['OSCE', 'practical', 'Ten stations of four marks each'], [40, 20, 20], ['evaluated', -38, 1]),
    step([`Class test: ${third}`, 'theory', null], [20, 10, 5], ['evaluated', -17, 0.97]),
    step(['Long case', 'practical', 'History, examination and defence'], [30, 15, 15], ['active', -4, 0.4]),
    step(['Attitude and punctuality', 'practical', null], [null, null, null], ['active', -2, 0]),
    step(['Send-up examination', 'theory', 'The whole syllabus'], [100, 50, 25], ['pending', 24, 0]),
  ]
}

interface AssessmentPlan extends Step {
  group: Group
  createdOn: string
  marker: StaffMember
}

/** The lower years have only begun. */
const stepsFor = (group: Group): Step[] =>
  yearOf(group.department).filter(
    (one) => ['5th Year', '4th Year', '3rd Year'].includes(group.batch.year) || one.held > -40,
  )

function plan(college: College, groups: Group[], staff: StaffMember[], random: Random): AssessmentPlan[] {
  const markers = new Map(ACADEMIC.map((name) => [name, staff.filter((one) => one.grades && one.department === name)]))
  return groups
    .flatMap((group) => {
      const theirs = markers.get(group.department) ?? []
      if (theirs.length === 0) return []
      return stepsFor(group).map((one): AssessmentPlan => {
        const held = one.held + random.whole(-3, 1)
        const createdOn = addDays(college.today, Math.min(held - random.whole(8, 14), -1))
        return { ...one, held, group, createdOn, marker: random.pick(theirs) }
      })
    })
    .sort((a, b) => (a.createdOn < b.createdOn ? -1 : a.createdOn > b.createdOn ? 1 : 0))
}

interface Result {
  student: Student
  /** Null for an absent student. */
  marks: number | null
  /** The first marks, when they were changed afterwards. */
  first: number | null
  criteria: CriteriaMarks | null
  remarks: string | null
  at: string
}

/** Marks for a criterion are given in halves. */
const halves = (share: number, greatest: number) => Math.round(Math.min(1, Math.max(0, share)) * greatest * 2) / 2

/** Each student is about as good all year long; marks are given in quarters. */
function resultOf(one: AssessmentPlan, student: Student, today: string, random: Random): Result {
  const day = addDays(today, Math.min(one.held + random.whole(2, 9), -1))
  const at = during(day, random)
  if (!student.isDemo && random.chance(0.03))
    return {
      student,
      marks: null,
      first: null,
      criteria: null,
      remarks: random.pick([...SENTENCES.markers.absent, null]),
      at,
    }
  const total = one.total ?? 100
  const ability = student.isDemo ? 0.78 : 0.42 + ((student.id * 7919) % 97) / 190
  const share = Math.min(1, Math.max(0.08, ability + (random.next() - 0.5) * 0.28))
  const criteria =
    CRITERIA.get(one.name)?.map(({ marks }) => halves(share + (random.next() - 0.5) * 0.3, marks)) ?? null
  const marks = criteria ? sumOf(criteria) : Math.round(share * total * 4) / 4
  const first = !criteria && marks >= 2 && random.chance(0.015) ? marks - 1.5 : null
  const remarks = share < 0.45 ? SENTENCES.markers.weak : share > 0.9 ? SENTENCES.markers.good : []
  const said = remarks.length > 0 && random.chance(0.3) ? random.pick(remarks) : null
  return { student, marks, first, criteria, remarks: said, at }
}

const resultsOf = (one: AssessmentPlan, today: string, random: Random): Result[] =>
  one.group.members
    .filter((student) => student.status === 'active' && (student.isDemo ? one.marked > 0.5 : random.chance(one.marked)))
    .map((student) => resultOf(one, student, today, random))

/** A year of assessments of every group, in all states, with the results that are there by today. */
export async function fillAssessments(tx: Db, college: College, groups: Group[], staff: StaffMember[]) {
  const random = randomFrom(1998)
  const planned = plan(college, groups, staff, random)
  const given = planned.map((one) => resultsOf(one, college.today, random))
  const ids = await insertForIds(
    tx,
    'assessments',
    planned.map(({ group, createdOn, marker, ...one }, index) => {
      const created = `${createdOn}T06:00:00Z`
      const results = given[index] ?? []
      return {
        department_id: college.departments[group.department],
        batch_id: group.batch.id,
        year: group.batch.year,
        group_id: group.id,
        type: one.type,
        name: one.name,
        detail: one.detail,
        weightage: one.weightage,
        total_marks: one.total,
        criteria: CRITERIA.has(one.name) ? JSON.stringify(CRITERIA.get(one.name)) : null,
        passing_marks: one.passing,
        status: one.status,
        created_by: marker.userId,
        created_at: created,
        updated_at: results.reduce((last, { at }) => (at > last ? at : last), created),
      }
    }),
  )
  const rows = planned.flatMap(({ marker }, index) =>
    (given[index] ?? []).map((result) => ({ ...result, marker, assessment_id: ids[index] as number })),
  )
  const resultIds = await insertForIds(
    tx,
    'assessment_results',
    rows.map(({ assessment_id, student, marks, criteria, remarks, at }) => ({
      assessment_id,
      student_id: student.id,
      marks,
      criteria_marks: criteria && JSON.stringify(criteria),
      remarks,
      status: marks === null ? 'absent' : 'submitted',
      created_at: at,
      updated_at: at,
    })),
  )
  const trail = rows.flatMap(({ marker, marks, first, at }, index) =>
    first === null
      ? []
      : [
          {
            at: new Date(Date.parse(at) + 20 * 60_000).toISOString(),
            actor_id: marker.userId,
            actor_name: marker.name,
            action: 'update',
            entity: 'assessment_result',
            entity_id: resultIds[index] as number,
            changes: JSON.stringify({ marks: [first, marks] }),
          },
        ],
  )
  await insertRows(
    tx,
    'audit',
    trail.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
  )
  return { assessments: ids.length, results: rows.length }
}
