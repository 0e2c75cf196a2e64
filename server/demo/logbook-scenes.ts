import type { College } from './college.ts'
import { addDays, during } from './days.ts'
import { type DemoSkill, type Happened, type Performance, performanceOf } from './performances.ts'
import type { Learner } from './postings.ts'
import { randomFrom } from './random.ts'
import { SKILLS, type SkillIds } from './skills.ts'
import type { StaffMember } from './staff.ts'
import { WARDS } from './wards.ts'

interface Told {
  college: College
  learners: Learner[]
  skills: SkillIds
  /** The days of not being there: department, student, day. */
  absences: Set<string>
  /** Those of Medicine. */
  teachers: StaffMember[]
}

const skillOf = (name: string) => SKILLS.Medicine.find((skill) => skill.name === name) as DemoSkill
const GLUCOSE = skillOf('Blood glucose monitoring')
const NASOGASTRIC = skillOf('Nasogastric tube insertion')

/** Performances of the demo's student near the end of a posting: seven count, two wait, one came back. */
const OWN: [daysAgo: number, level: Happened['level'], status: Happened['status']][] = [
  [9, 'assisted', 'signed'],
  [9, 'supervised', 'signed'],
  ...[8, 8, 7, 6, 6, 5, 4].map((day): (typeof OWN)[number] => [day, 'independent', 'signed']),
  [3, 'independent', 'returned'],
  [2, 'independent', 'logged'],
  [1, 'independent', 'logged'],
]

/** Performances that wait for the demo's teacher: of these students, since so many days. */
const QUEUE: [student: number, daysAgo: number, skills: string[]][] = [
  [1, 3, ['IV cannulation', 'IV cannulation', 'History of a medical patient', 'Nasogastric tube insertion']],
  [2, 2, ['Blood glucose monitoring', 'Blood glucose monitoring', 'Recording of a 12-lead ECG']],
  [3, 2, ['Examination of the abdomen', 'Fundoscopy at the bedside']],
  [4, 1, ['Neurological examination', 'IV cannulation']],
  [5, 1, ['Arterial blood sampling']],
]

/** Performances of the demo's student that were logged so many days later. */
const LATE: [daysAgo: number, daysLater: number][] = [
  [40, 18],
  [38, 20],
]
const DAY_MS = 86_400_000

/** More than a student usually does of it in a day. */
const MANY = { daysAgo: 6, times: GLUCOSE.usual_a_day + 3 }

/** Returns the performances that somebody who looks around the demo should find, all of Medicine. */
export function scenesOf({ college, learners, skills, absences, teachers }: Told): Performance[] {
  const random = randomFrom(1895)
  const demo = learners.find(({ student }) => student.isDemo)
  if (!demo) return []
  const day = (daysAgo: number) => addDays(college.today, -daysAgo)
  const isAway = (student: Learner['student'], on: string) =>
    absences.has(`${college.departments.Medicine} ${student.id} ${on}`)
  const beside = learners.filter(
    ({ student, year, letter, departments }) =>
      year === demo.year && letter === demo.letter && !student.isDemo && departments.has('Medicine'),
  )
  const there = beside.filter(
    ({ student }) => ![1, 2, 3, MANY.daysAgo].some((daysAgo) => isAway(student, day(daysAgo))),
  )
  const named = teachers.find(({ email }) => email === 'faculty@college.test')
  const rest = teachers.filter(({ email, isHead }) => email !== 'faculty@college.test' && !isHead)
  const make = (happened: Omit<Happened, 'department' | 'attempt' | 'decision'>) =>
    performanceOf(
      { department: 'Medicine', attempt: 'first', decision: 'completed', ...happened },
      college,
      skills,
      random,
    )

  const dayThere = (daysAgo: number): string =>
    isAway(demo.student, day(daysAgo)) ? dayThere(daysAgo + 1) : day(daysAgo)
  const own = OWN.map(([daysAgo, level, status]) => ({
    ...make({
      student: demo.student,
      skill: GLUCOSE,
      on: dayThere(daysAgo),
      level,
      supervisor: random.pick(rest),
      status,
    }),
    setting: 'patient' as const,
    ...(status === 'returned' && { feedback: WARDS.returned[1] ?? '' }),
  }))

  const queue = QUEUE.flatMap(([at, daysAgo, names]) => {
    const student = there[at]?.student
    if (!student || !named) return []
    return names.map((name) => {
      const skill = skillOf(name)
      const on = day(daysAgo)
      const at = during(on, random)
      const entry = make({ student, skill, on, level: skill.level, supervisor: named, status: 'logged' })
      return { ...entry, created_at: at, updated_at: at }
    })
  })

  const eager = there[6]?.student
  const many = Array.from({ length: eager ? MANY.times : 0 }, () =>
    make({
      student: eager as Happened['student'],
      skill: GLUCOSE,
      on: day(MANY.daysAgo),
      level: 'independent',
      supervisor: rest[0] as StaffMember,
      status: 'signed',
    }),
  )

  // Too late for anybody but the head of department, who has signed them.
  const head = teachers.find(({ isHead }) => isHead)
  const late = (head ? LATE : []).map(([daysAgo, daysLater]) => {
    const on = dayThere(daysAgo)
    const created_at = during(addDays(on, daysLater), random)
    const signed_at = new Date(Date.parse(created_at) + DAY_MS).toISOString()
    const [student, supervisor] = [demo.student, head as StaffMember]
    const entry = make({ student, skill: NASOGASTRIC, on, level: NASOGASTRIC.level, supervisor, status: 'signed' })
    return { ...entry, created_at, signed_at, signed_by_code: false, updated_at: signed_at, is_late: true }
  })

  const [away] = beside
    .flatMap(({ student }) =>
      Array.from({ length: 18 }, (_, at) => ({ student, on: day(at + 7) })).filter(({ on }) => isAway(student, on)),
    )
    .sort((one, other) => (one.on < other.on ? 1 : -1))
  const absent = away
    ? [
        make({
          ...away,
          skill: skillOf('IV cannulation'),
          level: 'supervised',
          supervisor: rest[0] as StaffMember,
          status: 'signed',
        }),
      ]
    : []
  return [...own, ...late, ...queue, ...many, ...absent]
}
