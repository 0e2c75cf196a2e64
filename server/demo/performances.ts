import type { Insertable } from 'kysely'
import { LEVELS } from '../../shared/labels.ts'
import type { Tables } from '../db/types.ts'
import type { AcademicName, College } from './college.ts'
import { addDays, during } from './days.ts'
import type { Random } from './random.ts'
import type { SKILLS, SkillIds } from './skills.ts'
import type { StaffMember } from './staff.ts'
import type { Student } from './students.ts'
import { WARDS } from './wards.ts'

export type Performance = Insertable<Tables['log_entries']> & { created_at: string }
export type DemoSkill = (typeof SKILLS)[AcademicName][number]
type Decision = 'completed' | 'repeat' | 'remedial'
type Status = 'logged' | 'signed' | 'returned' | 'withdrawn'

/** Everything about a performance that is not drawn. */
export interface Happened {
  student: Student
  department: AcademicName
  skill: DemoSkill
  /** The day. */
  on: string
  level: (typeof LEVELS)[number]
  attempt: 'first' | 'repeat' | 'remedial'
  supervisor: StaffMember
  status: Status
  decision: Decision
}

const DAY_MS = 86_400_000
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** Level of the next time, as it rises with what was done; `goal` is the skill's. */
export function nextLevel(goal: DemoSkill['level'], done: number, asked: number, random: Random) {
  const top = LEVELS.indexOf(goal)
  const step = done === 0 && random.chance(0.5) ? -1 : done * 2 > asked && random.chance(0.35) ? 1 : 0
  const slip = random.chance(0.1) ? -1 : 0
  return LEVELS[Math.min(LEVELS.length - 1, Math.max(0, top + step + slip))] ?? goal
}

/** The shares of what is not signed, by the days since: few of the old ones wait still, of the last days many do. */
const UNSIGNED: [age: number, shares: [Status, number][]][] = [
  [
    4,
    [
      ['logged', 0.3],
      ['returned', 0.04],
      ['withdrawn', 0.02],
    ],
  ],
  [
    14,
    [
      ['logged', 0.08],
      ['returned', 0.04],
      ['withdrawn', 0.02],
    ],
  ],
  [
    60,
    [
      ['logged', 0.003],
      ['returned', 0.006],
      ['withdrawn', 0.02],
    ],
  ],
  [Number.POSITIVE_INFINITY, [['withdrawn', 0.02]]],
]

export function nextStatus(age: number, random: Random): Status {
  const [, shares = []] = UNSIGNED.find(([most]) => age <= most) ?? []
  let draw = random.next()
  for (const [status, share] of shares) {
    if (draw < share) return status
    draw -= share
  }
  return 'signed'
}

export const nextDecision = (random: Random): Decision =>
  random.chance(0.94) ? 'completed' : random.chance(0.8) ? 'repeat' : 'remedial'

function ratingOf(decision: Decision, random: Random): 'below' | 'meets' | 'exceeds' | null {
  if (random.chance(0.3)) return null
  if (decision !== 'completed') return 'below'
  return random.chance(0.25) ? 'exceeds' : 'meets'
}

const AGES: Partial<Record<AcademicName, Performance['patient_age_band'][]>> = {
  Paediatrics: ['newborn', 'infant', 'child', 'child', 'adolescent'],
  'Gynaecology & Obstetrics': ['adult'],
}
const OTHER_AGES: Performance['patient_age_band'][] = [
  'child',
  'adolescent',
  'adult',
  'adult',
  'adult',
  'elderly',
  'elderly',
]

function patientOf(department: AcademicName, random: Random) {
  if (random.chance(0.4)) return { patient_age_band: null, patient_sex: null }
  const isWoman = department === 'Gynaecology & Obstetrics' || random.chance(0.5)
  return {
    patient_age_band: random.pick(AGES[department] ?? OTHER_AGES),
    patient_sex: isWoman ? ('female' as const) : ('male' as const),
  }
}

/** The time of what follows so many days later: yesterday at the latest, and after what came before. */
function later(before: string, days: number, today: string, random: Random): string {
  const day = addDays(before.slice(0, 10), days)
  const at = during(day < today ? day : addDays(today, -1), random)
  return at > before ? at : new Date(Date.parse(before) + random.whole(5, 50) * 60_000).toISOString()
}

function settled({ status, decision, supervisor }: Happened, logged: string, today: string, random: Random) {
  if (status === 'returned')
    return { feedback: random.pick(WARDS.returned), updated_at: later(logged, random.whole(1, 3), today, random) }
  if (status === 'withdrawn') return { updated_at: later(logged, 0, today, random) }
  if (status === 'logged') return {}
  const byCode = random.chance(0.4)
  const at = byCode
    ? new Date(Date.parse(logged) + random.whole(30, 500) * 1000).toISOString()
    : later(logged, random.whole(1, 5), today, random)
  const rating = ratingOf(decision, random)
  return {
    decision,
    rating,
    feedback: rating && random.chance(0.4) ? random.pick(WARDS.feedback[rating]) : null,
    signed_by: supervisor.userId,
    signed_at: at,
    signed_by_code: byCode,
    updated_at: at,
  }
}

/** Draws the rest of a performance: its place, patient and words, when it was logged, and how it was signed. */
export function performanceOf(happened: Happened, college: College, skills: SkillIds, random: Random): Performance {
  const { student, department, skill, on, level, attempt, supervisor, status } = happened
  const isSimulated = skill.allows_simulation && random.chance(0.12)
  const places = WARDS.places[department]
  const logged = later(during(on, random), random.chance(0.8) ? 0 : random.whole(1, 3), college.today, random)
  return {
    key: null,
    student_id: student.id,
    skill_id: skills[department].get(skill.name) as number,
    department_id: college.departments[department],
    performed_on: on,
    // A group is at home in one ward, and goes with its teachers to others.
    place: isSimulated
      ? random.pick(WARDS.simulated)
      : random.chance(0.6)
        ? (places[daysBetween('2020-01-01', on) % 3 ? 0 : 1] ?? null)
        : random.pick(places),
    setting: isSimulated ? 'simulated' : 'patient',
    level,
    attempt,
    supervisor_id: supervisor.id,
    ...(isSimulated ? { patient_age_band: null, patient_sex: null } : patientOf(department, random)),
    reflection: random.chance(0.12) ? random.pick(WARDS.reflections) : null,
    status,
    decision: null,
    rating: null,
    feedback: null,
    signed_by: null,
    signed_at: null,
    signed_by_code: false,
    created_at: logged,
    updated_at: logged,
    ...settled(happened, logged, college.today, random),
  }
}
