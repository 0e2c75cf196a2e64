import { ACADEMIC, type AcademicName, type College } from './college.ts'
import { CURRICULUM } from './curriculum.ts'
import { addDays } from './days.ts'
import type { Group } from './groups.ts'
import type { DemoSkill } from './performances.ts'
import type { Random } from './random.ts'
import { SKILLS } from './skills.ts'
import type { Student } from './students.ts'

/** A student on the wards, and the departments that have a group of theirs. */
export interface Learner {
  student: Student
  /** The place of the batch, 0 for the fifth year. */
  year: number
  /** The place of the letter of the group. */
  letter: number
  departments: Set<AcademicName>
}

/** Two weeks of a learner in a department. */
export interface Posting {
  learner: Learner
  department: AcademicName
  /** The days of work that are over, oldest first. */
  days: string[]
  /** The skills that are done in it and how often each, as far as it is over. */
  times: [skill: DemoSkill, times: number][]
}

/** The days of a posting, and how many of them the present one has still before it. */
const DAYS = 14
const AHEAD = 5
/** The requirements of today are asked for in these latest postings, a round of all departments but one. */
const REQUIRED_IN = ACADEMIC.length - 1
/** Days since the wards of the fifth, the fourth and the third year began. */
const SINCE = [730, 620, 255]

/** Returns the students of the clinical years who have groups. */
export function learnersOf(college: College, groups: Group[]): Learner[] {
  const found = new Map<number, Learner>()
  for (const { batch, department, name, members } of groups) {
    const year = college.batches.findIndex(({ id }) => id === batch.id)
    if (year >= SINCE.length) continue
    for (const student of members) {
      if (student.status !== 'active') continue
      const letter = 'ABCD'.indexOf(name.at(-1) ?? '')
      const learner = found.get(student.id) ?? { student, year, letter, departments: new Set() }
      found.set(student.id, { ...learner, departments: learner.departments.add(department) })
    }
  }
  return [...found.values()].sort((one, other) => one.student.id - other.student.id)
}

/** True for a bulk task that students are asked for today; the last of each department is an old one. */
const isAskedFor = (department: AcademicName, { name }: DemoSkill) =>
  CURRICULUM[department].bulk.some(([task], place) => task === name && place < 3)

function timesIn(department: AcademicName, age: number, diligence: number, random: Random): Posting['times'] {
  const skills = SKILLS[department]
  if (age >= REQUIRED_IN)
    return random
      .shuffled(skills)
      .slice(0, random.whole(0, 2))
      .map((skill) => [skill, random.whole(1, 2)])
  const over = age === 0 ? (DAYS - AHEAD) / DAYS : 1
  return skills.flatMap((skill): Posting['times'] => {
    if (isAskedFor(department, skill))
      return [[skill, Math.round(skill.usual_count * over * diligence * (0.8 + 0.5 * random.next()))]]
    return random.chance(0.12 * over) ? [[skill, random.whole(1, 3)]] : []
  })
}

/** Returns the department of a group by its letter, and the days, so many turns ago; a turn to come is below 0. */
export function turnOf(today: string, { letter, year }: Pick<Learner, 'letter' | 'year'>, age: number) {
  const last = addDays(today, AHEAD - 1 - age * DAYS)
  return {
    department: ACADEMIC[(letter * 2 + (year + 7) * 3 + age) % ACADEMIC.length] as AcademicName,
    first: addDays(last, 1 - DAYS),
    last,
  }
}

/** Every second week a learner goes to another department, the groups of a batch by turns. */
export function postingsOf({ today }: College, learner: Learner, random: Random): Posting[] {
  const { student, year, departments } = learner
  // Most do what is asked; a few do less than half of it.
  const diligence = student.id % 11 === 0 ? 0.3 : 0.5 + 0.4 * random.next()
  const postings: Posting[] = []
  for (let age = Math.floor((SINCE[year] ?? 0) / DAYS); age >= 0; age -= 1) {
    const { department, first } = turnOf(today, learner, age)
    if (!departments.has(department)) continue
    const days = Array.from({ length: DAYS }, (_, day) => addDays(first, day)).filter(
      (day) => day < today && new Date(`${day}T00:00:00Z`).getUTCDay() !== 0,
    )
    postings.push({ learner, department, days, times: timesIn(department, age, diligence, random) })
  }
  return postings
}
