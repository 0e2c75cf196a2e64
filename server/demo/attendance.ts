import type { ATTENDANCE_STATUSES } from '../../shared/labels.ts'
import type { Db } from '../db/types.ts'
import type { College } from './college.ts'
import { addDays } from './days.ts'
import type { Group } from './groups.ts'
import { insertForIds, insertRows } from './insert.ts'
import { type Random, randomFrom } from './random.ts'
import { SENTENCES } from './sentences.ts'
import type { StaffMember } from './staff.ts'

const WEEKS_PAST = 10
const WEEKS_COMING = 4
/** The teaching hours of a day. A group has one of them each week, so that a ward has one group at a time. */
const HOURS = ['08:30', '10:30', '12:00', '14:00']

const twoHoursAfter = (time: string) => `${String(Number(time.slice(0, 2)) + 2).padStart(2, '0')}${time.slice(2)}`

/** Sessions are planned five weeks ahead. */
const plannedOn = (date: string) => new Date(`${addDays(date, -35)}T06:00:00Z`)

/** The Monday of the week in which `day` lies. */
const mondayOf = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

interface SessionPlan {
  group: Group
  date: string
  time: string
  /** Two hours later unless it says otherwise. */
  until?: string
  staff: { id: number; userId: number }
  status: 'pending' | 'completed' | 'cancelled'
  remarks: string | null
}

type Status = (typeof ATTENDANCE_STATUSES)[number]

/** Most come; a few are seldom seen. */
function statusOf(random: Random, studentId: number): Status {
  const draw = random.next()
  const diligence = studentId % 17 === 0 ? 0.6 : 0.86
  if (draw < diligence) return 'present'
  return draw < diligence + (1 - diligence) * 0.7 ? 'absent' : 'leave'
}

function plan(
  college: College,
  groups: Group[],
  teachers: Map<string, SessionPlan['staff'][]>,
  random: Random,
): SessionPlan[] {
  const monday = mondayOf(college.today)
  return groups.flatMap((group, index) => {
    const staff = teachers.get(group.department) ?? []
    if (staff.length === 0) return []
    return Array.from({ length: WEEKS_PAST + WEEKS_COMING }, (_, week): SessionPlan => {
      const date = addDays(monday, (week - WEEKS_PAST) * 7 + (index % 5))
      const isPast = date < college.today
      const isForgotten = isPast && week === WEEKS_PAST - 1 && index % 14 === 3
      const isCancelled = (index + week * 7) % 41 === 0
      return {
        group,
        date,
        time: HOURS[(index + Math.floor(index / 5)) % HOURS.length] as string,
        staff: random.pick(staff),
        status: isCancelled ? 'cancelled' : isPast && !isForgotten ? 'completed' : 'pending',
        remarks: isCancelled ? random.pick(SENTENCES.cancelled) : null,
      }
    })
  })
}

/** The groups have their hours before. */
const EVENING = '16:00'
/** Sessions that wait for an account that the README names, in days from today. */
const OWN: [account: string, day: number][] = [
  ['faculty@college.test', 0],
  ['faculty@college.test', -3],
  ['hod@college.test', 0],
]

/** A night duty of the first of these accounts, from eight in the evening until the next morning. */
const NIGHT = { day: -8, time: '20:00', until: '08:00', remarks: 'Night duty' }

/** Rounds of the demo student's teachers, whose registers nobody has taken yet: one of today each; and a night duty. */
function ownRounds(college: College, groups: Group[], staff: StaffMember[]): SessionPlan[] {
  const ofMedicine = groups.filter(({ department, batch }) => department === 'Medicine' && batch === college.batches[1])
  const own = ofMedicine.find(({ members }) => members.some(({ isDemo }) => isDemo))
  const other = ofMedicine.find((group) => group !== own)
  const rounds = OWN.flatMap(([account, day]) => {
    const teacher = staff.find(({ email }) => email === account)
    const group = account.startsWith('hod') ? other : own
    if (!teacher || !group) return []
    const date = addDays(college.today, day)
    return [{ group, date, time: EVENING, staff: teacher, status: 'pending' as const, remarks: null }]
  })
  const { day, ...night } = NIGHT
  const [first] = rounds
  return first ? [...rounds, { ...first, ...night, date: addDays(college.today, day), status: 'completed' }] : rounds
}

/** Weekly sessions of every group, before today with their entries; a few whose register nobody has taken. */
export async function fillAttendance(tx: Db, college: College, groups: Group[], staff: StaffMember[]) {
  const random = randomFrom(1964)
  const teachers = new Map<string, SessionPlan['staff'][]>()
  for (const { id, userId, department, grades } of staff)
    if (grades) teachers.set(department, [...(teachers.get(department) ?? []), { id, userId }])

  const planned = [...plan(college, groups, teachers, random), ...ownRounds(college, groups, staff)]
  const ids = await insertForIds(
    tx,
    'attendance_sessions',
    planned.map(({ group, date, time, until, staff: teacher, status, remarks }) => {
      const taken = status === 'completed' ? new Date(`${date}T${twoHoursAfter(time)}:00+05:00`) : null
      return {
        department_id: college.departments[group.department],
        batch_id: group.batch.id,
        year: null,
        group_id: group.id,
        activity_date: date,
        start_time: time,
        end_time: until ?? twoHoursAfter(time),
        staff_id: teacher.id,
        status,
        remarks,
        taken_by: taken && teacher.userId,
        taken_at: taken,
        taken_key: null,
        created_by: teacher.userId,
        created_at: plannedOn(date),
        updated_at: taken ?? plannedOn(date),
      }
    }),
  )
  const entries = planned.flatMap(({ group, status, date, time }, index) =>
    status !== 'completed'
      ? []
      : group.members
          .filter((student) => student.status === 'active')
          .map((student) => ({
            attendance_session_id: ids[index] as number,
            student_id: student.id,
            status: statusOf(random, student.id),
            remarks: null,
            updated_at: new Date(`${date}T${twoHoursAfter(time)}:00+05:00`),
          })),
  )
  await insertRows(tx, 'attendance_submissions', entries)
  return { sessions: ids.length, entries: entries.length }
}
