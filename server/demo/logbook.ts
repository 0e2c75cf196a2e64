import { sql } from 'kysely'
import type { Db } from '../db/types.ts'
import { ACADEMIC, type College } from './college.ts'
import type { Group } from './groups.ts'
import { insertRows } from './insert.ts'
import { scenesOf } from './logbook-scenes.ts'
import {
  daysBetween,
  type Happened,
  nextDecision,
  nextLevel,
  nextStatus,
  type Performance,
  performanceOf,
} from './performances.ts'
import { learnersOf, type Posting, postingsOf } from './postings.ts'
import { type Random, randomFrom } from './random.ts'
import type { SkillIds } from './skills.ts'
import type { StaffMember } from './staff.ts'

/** Everybody has left less than so many days ago who has left. */
const LEFT_WITHIN = 200
/** Performances that are made up by hand: of the demo student, and what waits for the demo's teacher. */
const DEMO_SKILL = 'Blood glucose monitoring'
const BY_HAND = ['faculty@college.test', 'hod@college.test']

interface Teachers {
  atWork: StaffMember[]
  /** Those of former times, who may have left. */
  before: StaffMember[]
}

const teachersOf = (staff: StaffMember[]) =>
  Object.fromEntries(
    ACADEMIC.map((name): [string, Teachers] => {
      const before = staff.filter(({ department }) => department === name)
      return [name, { atWork: before.filter(({ grades }) => grades), before }]
    }),
  )

/** The days on which the registers of a department have a student, but not as present: `3 41 2026-11-23`. */
async function readAbsences(tx: Db): Promise<Set<string>> {
  const { rows } = await sql<{ day: string }>`select
      concat_ws(' ', held.department_id, entry.student_id, held.activity_date) as day
    from attendance_submissions entry join attendance_sessions held on held.id = entry.attendance_session_id
    group by held.department_id, entry.student_id, held.activity_date
    having bool_and(entry.status <> 'present')`.execute(tx)
  return new Set(rows.map(({ day }) => day))
}

/** Draws the days of so many times of a skill, on each at most as many as are usual. */
function daysOf(days: string[], times: number, most: number, random: Random): string[] {
  const free = random.shuffled(days.flatMap((day) => Array.from({ length: most }, () => day)))
  return free.slice(0, times).sort()
}

/** Counts of a student by the code of the skill, and the decision of the last time. */
type Done = Map<string, { times: number; last: Happened['decision'] }>

const timeOf = ({ student_id, skill_id, performed_on }: Performance) => `${student_id} ${skill_id} ${performed_on}`

/** Draws the performances of a posting. */
function happenedIn(
  { learner, department, days, times }: Posting,
  { atWork, before }: Teachers,
  done: Done,
  today: string,
  random: Random,
): Happened[] {
  const { student } = learner
  const isLongAgo = daysBetween(days[0] ?? today, today) > LEFT_WITHIN
  const own = random.shuffled(isLongAgo ? before : atWork).slice(0, 2)
  return times.flatMap(([skill, count]) => {
    if (student.isDemo && skill.name === DEMO_SKILL) return []
    return daysOf(days, count, skill.usual_a_day, random).map((on): Happened => {
      const known = done.get(skill.code) ?? { times: 0, last: 'completed' as const }
      const supervisor = random.pick(random.chance(0.85) ? own : atWork)
      const decision = nextDecision(random)
      const drawn = nextStatus(daysBetween(on, today), random)
      const isKept = BY_HAND.includes(supervisor.email) && (student.isDemo || supervisor.email === BY_HAND[0])
      const isSettled = isKept || (student.isDemo && department === 'Medicine')
      done.set(skill.code, { times: known.times + 1, last: decision })
      return {
        student,
        department,
        skill,
        on,
        level: nextLevel(skill.level, known.times, skill.usual_count, random),
        attempt: known.last === 'completed' ? 'first' : known.last,
        supervisor,
        status: isSettled && drawn !== 'withdrawn' ? 'signed' : drawn,
        decision,
      }
    })
  })
}

/** The trail of what was signed of a student, in the order of time. */
async function leaveTrailOf(tx: Db, studentId: number): Promise<void> {
  await sql`insert into audit (at, actor_id, actor_name, action, entity, entity_id, changes)
    select entry.signed_at, entry.signed_by, signer.name, 'sign', 'log_entry', entry.id,
      jsonb_build_object('status', jsonb_build_array('logged', 'signed'),
        'decision', jsonb_build_array(null, entry.decision), 'signed_by', jsonb_build_array(null, signer.name))
    from log_entries entry join users signer on signer.id = entry.signed_by
    where entry.student_id = ${studentId} and entry.status = 'signed' order by entry.signed_at, entry.id`.execute(tx)
}

/** Corrects what was signed of a student first: the level was another one, which the same teacher has signed a day later. */
async function correctFirstOf(tx: Db, studentId: number): Promise<void> {
  await sql`with first as (update log_entries set is_corrected = true where id = (select id from log_entries
      where student_id = ${studentId} and status = 'signed' and level = 'independent' order by signed_at, id limit 1)
    returning *)
    insert into log_entries (student_id, skill_id, department_id, performed_on, place, setting, level, attempt,
      supervisor_id, reflection, status, decision, rating, signed_by, signed_at, corrects_id, created_at, updated_at)
    select student_id, skill_id, department_id, performed_on, place, setting, 'supervised', attempt, supervisor_id,
      'I had logged another level by mistake.', 'signed', decision, rating, signed_by, signed_at + interval '1 day', id,
      signed_at + interval '2 hours', signed_at + interval '1 day' from first`.execute(tx)
}

/** Two years of performances by the clinical years, with what waits, came back or was withdrawn. */
export async function fillLogbook(tx: Db, college: College, groups: Group[], staff: StaffMember[], skills: SkillIds) {
  const random = randomFrom(1860)
  const teachers = teachersOf(staff)
  const absences = await readAbsences(tx)
  const learners = learnersOf(college, groups)
  const rows = learners.flatMap((learner) => {
    const done: Done = new Map()
    return postingsOf(college, learner, random).flatMap((posting): Performance[] => {
      const { department, learner } = posting
      const place = `${college.departments[department]} ${learner.student.id}`
      const days = posting.days.filter((day) => !absences.has(`${place} ${day}`))
      const own = teachers[department] as Teachers
      return happenedIn({ ...posting, days }, own, done, college.today, random).map((one) =>
        performanceOf(one, college, skills, random),
      )
    })
  })
  const scenes = scenesOf({ college, learners, skills, absences, teachers: teachers.Medicine?.atWork ?? [] })
  const told = new Set(scenes.map(timeOf))
  const all = [...rows.filter((row) => !told.has(timeOf(row))), ...scenes]
  all.sort((one, other) => (one.created_at < other.created_at ? -1 : one.created_at > other.created_at ? 1 : 0))
  await insertRows(tx, 'log_entries', all)
  const demo = learners.find(({ student }) => student.isDemo)
  if (demo) {
    await correctFirstOf(tx, demo.student.id)
    await leaveTrailOf(tx, demo.student.id)
  }
  return all.length
}
