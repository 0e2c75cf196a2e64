import { type GROUP_STATUSES, hasLeft } from '../../shared/labels.ts'
import type { Db } from '../db/types.ts'
import { ACADEMIC, type AcademicName, type Batch, type College } from './college.ts'
import { CURRICULUM } from './curriculum.ts'
import { addDays } from './days.ts'
import { insertForIds, insertRows } from './insert.ts'
import { type Random, randomFrom } from './random.ts'
import type { Student } from './students.ts'

export interface Group {
  id: number
  name: string
  department: AcademicName
  batch: Batch
  /** Those with an active link. */
  members: Student[]
}

interface GroupPlan extends Omit<Group, 'id'> {
  status: (typeof GROUP_STATUSES)[number]
  description: string | null
  /** Those whose link has ended. */
  former: Student[]
}

const LETTERS = ['A', 'B', 'C', 'D']
/** The groups of the lower years: the batch's place in the list and the letters of its groups. */
const LOWER_YEARS: [batch: number, departments: AcademicName[], letters: string[]][] = [
  [3, ['Medicine', 'Surgery', 'Community Medicine'], ['A', 'B', 'C']],
  [4, ['Medicine', 'Community Medicine'], ['A', 'B']],
]
/** The last of the youngest batch have come too late to be in a group yet. */
const NEWEST = 4
const WITHOUT_GROUP = 3

function plannedGroups(college: College, students: Student[], random: Random): GroupPlan[] {
  const rolls = college.batches.map((batch) => students.filter((student) => student.batch.id === batch.id))

  const inDepartment = (department: AcademicName, batchIndex: number, letters: string[]): GroupPlan[] => {
    const batch = college.batches[batchIndex] as Batch
    const groups = letters.map(
      (letter, index): GroupPlan => ({
        name: `Group ${letter}`,
        department,
        batch,
        members: [],
        former: [],
        status: 'active',
        description: random.chance(0.7) ? `First posting: ${CURRICULUM[department].wards[index]}` : null,
      }),
    )
    const roll = rolls[batchIndex] as Student[]
    roll.forEach((student, place) => {
      const own = Math.floor((place * letters.length) / roll.length)
      const group = groups[own] as GroupPlan
      const isNew = batchIndex === NEWEST && place >= roll.length - WITHOUT_GROUP
      if (hasLeft(student.status)) group.former.push(student)
      else if (isNew) return
      // A few are still to be put into a group.
      else if (student.isDemo || !random.chance(0.015)) group.members.push(student)
      // Some began in a neighbouring group.
      if (!hasLeft(student.status) && !student.isDemo && random.chance(0.02))
        groups[(own + 1) % groups.length]?.former.push(student)
    })
    return groups
  }

  const clinical = [0, 1, 2].flatMap((batch) =>
    ACADEMIC.flatMap((department) => inDepartment(department, batch, LETTERS)),
  )
  const lower = LOWER_YEARS.flatMap(([batch, departments, letters]) =>
    departments.flatMap((department) => inDepartment(department, batch, letters)),
  )
  const extra = (
    batchIndex: number,
    department: AcademicName,
    name: string,
    status: GroupPlan['status'],
    description: string,
    former: Student[] = [],
  ): GroupPlan => ({
    name,
    department,
    batch: college.batches[batchIndex] as Batch,
    members: [],
    former,
    status,
    description,
  })
  const fourth = rolls[1] as Student[]
  return [
    ...clinical,
    ...lower,
    extra(1, 'Medicine', 'Group E', 'pending', 'For students who come back after the mid-year break'),
    extra(3, 'Paediatrics', 'Group A', 'pending', 'Opens with the third year'),
    extra(1, 'Medicine', 'Evening Round', 'inactive', 'Merged into Groups A and B', fourth.slice(8, 22)),
    extra(
      0,
      'Surgery',
      'Elective Orthopaedics',
      'inactive',
      'Last session’s elective',
      (rolls[0] as Student[]).slice(40, 58),
    ),
  ]
}

/** Groups of the clinical years in every department, and their students. */
export async function fillGroups(tx: Db, college: College, students: Student[]): Promise<Group[]> {
  const random = randomFrom(1986)
  const planned = plannedGroups(college, students, random)
  const dayBefore = (daysAgo: number) => addDays(college.today, -daysAgo)
  const at = (daysAgo: number) => new Date(`${dayBefore(daysAgo)}T06:30:00Z`)
  const ended = (daysAgo: number) => ({ ended_at: at(daysAgo), left_on: dayBefore(daysAgo) })
  const ids = await insertForIds(
    tx,
    'groups',
    planned.map((group) => ({
      name: group.name,
      batch_id: group.batch.id,
      department_id: college.departments[group.department],
      description: group.description,
      status: group.status,
      created_at: at(240),
      updated_at: at(240),
    })),
  )
  await insertRows(
    tx,
    'student_groups',
    planned.flatMap((group, index) => {
      const link = { group_id: ids[index] as number, department_id: college.departments[group.department] }
      return [
        ...group.former.map(({ id }) => ({
          student_id: id,
          ...link,
          status: 'inactive' as const,
          created_at: at(238),
          first_day: dayBefore(238),
          ...ended(random.whole(100, 200)),
        })),
        ...group.members.map(({ id }) => ({
          student_id: id,
          ...link,
          status: 'active' as const,
          created_at: at(236),
          first_day: dayBefore(236),
          ended_at: null,
          left_on: null,
        })),
      ]
    }),
  )
  return planned
    .map((group, index) => ({ ...group, id: ids[index] as number }))
    .filter((group) => group.status === 'active')
}
