import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { LEAVE_STATUSES } from '../../shared/labels.ts'
import type { Db } from '../db/types.ts'
import { ACADEMIC, type College } from './college.ts'
import { addDays, during } from './days.ts'
import type { Group } from './groups.ts'
import { insertForIds, insertRows } from './insert.ts'
import { makePdf } from './pdf.ts'
import { type Random, randomFrom } from './random.ts'
import { SENTENCES } from './sentences.ts'
import type { StaffMember } from './staff.ts'
import type { Student } from './students.ts'
import { readTexts } from './texts.ts'

const request = z.strictObject({
  /** In days from today; none where sessions are asked for. */
  days: z.optional(z.tuple([z.number(), z.number()])),
  reason: z.string(),
  /** The days since it was asked for. */
  asked: z.number(),
  certificate: z.optional(z.boolean()),
  answers: z.array(z.tuple([z.enum(ACADEMIC), z.enum(LEAVE_STATUSES), z.nullable(z.string())])),
})
type Request = z.infer<typeof request> & { student: Student; sessions?: number[] }
type Status = Request['answers'][number][1]

/** Something for each state and role: of the demo student, 0, and of students beside her. */
const OWN_REQUESTS = readTexts('leaves', z.array(z.extend(request, { of: z.number() })))

const STATES: Status[] = ['granted', 'pending', 'granted', 'refused', 'granted', 'withdrawn']

const certificateFor = (student: Student) =>
  makePdf(
    'Medical certificate',
    [
      ['Patient', student.latin],
      ['Roll number', student.rollNo],
    ],
    ['Seen in the outpatient department and advised rest. This certificate is given at the request of the patient.'],
  )

/** Makes the requests of these students; one without days is for a session of this evening, if there is one. */
const ownRequests = (students: Student[], evening: number | undefined): Request[] =>
  OWN_REQUESTS.flatMap(({ of, ...request }) => {
    const student = students[of]
    if (!student || (!request.days && evening === undefined)) return []
    return [{ ...request, student, sessions: request.days || evening === undefined ? [] : [evening] }]
  })

/**
 * Makes a request in each department's groups, so that every head has some. Future days are not today: no register is
 * touched.
 */
function otherRequests(groups: Group[], random: Random): Request[] {
  return groups.flatMap(({ members, department }, index) => {
    const active = members.filter(({ status, isDemo }) => status === 'active' && !isDemo)
    const student = active[(index * 7) % active.length]
    if (!student || index % 4 !== 1) return []
    const status = STATES[index % STATES.length] as Status
    const [reason, certificate] = random.pick(SENTENCES.leaveReasons)
    const first = status === 'pending' ? random.whole(2, 20) : random.whole(-25, -5)
    return [
      {
        student,
        days: [first, first + random.whole(0, 3)],
        reason,
        asked: status === 'pending' ? random.whole(1, 9) : 3 - first,
        certificate,
        answers: [[department, status, random.pick(SENTENCES.leaveNotes[status])]],
      },
    ]
  })
}

/** Granted after the register was taken: the holder of the session is told. */
function lateRequests(
  groups: Group[],
  absence: { student_id: number; activity_date: string } | undefined,
  today: string,
): Request[] {
  const student = groups.flatMap(({ members }) => members).find(({ id }) => id === absence?.student_id)
  if (!student || !absence) return []
  const first = Math.round((Date.parse(absence.activity_date) - Date.parse(today)) / 86_400_000)
  return [
    {
      student,
      days: [first, first],
      reason: 'I was ill that day; the certificate came only now.',
      asked: 1,
      certificate: true,
      answers: [['Medicine', 'granted', null]],
    },
  ]
}

/** Somebody who is marked absent in a register of the last weeks that this teacher holds, and the day of it. */
const readAbsence = (tx: Db, teacherId: number, today: string) =>
  tx
    .selectFrom('attendance_submissions as entry')
    .innerJoin('attendance_sessions as held', 'held.id', 'entry.attendance_session_id')
    .select(['entry.student_id', 'held.activity_date'])
    .where('held.staff_id', '=', teacherId)
    .where('held.activity_date', '>=', addDays(today, -25))
    .where('entry.status', '=', 'absent')
    .orderBy('held.activity_date', 'desc')
    .orderBy('entry.student_id')
    .executeTakeFirst()

/** The register of today that a named teacher has still to take. */
const readEvening = (tx: Db, teacherId: number, today: string) =>
  tx
    .selectFrom('attendance_sessions')
    .select(['id', 'group_id'])
    .where('staff_id', '=', teacherId)
    .where('activity_date', '=', today)
    .where('status', '=', 'pending')
    .where('start_time', '>=', '16:00')
    .executeTakeFirst()

/** Leave requests in every state, with certificates. */
export async function fillLeaves(
  tx: Db,
  college: College,
  groups: Group[],
  staff: StaffMember[],
  putFile: (bytes: Buffer) => Promise<string>,
): Promise<number> {
  const random = randomFrom(1996)
  const teacherId = staff.find(({ email }) => email === 'faculty@college.test')?.id ?? 0
  const evening = await readEvening(tx, teacherId, college.today)
  const absence = await readAbsence(tx, teacherId, college.today)
  const own = groups.find(({ id }) => id === evening?.group_id)
  const active = own?.members.filter(({ status }) => status === 'active') ?? []
  const demo = active.find(({ isDemo }) => isDemo)
  const beside = active.filter(({ isDemo }) => !isDemo)
  const requests = [
    ...(demo ? ownRequests([demo, ...beside], evening?.id) : []),
    ...otherRequests(groups, random),
    ...lateRequests(groups, absence, college.today),
  ]
    .map((request) => ({ ...request, at: during(addDays(college.today, -request.asked), random) }))
    .sort((one, other) => one.at.localeCompare(other.at))
  const at = requests.map((request) => request.at)
  const heads = new Map(
    staff.filter(({ isHead }) => isHead).map(({ department, userId }) => [department as string, userId]),
  )
  const deputy = staff[0]?.userId ?? null
  const ids = await insertForIds(
    tx,
    'leaves',
    requests.map(({ student, days, reason }, index) => ({
      student_id: student.id,
      first_day: days ? addDays(college.today, days[0]) : null,
      last_day: days ? addDays(college.today, days[1]) : null,
      reason,
      created_at: at[index],
    })),
  )
  await insertRows(
    tx,
    'leave_answers',
    requests.flatMap(({ student, answers }, index) =>
      answers.map(([department, status, note]) => {
        const isAnswered = status === 'granted' || status === 'refused'
        const when = new Date(Date.parse(at[index] ?? '') + random.whole(20, 200) * 60_000).toISOString()
        return {
          leave_id: ids[index] as number,
          student_id: student.id,
          department_id: college.departments[department],
          status,
          note,
          answered_by: isAnswered ? (heads.get(department) ?? deputy) : null,
          answered_at: isAnswered ? when : null,
          updated_at: status === 'pending' ? at[index] : when,
        }
      }),
    ),
  )
  await insertRows(
    tx,
    'leave_sessions',
    requests.flatMap(({ sessions = [] }, index) =>
      sessions.map((attendance_session_id) => ({ leave_id: ids[index] as number, attendance_session_id })),
    ),
  )
  for (const [index, { student, certificate }] of requests.entries()) {
    if (!certificate) continue
    const bytes = certificateFor(student)
    await insertRows(tx, 'leave_files', [
      {
        leave_id: ids[index] as number,
        name: 'medical-certificate.pdf',
        type: 'application/pdf',
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest(),
        storage_key: await putFile(bytes),
      },
    ])
  }
  return ids.length
}
